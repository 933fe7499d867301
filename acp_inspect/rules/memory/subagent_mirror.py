"""States of child sessions that their parents have not told yet."""

from __future__ import annotations

from typing import NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.memory.session_standing import Standings
from acp_inspect.rules.remember import remember
from acp_inspect.wire.json_text import Json


class Owed(NamedTuple):
    """A state that a child reported, and its parent did not."""

    parent: str
    state: Json
    seq: int


class Mirror(NamedTuple):
    """What parents owe, by child."""

    owed: Map[str, Owed] = Map()


@remember(Mirror, On(kinds=("notification",), updates=("state_update", "subagent_update")))
def mirrored(known: Mirror, case: Case) -> Mirror:
    """What is owed after a state of a child, or after its parent told it."""
    session = case.session
    if session is None or case.version == 1:
        return known
    if case.update == "subagent_update":
        child, state = at(case.held, "update", "sessionId"), at(case.held, "update", "state", "state")
        owed = known.owed.get(child) if isinstance(child, str) else None
        return Mirror(known.owed.delete(child)) if owed is not None and owed.state == state else known
    now = owes(case)
    if now is not None:
        return Mirror(known.owed.set(session, now))
    left = known.owed.delete(session) if session in known.owed else known.owed
    for child in overdue(case):
        left = left.delete(child) if child in left else left
    return known if left is known.owed else Mirror(left)


def owes(case: Case) -> Owed | None:
    """What the parent owes because of a child's state: nothing where it told the same already."""
    session, state = case.session, at(case.held, "update", "state")
    child = case.known(Standings).children.get(session) if session is not None else None
    if child is None or not isinstance(state, str):
        return None
    parent = case.before.held.sessions.get(child.parent)
    told = parent.subagents.get(session) if parent is not None else None
    return None if told is None or at(told.state, "state") == state else Owed(child.parent, state, case.seq)


def overdue(case: Case) -> list[str]:
    """The children whose states should have been told by now: the one that reports the next, those of a parent that
    becomes idle."""
    owed = case.known(Mirror).owed
    if not owed or case.session is None:
        return []
    mine = [case.session] if case.session in owed else []
    if at(case.held, "update", "state") != "idle":
        return mine
    return mine + [child for child, now in owed.items() if now.parent == case.session]
