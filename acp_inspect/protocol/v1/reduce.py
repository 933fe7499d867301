"""What each v1 session update does to a session. Pure: a session and an update in, a session out.

Updates are as the tolerant decoder leaves them: what is required is there and well-formed, what was malformed is gone,
but for lists that the schema reads as empty then. v1's union is closed: an unknown kind never comes here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from acp_inspect.protocol.entities import (
    COMMANDS,
    CONFIG,
    INFO,
    MODES,
    NOTICE,
    PLAN,
    USAGE,
    Info,
    Mention,
    Notice,
    Plan,
    Ref,
    Usage,
)
from acp_inspect.protocol.patch import patched
from acp_inspect.protocol.v1.conversation import (
    Reducer,
    chunk_of,
    compaction_summary_chunk,
    compaction_update,
    given,
    session_message,
    session_message_chunk,
    subagent_update,
    tool_call,
    tool_call_update,
)
from acp_inspect.protocol.v1.state import Session
from acp_inspect.wire.json_text import Json


def updated(session: Session, update: dict[str, Json], seq: int) -> Session:
    """The session after any update."""
    kind = update["sessionUpdate"]
    reducer = UPDATES.get(kind)
    if reducer is None:
        return session
    session = reducer(session, update, seq)
    window = session.window
    if window is not None and kind in HISTORY:
        session = session._replace(window=window._replace(history=window.history + 1))
    return session


def _plan(session: Session, update: dict[str, Json], seq: int) -> Session:
    return _planned(session, "", "items", {"entries": update["entries"]}, seq)


def _plan_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    told = update["plan"]
    content = {name: value for name, value in told.items() if name not in ("planId", "type")}
    return _planned(session, told["planId"], told["type"], content, seq)


def _planned(session: Session, key: str, kind: str, content: dict[str, Json], seq: int) -> Session:
    # A plan is no part of the conversation: it does not end a run.
    ref = Ref(PLAN, key)
    known = session.plans.get(key)
    timeline = session.timeline if known is not None else session.timeline.append(Mention(ref, seq))
    plan = Plan(key, kind, content, seq if known is None else known.first, seq)
    return session._replace(plans=session.plans.set(key, plan), timeline=timeline, touched=(ref,))


def _plan_removed(session: Session, update: dict[str, Json], seq: int) -> Session:
    key = update["planId"]
    if key not in session.plans:
        return session
    return session._replace(plans=session.plans.delete(key), touched=(Ref(PLAN, key),))


def _available_commands_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    return session._replace(commands=tuple(update["availableCommands"]), touched=(Ref(COMMANDS),))


def _current_mode_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    return session._replace(mode=update["currentModeId"], touched=(Ref(MODES),))


def _config_option_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    return session._replace(config=tuple(update["configOptions"]), touched=(Ref(CONFIG),))


def _session_info_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    old = session.info
    info = Info(
        patched(old.title, update, "title", None),
        patched(old.updated_at, update, "updatedAt", None),
        given(old.meta, update, "_meta"),
    )
    return session._replace(info=info, touched=(Ref(INFO),))


def _usage_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    # The text is silent about a cost that is not told again; Zed keeps the last one.
    cost = given(session.usage.cost if session.usage is not None else None, update, "cost")
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
    "user_message_chunk": chunk_of("user"),
    "agent_message_chunk": chunk_of("agent"),
    "agent_thought_chunk": chunk_of("thought"),
    "session_message": session_message,
    "session_message_chunk": session_message_chunk,
    "tool_call": tool_call,
    "tool_call_update": tool_call_update,
    "plan": _plan,
    "plan_update": _plan_update,
    "plan_removed": _plan_removed,
    "available_commands_update": _available_commands_update,
    "current_mode_update": _current_mode_update,
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
    "available_commands_update",
    "current_mode_update",
    "config_option_update",
    "session_info_update",
    "usage_update",
    "notice",
}
"""The kinds that tell what happened, rather than how things are."""
