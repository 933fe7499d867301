"""What each v2 session update does to a session. Pure: a session and an update in, a session out.

Updates are as the tolerant decoder leaves them: what is required is there and well-formed, what was malformed is gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from acp_inspect.protocol.entities import (
    ACTIVITY,
    COMMANDS,
    CONFIG,
    INFO,
    NOTICE,
    PLAN,
    TOOL_CALL,
    UNKNOWN,
    USAGE,
    Activity,
    Info,
    Mention,
    Notice,
    Plan,
    Ref,
    Usage,
)
from acp_inspect.protocol.patch import patched, patched_meta
from acp_inspect.protocol.v2.conversation import (
    Reducer,
    chunk_of,
    compaction_summary_chunk,
    compaction_update,
    subagent_update,
    tool_call_content_chunk,
    tool_call_update,
    upsert_of,
)
from acp_inspect.protocol.v2.state import Session, Unknown
from acp_inspect.protocol.v2.terminals import terminal_output_chunk, terminal_update
from acp_inspect.wire.json_text import Json


def updated(session: Session, update: dict[str, Json], seq: int) -> Session:
    """The session after any update. A kind that the schema does not know is kept as it came."""
    kind = update["sessionUpdate"]
    session = UPDATES.get(kind, _unknown)(session, update, seq)
    window = session.window
    if window is not None and kind in HISTORY:
        session = session._replace(window=window._replace(history=window.history + 1))
    return session


def _unknown(session: Session, update: dict[str, Json], seq: int) -> Session:
    place = str(len(session.unknown))
    return session._replace(unknown=session.unknown.append(Unknown(update, seq)), touched=(Ref(UNKNOWN, place),))


def _state_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    old = session.activity
    state = update["state"]
    changed = state != old.state
    background = update.get("background")
    reason, error = update.get("stopReason"), update.get("error")
    if state == "idle" and not changed and reason is None:
        # Nothing ended, so the last reason stays for context.
        reason, error = old.stop_reason, old.error
    live = session.window is None or not session.window.replays
    ended = changed and live and state == "idle" and old.state in _WORKING
    activity = Activity(
        state,
        reason,
        error,
        update.get("usage"),
        None if background is None else tuple(background),
        old.cancel_requested and state != "idle",
        old.runs + 1 if ended else old.runs,
        seq if changed else old.since,
    )
    session = session._replace(activity=activity, touched=(_ACTIVITY,))
    if reason == "cancelled" and old.state != "idle":
        session = shown_cancelled(session)
    return session


_WORKING: Final = frozenset({"running", "requires_action"})
_ACTIVITY: Final = Ref(ACTIVITY)


def shown_cancelled(session: Session) -> Session:
    """The session with its open calls, but those in the background, shown as cancelled until their next update."""
    background = {
        work.get("toolCallId") for work in session.activity.background or () if work.get("type") == "tool_call"
    }
    marked = [call for call in session.unmarked if call not in background]
    calls = {call: session.tool_calls[call]._replace(shown_as="cancelled") for call in marked}
    unmarked = session.unmarked
    for call in marked:
        unmarked = unmarked.delete(call)
    return session._replace(
        tool_calls=session.tool_calls.update(calls),
        unmarked=unmarked,
        touched=(*session.touched, *(Ref(TOOL_CALL, call) for call in marked)),
    )


def _plan_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    told = update["plan"]
    key = told["planId"]
    ref = Ref(PLAN, key)
    content = {name: value for name, value in told.items() if name not in ("planId", "type")}
    known = session.plans.get(key)
    timeline = session.timeline if known is not None else session.timeline.append(Mention(ref, seq))
    plan = Plan(key, told["type"], content, seq if known is None else known.first, seq)
    return session._replace(plans=session.plans.set(key, plan), timeline=timeline, touched=(ref,))


def _plan_removed(session: Session, update: dict[str, Json], seq: int) -> Session:
    key = update["planId"]
    if key not in session.plans:
        return session
    return session._replace(plans=session.plans.delete(key), touched=(Ref(PLAN, key),))


def _available_commands_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    return session._replace(commands=tuple(update["availableCommands"]), touched=(Ref(COMMANDS),))


def _config_option_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    return session._replace(config=tuple(update["configOptions"]), touched=(Ref(CONFIG),))


def _session_info_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    old = session.info
    info = Info(
        patched(old.title, update, "title", None),
        patched(old.updated_at, update, "updatedAt", None),
        patched_meta(old.meta, update),
    )
    return session._replace(info=info, touched=(Ref(INFO),))


def _usage_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    cost = patched(session.usage.cost if session.usage is not None else None, update, "cost", None)
    return session._replace(usage=Usage(update["used"], update["size"], cost), touched=(Ref(USAGE),))


def _notice(session: Session, update: dict[str, Json], seq: int) -> Session:
    window = session.window if session.window is not None and session.window.replays else None
    notice = Notice(
        update["severity"],
        update["title"],
        update.get("description"),
        update.get("_meta"),
        seq,
        None if window is None else window.request,
        0 if window is None else window.history,
    )
    ref = Ref(NOTICE, str(len(session.notices)))
    return session._replace(
        notices=session.notices.append(notice), timeline=session.timeline.append(Mention(ref, seq)), touched=(ref,)
    )


UPDATES: Final[Mapping[str, Reducer]] = {
    "user_message": upsert_of("user"),
    "user_message_chunk": chunk_of("user"),
    "agent_message": upsert_of("agent"),
    "agent_message_chunk": chunk_of("agent"),
    "agent_thought": upsert_of("thought"),
    "agent_thought_chunk": chunk_of("thought"),
    "session_message": upsert_of("session"),
    "session_message_chunk": chunk_of("session"),
    "tool_call_update": tool_call_update,
    "tool_call_content_chunk": tool_call_content_chunk,
    "terminal_update": terminal_update,
    "terminal_output_chunk": terminal_output_chunk,
    "state_update": _state_update,
    "plan_update": _plan_update,
    "plan_removed": _plan_removed,
    "available_commands_update": _available_commands_update,
    "config_option_update": _config_option_update,
    "session_info_update": _session_info_update,
    "usage_update": _usage_update,
    "notice": _notice,
    "compaction_update": compaction_update,
    "compaction_summary_chunk": compaction_summary_chunk,
    "subagent_update": subagent_update,
}
"""One reducer an update kind; the keys are the discriminators of SessionUpdate."""

HISTORY: Final = frozenset(UPDATES) - {
    "state_update",
    "available_commands_update",
    "config_option_update",
    "session_info_update",
    "usage_update",
    "notice",
}
"""The kinds that tell what happened, rather than how things are."""
