"""The terminals of v1 that the Client made: which there ever were, and what was said about each.

The state forgets them when a session is loaded anew; the Client does not.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from immutables import Map

from acp_inspect.protocol.v1.terminals import exit_of
from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.rules.tool_calls import told_calls
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


class Life(NamedTuple):
    """A terminal. All numbers but the limit are `seq`s; 0 = it did not happen."""

    created: int
    """The answer that named it."""
    limit: int | None
    """Bytes of output that are to be kept; None = as many as there are."""
    release: int = 0
    """The request to release it, where that was not refused."""
    exit: Json = None
    """The first report of its end: exitCode and signal, as far as told."""
    exited: int = 0
    """The answer with that report."""
    shown: int = 0
    """The first message in which a tool call contained it before its release."""


class TerminalLives(NamedTuple):
    """All terminals of a connection."""

    sessions: Map[str, Map[str, Life]] = Map()
    """By session and id."""
    owners: Map[str, str] = Map()
    """The session that an id was made for last."""
    creating: Map[int, None] = Map()
    """Requests for a terminal that wait for their answer, by `seq`."""

    def of(self, session: str | None, terminal: Json) -> Life | None:
        """A terminal of a session; None where none was made."""
        if session is None or not isinstance(terminal, str) or session not in self.sessions:
            return None
        return self.sessions[session].get(terminal)

    def grown(self, session: str, terminal: str, life: Life) -> TerminalLives:
        """With a terminal as it is now."""
        lives = self.sessions.get(session, Map()).set(terminal, life)
        return self._replace(sessions=self.sessions.set(session, lives))


METHODS = ("terminal/create", "terminal/output", "terminal/wait_for_exit", "terminal/release")


@remember(
    TerminalLives,
    On(kinds=("request", "response"), methods=METHODS),
    On(kinds=("request",), methods=("session/request_permission",)),
    On(kinds=("notification",), updates=("tool_call", "tool_call_update")),
)
def grow(known: TerminalLives, case: Case) -> TerminalLives:
    """The terminals after a message that concerns them."""
    if case.version != 1 or case.session is None:
        return known
    match case.kind, case.method:
        case "response", "terminal/create":
            return _created(known, case, case.session)
        case "response", _:
            return _answered(known, case, case.session)
        case "request", "terminal/create" if case.sender is Side.AGENT:
            return known._replace(creating=known.creating.set(case.seq, None))
        case "request", "terminal/release" if case.sender is Side.AGENT:
            terminal = at(case.held, "terminalId")
            life = known.of(case.session, terminal)
            if life is None or life.release:
                return known
            return known.grown(case.session, str(terminal), life._replace(release=case.seq))
        case ("notification", _) | ("request", "session/request_permission"):
            return _shown(known, case, case.session) if case.session in known.sessions else known
    return known


def _created(known: TerminalLives, case: Case, session: str) -> TerminalLives:
    asked = case.event.answers
    if asked is not None and asked in known.creating:
        known = known._replace(creating=known.creating.delete(asked))
    terminal = at(case.held, "terminalId")
    if not succeeded(case) or not isinstance(terminal, str):
        return known
    limit = None if case.step.ask is None else case.step.ask.params.get("outputByteLimit")
    life = Life(case.seq, limit if isinstance(limit, int) and limit > 0 else None)
    return known.grown(session, terminal, life)._replace(owners=known.owners.set(terminal, session))


def _answered(known: TerminalLives, case: Case, session: str) -> TerminalLives:
    ask = case.step.ask
    terminal = None if ask is None else ask.text("terminalId")
    life = known.of(session, terminal)
    if ask is None or terminal is None or life is None:
        return known
    if case.method == "terminal/release":
        if succeeded(case) or life.release != ask.seq:
            return known
        return known.grown(session, terminal, life._replace(release=0))
    told = told_exit(case)
    if told is None or life.exited:
        return known
    return known.grown(session, terminal, life._replace(exit=told, exited=case.seq))


def told_exit(case: Case) -> Json:
    """What an answer to terminal/output or terminal/wait_for_exit says of the command's end; None = nothing."""
    members: Any = at(case.held, "exitStatus") if case.method == "terminal/output" else case.held
    return exit_of(members) if isinstance(members, dict) and succeeded(case) else None


def _shown(known: TerminalLives, case: Case, session: str) -> TerminalLives:
    for _, call in told_calls(case):
        content = call.get("content")
        for item in content if isinstance(content, list) else ():
            terminal = at(item, "terminalId")
            life = known.of(session, terminal)
            if life is not None and not life.release and not life.shown:
                known = known.grown(session, str(terminal), life._replace(shown=case.seq))
    return known
