"""v2: terminals that tool calls show and nothing describes, and terminals that run, both until work ends."""

from __future__ import annotations

from typing import Any, NamedTuple

from immutables import Map

from acp_inspect.rules.background import identity, terminals_of
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.remember import remember
from acp_inspect.rules.tool_calls import in_replay
from acp_inspect.wire.rpc import ABSENT, Side


class Mentions(NamedTuple):
    """By session and terminal, each with the `seq` of the first event about it."""

    shown: Map[str, Map[str, int]] = Map()
    running: Map[str, Map[str, int]] = Map()


@remember(
    Mentions,
    On(
        kinds=("notification",),
        updates=(
            "tool_call_update",
            "tool_call_content_chunk",
            "terminal_update",
            "terminal_output_chunk",
            "state_update",
        ),
    ),
    On(kinds=("request",), methods=("session/resume",)),
)
def grow(known: Mentions, case: Case) -> Mentions:
    """The terminals after an update, or a resume, which begins anew."""
    session = case.session
    if case.version != 2 or session is None or case.held is ABSENT:
        return known
    if case.kind == "request":
        return Mentions(_dropped(known.shown, session), _dropped(known.running, session))
    held: Any = session_of(case.before, session)
    if case.sender is not Side.AGENT or in_replay(held):
        return known
    match case.update:
        case "state_update":
            if at(case.held, "update", "state") != "idle":
                return known
            left = left_running(known, case)
            return Mentions(_dropped(known.shown, session), _without(known.running, session, left))
        case "terminal_update" | "terminal_output_chunk":
            return _described(known, case, session, str(at(case.held, "update", "terminalId")))
    content = at(case.held, "update", "content")
    for item in content if isinstance(content, list) else [content]:
        terminal = at(item, "terminalId")
        if at(item, "type") == "terminal" and isinstance(terminal, str):
            there = known.shown.get(session, Map())
            if terminal not in there and (held is None or terminal not in held.terminals):
                known = known._replace(shown=known.shown.set(session, there.set(terminal, case.seq)))
    return known


def left_running(known: Mentions, case: Case) -> list[str]:
    """The terminals that run on after the work that a state update ends, and that its background list lacks."""
    after: Any = session_of(case.after, case.session)
    running = known.running.get(case.session or "")
    if running is None or after is None or after.activity.background is None:
        return []
    if not isinstance(at(case.held, "update", "stopReason"), str):
        return []
    listed: set[str] = set()
    for work in after.activity.background:
        match identity(work):
            case ("terminal", name):
                listed.add(name)
            case ("tool_call", name):
                listed |= terminals_of(after, name)
    return sorted((terminal for terminal in running if terminal not in listed), key=lambda name: running[name])


def _described(known: Mentions, case: Case, session: str, terminal: str) -> Mentions:
    held: Any = session_of(case.after, session)
    now = None if held is None else held.terminals.get(terminal)
    known = known._replace(shown=_without(known.shown, session, [terminal]))
    if now is None or now.exit is not None:
        return known._replace(running=_without(known.running, session, [terminal]))
    there = known.running.get(session, Map())
    # Once reported, it is not asked about again: only its beginning puts it here.
    if terminal in there or now.first != case.seq:
        return known
    return known._replace(running=known.running.set(session, there.set(terminal, case.seq)))


def _without(sessions: Map[str, Map[str, int]], session: str, gone: list[str]) -> Map[str, Map[str, int]]:
    there = sessions.get(session)
    if there is None:
        return sessions
    for terminal in gone:
        if terminal in there:
            there = there.delete(terminal)
    return sessions.set(session, there) if there else sessions.delete(session)


def _dropped(sessions: Map[str, Map[str, int]], session: str) -> Map[str, Map[str, int]]:
    return sessions.delete(session) if session in sessions else sessions
