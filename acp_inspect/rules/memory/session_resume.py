"""What a session/resume brought so far: its state, and what should not have come, or not then."""

from __future__ import annotations

from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.protocol.surface import update_kinds
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Side

_STATES: Final = frozenset(
    {
        "available_commands_update",
        "config_option_update",
        "current_mode_update",
        "notice",
        "session_info_update",
        "state_update",
        "usage_update",
    }
)


class Resuming(NamedTuple):
    """A resume that waits for its answer. All are `seq`s; 0 = it did not happen."""

    request: int
    replays: bool
    """Whether the Client asked for the history."""
    state: int = 0
    """v2: the last `state_update`."""
    idle: bool = False
    """Whether that said that the session is idle."""
    belated: int = 0
    """v2: the first piece of history after it."""
    repeated: int = 0
    """The first piece of history that nobody asked for."""


class Resumes(NamedTuple):
    """The sessions that are being resumed."""

    sessions: Map[str, Resuming] = Map()


@remember(
    Resumes,
    On(kinds=("request", "response"), methods=("session/resume",)),
    On(kinds=("notification",), methods=("session/update",), once=Resumes),
)
def resumed(known: Resumes, case: Case) -> Resumes:
    """The resumes after a request, its answer, or an update of the session."""
    session = case.session
    if session is None or (case.kind == "notification" and session not in known.sessions):
        return known
    if case.kind == "request":
        if case.sender is not Side.CLIENT:
            return known
        replays = at(case.wire, "replayFrom") not in (ABSENT, None)
        return known._replace(sessions=known.sessions.set(session, Resuming(case.seq, replays)))
    now = known.sessions.get(session)
    if now is None:
        return known
    if case.kind == "response":
        mine = case.event.answers == now.request
        return known._replace(sessions=known.sessions.delete(session)) if mine else known
    after = _updated(now, case)
    return known if after is now else known._replace(sessions=known.sessions.set(session, after))


def _updated(now: Resuming, case: Case) -> Resuming:
    if case.update == "state_update":
        return now._replace(state=case.seq, idle=at(case.held, "update", "state") == "idle", belated=0)
    if not now.replays:
        return now._replace(repeated=case.seq) if not now.repeated and repeats_history(case) else now
    user = case.update in ("user_message", "user_message_chunk")
    if now.state and not now.belated and (user or now.idle) and is_history(case):
        return now._replace(belated=case.seq)
    return now


def is_history(case: Case) -> bool:
    """Whether an update tells what happened, rather than how things are."""
    return (
        case.update is not None
        and case.update not in _STATES
        and case.update in update_kinds(case.after.surface.schema)
    )


def repeats_history(case: Case) -> bool:
    """Whether an update, in a resume without replay, is certainly no live one.

    In v1: a message of the user, or any history of a session that was not open before, while no prompt waits. In v2: a
    message of the user that no prompt explains, or an old message sent anew.
    """
    held = case.before.held.sessions.get(case.session) if case.session is not None else None
    window = held.window if held is not None else None
    if held is None or window is None or not is_history(case) or case.held is ABSENT:
        return False
    if case.before.surface is not case.after.surface:
        # What was held before is of another version.
        return False
    if case.version == 1:
        was_open = window.saved is not None and window.saved.status == "open"
        return not held.turns and (case.update == "user_message_chunk" or not was_open)
    update = at(case.held, "update")
    message = at(update, "messageId")
    if case.update in ("user_message", "user_message_chunk"):
        known = f"user:{message}" in held.messages
        return not any(
            prompt.answered is None or prompt.answered > window.request or (prompt.message_id == message and not known)
            for prompt in held.prompts.values()
        )
    return is_sent_anew(held.messages, case.update, update)


def is_sent_anew(messages: Map[str, Json], kind: str | None, update: Json) -> bool:
    """v2: whether a message that was there before is sent with the very content that it had."""
    role = _ROLES.get(kind or "")
    old = messages.get(f"{role}:{at(update, 'messageId')}") if role is not None else None
    content = at(update, "content")
    return old is not None and isinstance(content, list) and bool(content) and list(old.content) == content


_ROLES: Final = {"user_message": "user", "agent_message": "agent", "agent_thought": "thought"}
