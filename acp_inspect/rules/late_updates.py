"""Updates that come after the end of the work they belong to."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from acp_inspect.rules.case import Case
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.prompt_inserted import Inserted
from acp_inspect.rules.memory.state_runs import Runs
from acp_inspect.wire.rpc import ABSENT, Side

TURN_KINDS: Final = (
    "user_message_chunk",
    "agent_message_chunk",
    "agent_thought_chunk",
    "tool_call",
    "tool_call_update",
    "plan",
)
"""Kinds of v1 updates that are the content of a turn, rather than the state of a session."""
LATE_KINDS_V2: Final = (
    "agent_message",
    "agent_message_chunk",
    "agent_thought",
    "agent_thought_chunk",
    "tool_call_update",
    "tool_call_content_chunk",
)
"""Kinds of v2 updates that belong to the work they were begun in."""


class LateUpdate(NamedTuple):
    """An update after the end. All numbers are `seq`s."""

    ended: int
    reason: str | None
    """The stop reason."""
    what: str
    """What it is about, for people."""
    begun: int
    """The first mention of it, where that was before the end; otherwise 0."""
    perhaps_beside: bool = False
    """It may be work in the background, which the Agent does not list."""


def late_in_v1(case: Case) -> LateUpdate | None:
    """The first update about something after the last turn of a v1 session ended, with no new one begun."""
    session: Any = session_of(case.before, case.session)
    if session is None or session.prompt is None or session.turns or session.window is not None or case.after.gaps:
        return None
    activity = session.activity
    if activity.state != "idle" or case.held is ABSENT or case.sender is not Side.AGENT:
        return None
    # After a load the last turn is history, and what comes late is late for the replay.
    if session.replays and session.replays[-1].end > activity.since:
        return None
    after: Any = session_of(case.after, case.session)
    old, what = _before(session, after)
    if old is not None and old.last > activity.since:
        return None
    return LateUpdate(activity.since, activity.stop_reason, what, 0 if old is None else old.first)


def late_in_v2(case: Case) -> LateUpdate | None:
    """The first update about something of a v2 session's last work after that ended, with nothing new begun since."""
    session: Any = session_of(case.before, case.session)
    run = case.known(Runs).sessions.get(case.session or "")
    if session is None or run is None or case.held is ABSENT or case.sender is not Side.AGENT:
        return None
    activity = session.activity
    if activity.state != "idle" or not run.prior or session.window is not None or case.after.gaps:
        return None
    if any(
        not prompted.answered or prompted.answered > activity.since
        for prompted in case.known(Inserted).of(case.session)
    ):
        return None
    kind, key = session_of(case.after, case.session).touched[0]
    old = session.tool_calls.get(key) if kind == "tool_call" else session.messages.get(key)
    # What is new may be work of the background, and what was begun in earlier work is nobody's.
    if old is None or old.first < run.prior or old.last > activity.since:
        return None
    if kind != "tool_call":
        return LateUpdate(activity.since, activity.stop_reason, f"message {old.id!r}", old.first)
    if any(work.get("toolCallId") == key for work in activity.background or ()):
        return None
    unlisted = activity.background is None
    return LateUpdate(activity.since, activity.stop_reason, f"tool call {key!r}", old.first, unlisted)


def _before(session: Any, after: Any) -> tuple[Any, str]:
    """What the update concerns, as it was before: None where it is new."""
    kind, key = after.touched[0]
    if kind == "tool_call":
        return session.tool_calls.get(key), f"tool call {key!r}"
    if kind == "plan":
        return session.plans.get(key), "the plan"
    return session.messages.get(key), "a message"
