"""Tool calls whose Agent gave a status that the Client could not read: what it holds of them is older."""

from __future__ import annotations

from typing import NamedTuple

from immutables import Map

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember


class Misread(NamedTuple):
    """The calls by session and id, with the event that had the status."""

    calls: Map[tuple[str, str], int] = Map()


@remember(Misread, On(kinds=("notification",), updates=("tool_call", "tool_call_update")))
def grow(known: Misread, case: Case) -> Misread:
    """The calls after an update of one."""
    if not known.calls and not case.faulty:
        return known
    session, call = case.session, at(case.wire, "update", "toolCallId")
    if session is None or not isinstance(call, str) or case.decoded is None:
        return known
    key = (session, call)
    if any(
        problem.reach == "/update/status" and problem.effect is Effect.SALVAGED for problem in case.decoded.problems
    ):
        return Misread(known.calls.set(key, case.seq))
    if key in known.calls and isinstance(at(case.held, "update", "status"), str):
        return Misread(known.calls.delete(key))
    return known
