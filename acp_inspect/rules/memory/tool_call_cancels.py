"""v2: what the Client asked to cancel of tool calls and terminals, and since when one can no longer be cancelled."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from immutables import Map

from acp_inspect.protocol.entities import ToolCall
from acp_inspect.protocol.v2.state import Terminal
from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.background import identity
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.remember import remember
from acp_inspect.rules.tool_calls import history_is_known
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Side

TARGETS: Final = {"tool_call/cancel": "toolCallId", "terminal/cancel": "terminalId"}
"""The requests that cancel one thing, and the member that names it."""
_UPDATES: Final = {"tool_call_update": "tool_call/cancel", "terminal_update": "terminal/cancel"}
_TYPES: Final = {"tool_call/cancel": "tool_call", "terminal/cancel": "terminal"}


class Cancels(NamedTuple):
    """All sessions of a connection. What is cancelled is named by the method that does so, and its id."""

    withdrawn: Map[tuple[str, str, str], int] = Map()
    """By session, method and id: when the Agent said that it can no longer be cancelled, in nanoseconds since the
    recording's start, -1 = unknown."""
    invalid: Map[int, str] = Map()
    """Requests, by `seq`, that were to be refused, and why."""
    accepted: Map[str, Map[tuple[str, str], int]] = Map()
    """By session: what was cancelled and has not ended since, with the `seq` of the answer."""


def target(session: Any, method: str, name: Json) -> Any:
    """What a request to cancel names, as the Client holds it; None where it holds none."""
    if session is None or not isinstance(name, str):
        return None
    return (session.tool_calls if method == "tool_call/cancel" else session.terminals).get(name)


def is_over(held: Any, method: str) -> bool:
    """Whether a tool call is final, or a terminal has exited."""
    return not held.open if method == "tool_call/cancel" else held.exit is not None


def is_offered(held: Any) -> bool:
    """Whether the Agent said that it can be cancelled."""
    # What was held before a connection turned out to be of v2 is of v1.
    return isinstance(held, ToolCall | Terminal) and isinstance(at(held.capabilities, "cancel"), dict)


def is_listed(background: Json, method: str, name: str) -> bool:
    """Whether a list of background work has it."""
    listed = background if isinstance(background, list | tuple) else ()
    return any(identity(work) == (_TYPES[method], name) for work in listed)


@remember(
    Cancels,
    On(kinds=("request", "response"), methods=tuple(TARGETS)),
    On(kinds=("response",), methods=("session/close", "session/delete")),
    On(kinds=("notification",), updates=(*_UPDATES, "state_update")),
)
def grow(known: Cancels, case: Case) -> Cancels:
    """The memory after a request to cancel, its answer, an update of what it names, or the end of work."""
    session = case.session
    if case.version != 2 or session is None:
        return known
    match case.kind, case.method:
        case "request", method if case.sender is Side.CLIENT and method is not None:
            why = _refusal(case, method)
            return known._replace(invalid=known.invalid.set(case.seq, why)) if why else known
        case "response", "session/close" | "session/delete":
            return known._replace(accepted=known.accepted.delete(session)) if session in known.accepted else known
        case "response", method if method is not None:
            return _answered(known, case, session, method)
        case "notification", _ if case.update == "state_update":
            return _reported(known, case, session)
        case "notification", _ if case.held is not ABSENT and case.sender is Side.AGENT:
            return _updated(known, case, session, _UPDATES[case.update or ""])
    return known


def _refusal(case: Case, method: str) -> str:
    name = at(case.held, TARGETS[method])
    session = session_of(case.before, case.session)
    held = target(session, method, name)
    if held is None:
        return "nothing of the session has that id" if history_is_known(case, session) and isinstance(name, str) else ""
    if is_over(held, method):
        return "it had ended"
    return "" if is_offered(held) else "it had not said that it can be cancelled"


def _answered(known: Cancels, case: Case, session: str, method: str) -> Cancels:
    asked = case.event.answers
    if asked is not None and asked in known.invalid:
        return known._replace(invalid=known.invalid.delete(asked))
    name = None if case.step.ask is None else case.step.ask.text(TARGETS[method])
    held = target(session_of(case.after, session), method, name)
    if held is None or name is None or is_over(held, method) or not succeeded(case):
        return known
    waiting = known.accepted.get(session, Map()).set((method, name), case.seq)
    return known._replace(accepted=known.accepted.set(session, waiting))


def _updated(known: Cancels, case: Case, session: str, method: str) -> Cancels:
    name = str(at(case.held, "update", TARGETS[method]))
    before = target(session_of(case.before, session), method, name)
    after = target(session_of(case.after, session), method, name)
    if after is None:
        return known
    key = (session, method, name)
    if is_offered(after):
        if key in known.withdrawn:
            known = known._replace(withdrawn=known.withdrawn.delete(key))
    elif before is not None and is_offered(before):
        known = known._replace(withdrawn=known.withdrawn.set(key, case.event.at))
    return _without(known, session, [(method, name)]) if is_over(after, method) else known


def _reported(known: Cancels, case: Case, session: str) -> Cancels:
    return _without(known, session, left_at_idle(known, case))


def left_at_idle(known: Cancels, case: Case) -> list[tuple[str, str]]:
    """The cancelled tool calls that should have ended with the work that a state update ends."""
    if case.session not in known.accepted or at(case.held, "update", "state") != "idle" or case.session is None:
        return []
    held: Any = session_of(case.after, case.session)
    background = None if held is None else held.activity.background
    return [
        (method, name)
        for method, name in known.accepted[case.session]
        if method == "tool_call/cancel" and not is_listed(background, method, name)
    ]


def _without(known: Cancels, session: str, over: list[tuple[str, str]]) -> Cancels:
    waiting = known.accepted.get(session)
    if waiting is None:
        return known
    for key in over:
        if key in waiting:
            waiting = waiting.delete(key)
    accepted = known.accepted.set(session, waiting) if waiting else known.accepted.delete(session)
    return known._replace(accepted=accepted)
