"""v1: the last question for permission about each tool call that has not ended, and what came of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from immutables import Map

from acp_inspect.protocol.entities import CLOSED_CALLS
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.remember import remember
from acp_inspect.wire.rpc import Side


class Verdict(NamedTuple):
    """A question about a tool call."""

    request: int
    asked_at: int
    """Of the request: nanoseconds since the recording's start, -1 = unknown."""
    answer: int = 0
    """`seq`; 0 = it waits."""
    at: int = -1
    """Of the answer, likewise."""
    approved: bool | None = None
    """None while it waits, or when the chosen option does not tell."""
    running: bool = False
    """The call was in progress already when the Agent asked."""
    ran: bool = False
    """It was reported in progress since the answer."""


class Verdicts(NamedTuple):
    """All sessions of a connection."""

    calls: Map[tuple[str, str], Verdict] = Map()
    """By session and tool call."""


@remember(
    Verdicts,
    On(kinds=("request", "response"), methods=("session/request_permission",)),
    On(kinds=("notification",), updates=("tool_call", "tool_call_update")),
)
def grow(known: Verdicts, case: Case) -> Verdicts:
    """The verdicts after a question, an answer, or an update of a tool call."""
    session = case.session
    if case.version != 1 or session is None:
        return known
    if case.kind == "notification":
        return _updated(known, case, session) if known.calls else known
    asked = case.seq if case.kind == "request" else case.event.answers
    held: Any = session_of(case.after, session)
    permission = None if held is None or asked is None else held.permissions.get(asked)
    if permission is None or permission.tool_call is None:
        return known
    key = (session, permission.tool_call)
    if case.kind == "request":
        before: Any = session_of(case.before, session)
        old = None if before is None else before.tool_calls.get(permission.tool_call)
        running = old is not None and old.status == "in_progress"
        return Verdicts(known.calls.set(key, Verdict(case.seq, case.event.at, running=running)))
    verdict = known.calls.get(key)
    if verdict is None or verdict.request != asked:
        return known
    verdict = verdict._replace(answer=case.seq, at=case.event.at, approved=permission.approved)
    return Verdicts(known.calls.set(key, verdict))


def _updated(known: Verdicts, case: Case, session: str) -> Verdicts:
    status = at(case.held, "update", "status")
    key = (session, str(at(case.held, "update", "toolCallId")))
    verdict = known.calls.get(key)
    if verdict is None or case.sender is not Side.AGENT or not isinstance(status, str):
        return known
    if status in CLOSED_CALLS:
        return Verdicts(known.calls.delete(key))
    if status == "in_progress" and verdict.answer and not verdict.ran:
        return Verdicts(known.calls.set(key, verdict._replace(ran=True)))
    return known
