"""What goes on between the request to close or archive a session and the end of the work that it cancels."""

from __future__ import annotations

from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.rules.sessions import succeeded
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Side

ENDS: Final = ("session/close", "session/archive")
"""Requests that cancel a session's work."""


class Closing(NamedTuple):
    """A session that is being closed or archived."""

    request: int
    """`seq` of the request."""
    method: str
    state: str
    """What the session did when that was asked for."""
    prompts: Map[int, None] = Map()
    """The prompts that waited for their answer then, and still do, by `seq`."""
    answered: int = 0
    """`seq` of the successful answer; 0 = it has not come."""
    idle: int = 0
    """v2: the `state_update` since then that said that the session is idle."""
    reason: Json = ABSENT
    """Its stop reason."""


class Closings(NamedTuple):
    """The sessions that are being closed or archived, and those that still owe the answer to a prompt."""

    sessions: Map[str, Closing] = Map()


@remember(
    Closings,
    On(kinds=("request",), methods=(*ENDS, "session/load", "session/resume")),
    On(kinds=("response",), methods=(*ENDS, "session/prompt")),
    On(kinds=("notification",), updates=("state_update",)),
)
def closing(known: Closings, case: Case) -> Closings:
    """The closings after an event of the session."""
    session = case.session
    if session is None:
        return known
    if case.kind == "request":
        if case.sender is Side.CLIENT and case.method in ENDS:
            return _with(known, session, _asked(case, session))
        return _without(known, session)
    now = known.sessions.get(session)
    if now is None:
        return known
    if case.kind == "notification":
        idle = at(case.held, "update", "state") == "idle"
        reason = at(case.held, "update", "stopReason")
        return _with(known, session, now._replace(idle=case.seq, reason=reason)) if idle else known
    asked = case.event.answers
    if case.method == "session/prompt":
        if asked is None or asked not in now.prompts:
            return known
        now = now._replace(prompts=now.prompts.delete(asked))
    elif asked == now.request:
        if not succeeded(case):
            return _without(known, session)
        now = now._replace(answered=case.seq)
    return _without(known, session) if now.answered and not now.prompts else _with(known, session, now)


def _asked(case: Case, session: str) -> Closing:
    held = case.before.held.sessions.get(session)
    if held is None:
        return Closing(case.seq, case.method or "", "unknown")
    waiting = {seq: None for seq, prompt in held.prompts.items() if prompt.answered is None}
    return Closing(case.seq, case.method or "", held.activity.state, Map(waiting))


def _with(known: Closings, session: str, now: Closing) -> Closings:
    return known._replace(sessions=known.sessions.set(session, now))


def _without(known: Closings, session: str) -> Closings:
    return known._replace(sessions=known.sessions.delete(session)) if session in known.sessions else known
