"""What rules about cancelling one tool call ask, and those about cancelling one terminal in the same way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.answers import INVALID_PARAMS, error_code, succeeded
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.crossing import LONG, ago, elapsed
from acp_inspect.rules.declare import Hit, Level
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.stdio_seen import StdioSeen
from acp_inspect.rules.memory.tool_call_cancels import (
    TARGETS,
    Cancels,
    is_offered,
    is_over,
    left_at_idle,
    target,
)
from acp_inspect.rules.tool_calls import history_is_known, in_replay
from acp_inspect.wire.rpc import Side

_NOUNS: Final = {"tool_call/cancel": "tool call", "terminal/cancel": "terminal"}
_OTHER_REASONS: Final = frozenset({-32000, -32800})
"""Error codes that say nothing about the params: not logged in, cancelled."""


def not_advertised(case: Case) -> Iterator[Hit]:
    """A request to cancel what the session does not know, or what did not offer it. Info for a possible race."""
    method = case.method or ""
    name = at(case.held, TARGETS[method])
    session = session_of(case.before, case.session)
    if case.sender is not Side.CLIENT or not isinstance(name, str) or case.session is None or session is None:
        return
    held = target(session, method, name)
    where = pointer("params", TARGETS[method])
    what = f"{_NOUNS[method]} {found(name)}"
    if held is None:
        if history_is_known(case, session):
            yield Hit(f"the session has no {what}", where)
    elif not is_offered(held) and not case.after.gaps:
        withdrawn = case.known(Cancels).withdrawn.get((case.session, method, name))
        time = None if withdrawn is None else elapsed(withdrawn, case.event.at)
        if withdrawn is None:
            yield Hit(f"{what} did not offer to be cancelled", where, related=(held.last,))
        else:
            level = Level.INFO if time is None or time < LONG else Level.ERROR
            text = f"{what} could no longer be cancelled, as was said {ago(time)}"
            yield Hit(text, where, level=level, related=(held.last,))


def invalid_accepted(case: Case) -> Iterator[Hit]:
    """An answer other than error -32602 to a request that nothing can be done about."""
    why = case.known(Cancels).invalid.get(case.event.answers or 0)
    ask, code = case.step.ask, error_code(case)
    if why is None or ask is None or code == INVALID_PARAMS or code in _OTHER_REASONS:
        return
    method = case.method or ""
    what = f"{_NOUNS[method]} {found(ask.text(TARGETS[method]) or '')} cannot be cancelled: {why}"
    if succeeded(case):
        yield Hit(f"{what}; yet the answer is a success", related=(ask.seq,))
    elif code is not None:
        yield Hit(f"{what}; the error is {code}", "/error/code", level=Level.WARNING, related=(ask.seq,))


def without_end(case: Case, method: str) -> Iterator[Hit]:
    """What was cancelled and has not ended: when its work does, when its session is closed, when the Agent ends."""
    known = case.known(Cancels)
    if not known.accepted or case.after.gaps:
        return
    if case.kind == "notification":
        session = session_of(case.before, case.session)
        if method == "tool_call/cancel" and not in_replay(session) and case.session is not None:
            for key in left_at_idle(known, case):
                yield _left(known, case.session, key, "the work has ended")
        return
    if case.kind == "response":
        if case.session in known.accepted and case.session is not None and succeeded(case):
            for key in known.accepted[case.session]:
                if key[0] == method:
                    yield _left(known, case.session, key, "the session is closed")
        return
    ended = case.after.agent_ended
    if ended is None or (case.kind == "end" and case.known(StdioSeen).exited):
        return
    by_client = case.after.client_ended is not None and case.after.client_ended < ended
    for session_id, waiting in known.accepted.items():
        for key in waiting:
            if key[0] == method:
                hit = _left(known, session_id, key, "the Agent has ended")
                level = Level.INFO if by_client else None
                yield hit._replace(seq=ended if case.kind == "end" else None, session=session_id, level=level)


def _left(known: Cancels, session: str, key: tuple[str, str], why: str) -> Hit:
    method, name = key
    answer = known.accepted[session][key]
    status = "final status" if method == "tool_call/cancel" else "exit status"
    return Hit(f"{why}, but {_NOUNS[method]} {found(name)}, which was cancelled, has no {status}", related=(answer,))


def advertised_after_end(case: Case, method: str) -> Iterator[Hit]:
    """The update after which something is over and still offers to be cancelled."""
    name = at(case.held, "update", TARGETS[method])
    before, after = session_of(case.before, case.session), session_of(case.after, case.session)
    held, old = target(after, method, name), target(before, method, name)
    if held is None or case.sender is not Side.AGENT or in_replay(before):
        return
    was = old is not None and is_over(old, method) and is_offered(old)
    if is_over(held, method) and is_offered(held) and not was:
        yield Hit(f"{_NOUNS[method]} {found(name)} is over, and still offers to be cancelled", "/params/update")
