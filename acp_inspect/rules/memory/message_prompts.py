"""How many prompts a v2 session was given, and how many live user messages it has told of."""

from __future__ import annotations

from typing import Any, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember


class Prompts(NamedTuple):
    """By session: prompts without a user message yet."""

    open: Map[str, int] = Map()


@remember(
    Prompts,
    On(kinds=("request",), methods=("session/prompt",)),
    On(kinds=("notification",), updates=("user_message", "user_message_chunk")),
)
def grow(known: Prompts, case: Case) -> Prompts:
    """The prompts after one more, or after a user message."""
    session = case.session
    if session is None:
        return known
    count = known.open.get(session, 0)
    if case.kind == "request":
        return Prompts(known.open.set(session, count + 1))
    return Prompts(known.open.set(session, count - 1)) if count and is_new_live(case) else known


def is_new_live(case: Case) -> bool:
    """Whether an update begins a user message outside of a replay."""
    session: Any = case.before.held.sessions.get(case.session or "")
    name = at(case.held, "update", "messageId")
    if not isinstance(name, str):
        return False
    return session is None or (session.window is None and f"user:{name}" not in session.messages)
