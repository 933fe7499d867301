"""Sessions whose mode and config option for the mode differ since a change, as long as they do."""

from __future__ import annotations

from typing import NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import On
from acp_inspect.rules.memory.config_offers import SETTING, SETUPS
from acp_inspect.rules.modes import differing
from acp_inspect.rules.options import ids
from acp_inspect.rules.remember import remember
from acp_inspect.wire.rpc import Side


class Since(NamedTuple):
    """A difference, and the event that made it."""

    seq: int
    words: str


class Unequal(NamedTuple):
    """By session."""

    sessions: Map[str, Since] = Map()


@remember(
    Unequal,
    On(kinds=("response",), methods=("session/set_mode", SETTING, *SETUPS)),
    On(kinds=("notification",), updates=("current_mode_update", "config_option_update")),
    On(kinds=("request", "response"), methods=("session/prompt",)),
)
def grow(known: Unequal, case: Case) -> Unequal:
    """The differences after a change; each is reported at the next turn, and then forgotten."""
    name = case.session or ""
    if case.method == "session/prompt" or case.method in SETUPS or case.version != 1:
        return known if name not in known.sessions else Unequal(known.sessions.delete(name))
    session = case.after.held.sessions.get(name)
    if session is None or case.sender is not Side.AGENT:
        return known
    names = None if session.modes is None else frozenset(ids(list(session.modes), 1))
    words = "" if session.window is not None else differing(session.mode, names, list(session.config or ()))
    if not words:
        return known if name not in known.sessions else Unequal(known.sessions.delete(name))
    return known if name in known.sessions else Unequal(known.sessions.set(name, Since(case.seq, words)))
