"""When a v2 session's foreground work began and ended, as its Agent reported, and which work it listed beside it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.memory.cancel_sent import WORKING
from acp_inspect.rules.remember import remember
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Side

STANDARD: Final = WORKING | {"idle", "unknown"}
"""The states that v2 knows, those of unstable surface included."""


class Run(NamedTuple):
    """Of one session; all but the list are `seq`s, and 0 = none."""

    began: int = 0
    """The report that the work which still goes on began with."""
    prior: int = 0
    """The one that the last finished work began with."""
    ended: int = 0
    """The idle that ended it."""
    strange: int = 0
    """The last report of a state that v2 does not know, where no other came since."""
    reported: int = 0
    """The first report with a list of background work."""
    listed: tuple[Json, ...] = ()
    """The last such list."""
    listed_at: int = 0
    """The report it stood in."""


class Runs(NamedTuple):
    """All sessions of a connection."""

    sessions: Map[str, Run] = Map()


@remember(
    Runs,
    On(kinds=("notification",), updates=("state_update",)),
    On(kinds=("request",), methods=("session/resume",)),
)
def grow(known: Runs, case: Case) -> Runs:
    """The runs after a report, or a resume, which begins the counting anew."""
    session = case.session
    if case.version != 2 or session is None or case.held is ABSENT:
        return known
    if case.kind == "request":
        return Runs(known.sessions.delete(session)) if session in known.sessions else known
    if case.sender is not Side.AGENT:
        return known
    run = _after(known.sessions.get(session, Run()), case)
    return Runs(known.sessions.set(session, run))


def _after(run: Run, case: Case) -> Run:
    update: Any = at(case.held, "update")
    state = update["state"]
    if state not in STANDARD:
        run = run._replace(strange=case.seq)
    elif state == "idle":
        run = run._replace(began=0, prior=run.began, ended=case.seq, strange=0)
    elif state in WORKING:
        run = run._replace(began=run.began or case.seq, strange=0)
    background = update.get("background")
    if isinstance(background, list):
        run = run._replace(reported=run.reported or case.seq, listed=tuple(background), listed_at=case.seq)
    return run
