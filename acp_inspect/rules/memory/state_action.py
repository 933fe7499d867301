"""v2: a session that waits for its user, what it was answered, and whether its Agent went on without saying so."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.prompt_inserted import OUTPUT
from acp_inspect.rules.remember import remember
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side

QUESTIONS: Final = ("session/request_permission", "elicitation/create")


class Waiting(NamedTuple):
    """A session in `requires_action`. All are `seq`s, 0 = none."""

    since: int
    answered: int = 0
    """The answer after which no question of the session was open."""
    output: int = 0
    """The first output after that."""


class Late(NamedTuple):
    """An answer to a question, when the work that had asked was over. Both are `seq`s."""

    asked: int
    answer: int


class Actions(NamedTuple):
    """All sessions of a connection."""

    waiting: Map[str, Waiting] = Map()
    late: Map[str, Late] = Map()


@remember(
    Actions,
    On(kinds=("notification",), updates=("state_update",)),
    On(kinds=("notification",), updates=tuple(OUTPUT), once=Actions),
    On(kinds=("response",), methods=QUESTIONS),
    On(kinds=("request",), methods=("session/prompt", "session/resume")),
)
def grow(known: Actions, case: Case) -> Actions:
    """The memory after a report, an output, or an answer of the user's."""
    session = case.session
    if case.version != 2 or session is None:
        return known
    if case.kind == "request":
        return known._replace(late=known.late.delete(session)) if session in known.late else known
    if case.kind == "response":
        return _answered(known, case, session)
    if case.sender is not Side.AGENT:
        return known
    waiting = known.waiting.get(session)
    if case.update == "state_update":
        state = at(case.held, "update", "state")
        if session in known.late and state != "idle":
            known = known._replace(late=known.late.delete(session))
        if state == "requires_action":
            return known._replace(waiting=known.waiting.set(session, waiting or Waiting(case.seq)))
        return known if waiting is None else known._replace(waiting=known.waiting.delete(session))
    if waiting is None or not waiting.answered or waiting.output or not in_foreground(case, session):
        return known
    return known._replace(waiting=known.waiting.set(session, waiting._replace(output=case.seq)))


def in_foreground(case: Case, session: str) -> bool:
    """Whether an update shows progress of the foreground: text, or a tool call that runs or ran."""
    if case.update != "tool_call_update":
        return True
    held: Any = session_of(case.before, session)
    call = at(case.held, "update", "toolCallId")
    listed: tuple[Json, ...] = () if held is None else held.activity.background or ()
    return at(case.held, "update", "status") in ("in_progress", "completed") and all(
        work.get("toolCallId") != call for work in listed
    )


def _answered(known: Actions, case: Case, session: str) -> Actions:
    asked = case.event.answers
    if case.sender is not Side.CLIENT or asked is None:
        return known
    held: Any = session_of(case.before, session)
    if held is not None and held.activity.state == "idle" and asked < held.activity.since:
        return known._replace(late=known.late.set(session, Late(asked, case.seq)))
    waiting = known.waiting.get(session)
    if waiting is None or has_questions(case, session):
        return known
    return known._replace(waiting=known.waiting.set(session, waiting._replace(answered=case.seq)))


def has_questions(case: Case, session: str) -> bool:
    """Whether a question to the user of a session is open after the case."""
    return any(
        request.sender is Side.AGENT and request.method in QUESTIONS
        for request in case.after.exchanges.of_session(session)
    )
