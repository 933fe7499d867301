"""Answers to permissions that later events may contradict: dismissals without a cancellation, and refusals."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.memory.cancel_requests import CancelRequests
from acp_inspect.rules.memory.cancel_sent import CancelSent, session_of
from acp_inspect.rules.remember import remember
from acp_inspect.wire.rpc import Side

_MOST: Final = 32
"""Dismissals of a session that wait to be explained."""


class Dismissed(NamedTuple):
    """A permission answered as cancelled, although nothing was."""

    request: int
    answer: int
    refusable: bool
    """Whether an option to reject was offered."""


class Refused(NamedTuple):
    """What an operation waited for was not approved."""

    request: int
    answer: int
    at: int
    """Of the answer: nanoseconds since the recording's start, -1 = unknown."""
    how: str
    """The answer in a few words."""
    ran: bool
    """The tool call was in progress already when the Agent asked."""


class PermissionAnswers(NamedTuple):
    """All sessions of a connection."""

    dismissed: Map[str, tuple[Dismissed, ...]] = Map()
    refused: Map[tuple[str, str], Refused] = Map()
    """v2, by session and tool call."""
    running: Map[int, None] = Map()
    """v2: open requests about a tool call that was in progress already, by `seq`."""


@remember(
    PermissionAnswers,
    On(kinds=("request", "response"), methods=("session/request_permission",)),
    On(kinds=("response",), methods=("session/prompt",)),
    On(kinds=("notification", "request"), methods=("session/cancel", "session/close", "$/cancel_request")),
    On(kinds=("notification",), updates=("tool_call_update",)),
)
def grow(known: PermissionAnswers, case: Case) -> PermissionAnswers:
    """The memory after an event that concerns permissions."""
    session = case.session
    match case.kind, case.method:
        case "notification", "$/cancel_request" if case.sender is Side.CLIENT and known.dismissed:
            return known._replace(dismissed=Map())
        case "request", "session/request_permission" if session is not None:
            return _asked(known, case, session)
        case "response", "session/request_permission" if session is not None:
            return _answered(known, case, session)
        case (_, "session/cancel" | "session/close") | ("response", "session/prompt"):
            if session in known.dismissed and session is not None:
                return known._replace(dismissed=known.dismissed.delete(session))
        case "notification", "session/update" if known.refused and session is not None:
            key = (session, str(at(case.held, "update", "toolCallId")))
            if key in known.refused and isinstance(at(case.held, "update", "status"), str):
                return known._replace(refused=known.refused.delete(key))
    return known


def _asked(known: PermissionAnswers, case: Case, session: str) -> PermissionAnswers:
    call = _call_of(case, session)
    if case.version != 2 or call is None:
        return known
    if (session, call) in known.refused:
        known = known._replace(refused=known.refused.delete((session, call)))
    before: Any = session_of(case.before, session)
    old = None if before is None else before.tool_calls.get(call)
    if old is not None and old.status == "in_progress":
        known = known._replace(running=known.running.set(case.seq, None))
    return known


def _call_of(case: Case, session: str) -> str | None:
    held: Any = session_of(case.after, session)
    permission = None if held is None else held.permissions.get(case.seq)
    return None if permission is None else permission.tool_call


def _answered(known: PermissionAnswers, case: Case, session: str) -> PermissionAnswers:
    asked = case.event.answers
    held: Any = session_of(case.after, session)
    permission = None if held is None or asked is None else held.permissions.get(asked)
    if permission is None or asked is None:
        return known
    ran = asked in known.running
    if ran:
        known = known._replace(running=known.running.delete(asked))
    if case.version == 1:
        explained = session in case.known(CancelSent).waiting or asked in case.known(CancelSent).permissions
        if permission.status != "cancelled" or explained or asked in case.known(CancelRequests).requests:
            return known
        refusable = any(str(option["kind"]).startswith("reject") for option in permission.options)
        dismissed = (*known.dismissed.get(session, ())[1 - _MOST :], Dismissed(asked, case.seq, refusable))
        return known._replace(dismissed=known.dismissed.set(session, dismissed))
    how = _refusal(permission)
    if how is None or permission.tool_call is None:
        return known
    refused = Refused(asked, case.seq, case.event.at, how, ran)
    return known._replace(refused=known.refused.set((session, permission.tool_call), refused))


def _refusal(permission: Any) -> str | None:
    """Why an answer is no approval, in words; None for an option that was offered, whatever it means."""
    if permission.status != "selected":
        return "with an error" if permission.status == "failed" else f"with the outcome {permission.status!r}"
    offered = any(option["optionId"] == permission.option for option in permission.options)
    return None if offered else f"with the option {permission.option!r}, which was not offered"
