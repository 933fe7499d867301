"""What happened in a turn or a run of work: found from the end of the session's timeline, so that it costs no more."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from acp_inspect.protocol.connection import Connection
from acp_inspect.protocol.entities import TOOL_CALL, ToolCall
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.memory.cancel_sent import CancelSent, Sent, session_of
from acp_inspect.rules.memory.prompt_inserted import is_live
from acp_inspect.wire.rpc import ABSENT, Side


def calls_since(connection: Connection, session: str | None, since: int) -> list[ToolCall]:
    """The tool calls of a session that were first mentioned after an event, in their order."""
    known: Any = session_of(connection, session)
    calls: list[ToolCall] = []
    for mention in reversed(known.timeline) if known is not None else ():
        if mention.seq <= since:
            break
        if mention.ref.kind == TOOL_CALL and mention.ref.key in known.tool_calls:
            calls.append(known.tool_calls[mention.ref.key])
    return calls[::-1]


class CancelledEnd(NamedTuple):
    """The end of work that the Client had cancelled."""

    sent: Sent
    reason: str | None
    """The stop reason; None where there is none."""
    failed: bool
    """It ended as an error, or, in v2, with a reason that nobody knows."""


def cancelled_end(case: Case) -> CancelledEnd | None:
    """Of a v1 prompt's answer or a v2 state update: the end of work after a session/cancel; None for anything else."""
    sent = case.known(CancelSent).waiting.get(case.session or "")
    if sent is None or sent.method != "session/cancel" or case.sender is not Side.AGENT or case.after.gaps:
        return None
    if case.kind == "response":
        asked = case.event.answers
        if case.version != 1 or asked is None or sent.seq < asked:
            return None
        reason = at(case.held, "stopReason")
        if not isinstance(reason, str):
            return CancelledEnd(sent, None, True) if case.wire is ABSENT else None
        return CancelledEnd(sent, reason, False)
    update = at(case.held, "update")
    if case.version != 2 or at(update, "state") != "idle" or not is_live(case.before, case.session):
        return None
    reason = at(update, "stopReason")
    if not isinstance(reason, str):
        return CancelledEnd(sent, None, False)
    return CancelledEnd(sent, reason, reason not in _REASONS)


_REASONS: Final = frozenset({"end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"})
"""Those that v2 has, but for `error`."""
