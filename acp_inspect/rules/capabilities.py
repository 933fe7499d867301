"""What a peer advertised, as rules ask for it: only what the recording shows for certain."""

from __future__ import annotations

from typing import Final

from acp_inspect.protocol.connection import Basis, Connection
from acp_inspect.protocol.holdings import Ask
from acp_inspect.rules.case import Case, at
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Side


def agent_is_known(case: Case) -> bool:
    """Whether the recording shows what the Agent advertised. Without that nothing may be called unadvertised."""
    return case.before.state == "ready" and not case.partial


def agent_advertises(case: Case, *path: str) -> bool:
    """Whether a capability of the Agent counts as advertised: an object, or true, after salvaging."""
    return _counts(at(case.before.agent.capabilities, *path))


def client_is_known(case: Case) -> bool:
    """Whether the recording shows what the Client advertised to the Agent."""
    return case.before.client.capabilities is not None and not case.partial


def client_advertises(case: Case, *path: str) -> bool:
    """The same of the Client."""
    return _counts(at(case.before.client.capabilities, *path))


def _counts(value: Json) -> bool:
    return value is True or isinstance(value, dict)


def session_capability(case: Case, name: str) -> tuple[str, ...]:
    """The path of one of the Agent's capabilities for sessions, which v1 and v2 keep in different places."""
    return ("sessionCapabilities", name) if case.version == 1 else ("session", name)


def dotted_capability(case: Case, path: tuple[str, ...]) -> str:
    """A path as people write it, from the result of initialize on."""
    return ".".join((case.after.surface.names.agent_capabilities, *path))


def speaks_v2(case: Case) -> bool:
    """Whether the connection is known to speak v2. One that nothing was told of is read as v2 too, and may be v1."""
    return case.version == 2 and case.after.basis is not Basis.ASSUMED


_BASELINE: Final = "every peer has it"

_AGENT_V1: Final[dict[str, tuple[str, ...]]] = {
    "initialize": (),
    "session/new": (),
    "session/prompt": (),
    "session/load": ("loadSession",),
    "session/list": ("sessionCapabilities", "list"),
    "session/resume": ("sessionCapabilities", "resume"),
    "session/close": ("sessionCapabilities", "close"),
    "session/delete": ("sessionCapabilities", "delete"),
    "session/fork": ("sessionCapabilities", "fork"),
    "session/archive": ("sessionCapabilities", "archive"),
    "session/unarchive": ("sessionCapabilities", "archive"),
    "session/status": ("sessionCapabilities", "status"),
    "session/set_title": ("sessionCapabilities", "title"),
    "logout": ("auth", "logout"),
    "auth/status": ("auth", "status"),
    "providers/list": ("providers",),
    "providers/set": ("providers",),
    "providers/disable": ("providers",),
}
_AGENT_V2: Final[dict[str, tuple[str, ...]]] = {
    "initialize": (),
    "session/new": ("session",),
    "session/list": ("session",),
    "session/resume": ("session",),
    "session/close": ("session",),
    "session/prompt": ("session",),
    "session/delete": ("session", "delete"),
    "session/fork": ("session", "fork"),
    "session/archive": ("session", "archive"),
    "session/unarchive": ("session", "archive"),
    "session/status": ("session", "status"),
    "session/set_title": ("session", "title"),
    "auth/status": ("auth", "status"),
    "providers/list": ("providers",),
    "providers/set": ("providers",),
    "providers/disable": ("providers",),
}
_CLIENT_V1: Final[dict[str, tuple[str, ...]]] = {
    "session/request_permission": (),
    "fs/read_text_file": ("fs", "readTextFile"),
    "fs/write_text_file": ("fs", "writeTextFile"),
    "terminal/create": ("terminal",),
    "terminal/output": ("terminal",),
    "terminal/wait_for_exit": ("terminal",),
    "terminal/kill": ("terminal",),
    "terminal/release": ("terminal",),
}
_CLIENT_V2: Final[dict[str, tuple[str, ...]]] = {"session/request_permission": ()}
_OF_AGENT: Final = {1: _AGENT_V1, 2: _AGENT_V2}
_OF_CLIENT: Final = {1: _CLIENT_V1, 2: _CLIENT_V2}
_LOGIN: Final = {1: "authenticate", 2: "auth/login"}


def advertised(connection: Connection, ask: Ask) -> str:
    """Why the receiver of a request has to handle its method, in words; empty when it need not."""
    version = connection.surface.version
    names = connection.surface.names
    if ask.sender is Side.CLIENT:
        if ask.method == _LOGIN.get(version):
            inside = any(at(method, "type") in (ABSENT, "agent") for method in connection.auth_methods)
            return "authMethods offers a login that it handles" if inside else ""
        path = _OF_AGENT[version].get(ask.method)
        root, capabilities = names.agent_capabilities, connection.agent.capabilities
    else:
        if ask.method == "elicitation/create":
            mode = ask.text("mode")
            path = ("elicitation", mode) if mode in ("form", "url") else None
        else:
            path = _OF_CLIENT[version].get(ask.method)
        root, capabilities = names.client_capabilities, connection.client.capabilities
    if path is None:
        return ""
    if not path:
        return _BASELINE
    return f"{'.'.join((root, *path))} is advertised" if _counts(at(capabilities, *path)) else ""
