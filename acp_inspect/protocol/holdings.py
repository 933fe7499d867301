"""What a conforming Client holds of a whole connection, and the exchanges about it that v1 and v2 have alike.

`S` is the session of one version; the handlers here never look into it. A handler is given params as the receiver holds
them, or, where the receiver rejected the request and yet answered it, as they stood on the wire: then it takes what it
can use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from immutables import Map

from acp_inspect.protocol.entities import Answer, Elicitation
from acp_inspect.trace.chain import Chain
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side

S = TypeVar("S")

AUTH_REQUIRED: Final = -32000
"""Error code: authentication required (ACP schema, ErrorCode)."""


class Auth(NamedTuple):
    """Whether the Client is logged in, as the Agent last let it know."""

    state: str = "unknown"
    """`unknown`, `required`, `authenticated`, `logged_out`, or a word of the Agent's auth status."""
    method: str | None = None
    """Id of the method that a login used."""
    accounts: Json = None


class McpMessage(NamedTuple):
    """An MCP message that travelled inside ACP, or the response to one."""

    seq: int
    sender: Side
    server: str
    request: str
    method: str
    answers: int | None = None
    """`seq` of what it answers; None = it is no response."""
    failed: bool = False


class Ask(NamedTuple):
    """A request that waits for its answer, or gets it now."""

    seq: int
    sender: Side
    id: str
    """JSON text."""
    method: str
    session: str | None
    params: dict[str, Json]
    valid: bool
    """Whether its receiver could read it."""

    def text(self, name: str) -> str | None:
        """A member of the params, where it is a string."""
        value = self.params.get(name)
        return value if isinstance(value, str) else None

    def texts(self, name: str) -> tuple[str, ...]:
        """A member of the params that is a list of strings; what is none is left out."""
        value = self.params.get(name)
        return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


class Holdings(NamedTuple, Generic[S]):
    """Everything a conforming Client holds of one connection."""

    sessions: Map[str, S] = Map()
    auth: Auth = Auth()
    listed: Map[str, Json] = Map()
    """What the Agent told of its sessions: members of SessionInfo by session id."""
    providers: tuple[Json, ...] = ()
    elicitations: Map[int, Elicitation] = Map()
    """Those of a request rather than a session, by `seq`."""
    addresses: Map[str, tuple[str | None, int]] = Map()
    """Where an elicitation with an address is: its session (None = above) and `seq`, by elicitationId."""
    mcp: Chain[McpMessage] = Chain()


Asked: TypeAlias = Callable[[Holdings[S], Ask], Holdings[S]]
Answered: TypeAlias = Callable[[Holdings[S], Ask, Answer], Holdings[S]]
Notified: TypeAlias = Callable[[Holdings[S], dict[str, Json], int, Side], Holdings[S]]


def nothing_asked(held: Holdings[S], ask: Ask) -> Holdings[S]:
    """The request alone changes nothing."""
    return held


def nothing_answered(held: Holdings[S], ask: Ask, answer: Answer) -> Holdings[S]:
    """The answer changes nothing that a Client holds."""
    return held


def nothing_notified(held: Holdings[S], params: dict[str, Json], seq: int, sender: Side) -> Holdings[S]:
    """The notification changes nothing that a Client holds; what it does to open requests is `trace.correlate`'s."""
    return held


class Exchange(NamedTuple, Generic[S]):
    """What a method's request and its answer do."""

    asked: Asked[S] = nothing_asked
    answered: Answered[S] = nothing_answered


def logged_in(held: Holdings[S], ask: Ask, answer: Answer) -> Holdings[S]:
    """A login succeeded, or changed nothing."""
    if answer.result is None:
        return held
    return held._replace(auth=Auth("authenticated", ask.text("methodId")))


def logged_out(held: Holdings[S], ask: Ask, answer: Answer) -> Holdings[S]:
    """A logout succeeded, or changed nothing."""
    return held if answer.result is None else held._replace(auth=Auth("logged_out"))


def auth_answered(held: Holdings[S], ask: Ask, answer: Answer) -> Holdings[S]:
    """The Client asked whether it is logged in."""
    return held if answer.result is None else _auth_told(held, answer.result)


def auth_notified(held: Holdings[S], params: dict[str, Json], seq: int, sender: Side) -> Holdings[S]:
    """The Agent tells by itself whether the Client is logged in."""
    return _auth_told(held, params)


def _auth_told(held: Holdings[S], members: dict[str, Json]) -> Holdings[S]:
    return held._replace(auth=Auth(members["state"], None, members.get("accounts")))


def sessions_listed(held: Holdings[S], ask: Ask, answer: Answer) -> Holdings[S]:
    """A page of the session list; a first page starts the list over."""
    if answer.result is None:
        return held
    listed: Map[str, Json] = held.listed if ask.params.get("cursor") is not None else Map()
    told = {
        info["sessionId"]: {name: value for name, value in info.items() if name != "sessionId"}
        for info in answer.result["sessions"]
    }
    return held._replace(listed=listed.update(told))


def _told_of(held: Holdings[S], session: str | None, name: str, value: Json) -> Holdings[S]:
    if session is None:
        return held
    return held._replace(listed=held.listed.set(session, {**held.listed.get(session, {}), name: value}))


def archived(held: Holdings[S], ask: Ask, answer: Answer) -> Holdings[S]:
    """A session was archived."""
    return held if answer.result is None else _told_of(held, ask.session, "archived", True)


def unarchived(held: Holdings[S], ask: Ask, answer: Answer) -> Holdings[S]:
    """A session was taken out of the archive."""
    return held if answer.result is None else _told_of(held, ask.session, "archived", False)


def status_told(held: Holdings[S], ask: Ask, answer: Answer) -> Holdings[S]:
    """The Agent said whether a session is open. Asking has no effect on the session itself."""
    return held if answer.result is None else _told_of(held, ask.session, "status", answer.result["status"])


def unlisted(held: Holdings[S], session: str | None) -> Holdings[S]:
    """A deleted session leaves the list."""
    if session is None or session not in held.listed:
        return held
    return held._replace(listed=held.listed.delete(session))


def providers_listed(held: Holdings[S], ask: Ask, answer: Answer) -> Holdings[S]:
    """The Agent's providers."""
    return held if answer.result is None else held._replace(providers=tuple(answer.result["providers"]))


def provider_set(held: Holdings[S], ask: Ask, answer: Answer) -> Holdings[S]:
    """A provider got a new configuration. Its headers carry credentials, so they are not kept."""
    current = {name: ask.params[name] for name in ("apiType", "baseUrl") if name in ask.params}
    return held if answer.result is None else _provider(held, ask.text("providerId"), current)


def provider_disabled(held: Holdings[S], ask: Ask, answer: Answer) -> Holdings[S]:
    """A provider was switched off."""
    return held if answer.result is None else _provider(held, ask.text("providerId"), None)


def _provider(held: Holdings[S], provider: str | None, current: Json) -> Holdings[S]:
    if provider is None:
        return held
    others = list(held.providers)
    for place, known in enumerate(others):
        if known["providerId"] == provider:
            others[place] = {**known, "current": current}
            return held._replace(providers=tuple(others))
    return held._replace(providers=(*held.providers, {"providerId": provider, "current": current}))


def mcp_asked(held: Holdings[S], ask: Ask) -> Holdings[S]:
    """An MCP request."""
    return _mcp(held, McpMessage(ask.seq, ask.sender, *(ask.params[name] for name in _MCP_MEMBERS)))


def mcp_answered(held: Holdings[S], ask: Ask, answer: Answer) -> Holdings[S]:
    """The response to an MCP request: an error of ACP's, or one of MCP's inside the result."""
    server, request, method = (ask.text(name) or "" for name in _MCP_MEMBERS)
    failed = answer.result is None or "error" in answer.result
    return _mcp(held, McpMessage(answer.seq, ask.sender.peer, server, request, method, ask.seq, failed))


def mcp_notified(held: Holdings[S], params: dict[str, Json], seq: int, sender: Side) -> Holdings[S]:
    """An MCP notification."""
    return _mcp(held, McpMessage(seq, sender, *(params[name] for name in _MCP_MEMBERS)))


_MCP_MEMBERS: Final = ("serverId", "requestId", "method")


def _mcp(held: Holdings[S], message: McpMessage) -> Holdings[S]:
    return held._replace(mcp=held.mcp.append(message))
