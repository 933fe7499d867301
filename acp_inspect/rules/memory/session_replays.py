"""Sessions whose history was asked for and that nobody has prompted since: history that comes now comes too late."""

from __future__ import annotations

from typing import NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import On
from acp_inspect.rules.memory.session_resume import is_sent_anew
from acp_inspect.rules.remember import remember
from acp_inspect.rules.sessions import asked, succeeded
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT


class Replayed(NamedTuple):
    """A load, or a resume with replay, that was answered."""

    answer: int
    """`seq` of the answer."""
    before: Map[str, Json]
    """v2: the messages that the session had before, as its state keeps them."""


class Replays(NamedTuple):
    """The answered replays, by session."""

    sessions: Map[str, Replayed] = Map()


@remember(
    Replays,
    On(kinds=("response",), methods=("session/load", "session/resume")),
    On(kinds=("request",), methods=("session/prompt", "session/load", "session/resume", "session/close")),
    On(kinds=("notification",), updates=("user_message_chunk", "user_message")),
)
def replayed(known: Replays, case: Case) -> Replays:
    """The replays after an answer, after whatever makes the session live, or after a late piece of history."""
    session = case.session
    if session is None:
        return known
    if case.kind == "response":
        replays = case.method == "session/load" or asked(case, "replayFrom") not in (ABSENT, None)
        if not succeeded(case) or not replays:
            return known
        held = case.before.held.sessions.get(session)
        saved = held.window.saved if held is not None and held.window is not None else None
        before = saved.messages if saved is not None else Map()
        return known._replace(sessions=known.sessions.set(session, Replayed(case.seq, before)))
    if session not in known.sessions or (case.kind == "notification" and not comes_late(case)):
        return known
    return known._replace(sessions=known.sessions.delete(session))


def comes_late(case: Case) -> bool:
    """Whether a message of the user belongs to a replay that was answered already: in v1 any, while no prompt waits; in
    v2 one that the session had before, with the same content, and that the replay did not bring."""
    session = case.session
    replayed = case.known(Replays).sessions.get(session) if session is not None else None
    held = case.before.held.sessions.get(session) if session is not None else None
    if replayed is None or held is None or held.window is not None or not isinstance(case.held, dict):
        return False
    if case.before.surface is not case.after.surface:
        return False
    if case.version == 1:
        return case.update == "user_message_chunk" and not held.turns
    update: Json = case.held.get("update")
    key = f"user:{update.get('messageId')}"
    waits = any(prompt.answered is None for prompt in held.prompts.values())
    return not waits and key not in held.messages and is_sent_anew(replayed.before, case.update, update)
