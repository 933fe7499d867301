"""Messages of the Agent for a session that the Client does not know, as long as something may still explain them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.memory.session_doubts import Doubts
from acp_inspect.rules.memory.session_standing import Standings
from acp_inspect.rules.remember import remember
from acp_inspect.trace.chain import Chain
from acp_inspect.wire.rpc import Side

AGENT_REQUESTS: Final = (
    "session/request_permission",
    "elicitation/create",
    "fs/read_text_file",
    "fs/write_text_file",
    "terminal/create",
    "terminal/output",
    "terminal/wait_for_exit",
    "terminal/kill",
    "terminal/release",
)
"""What an Agent asks of a Client for a session."""
_CREATIONS: Final = ("session/new", "session/fork")
SORTED_AT: Final = (
    On(kinds=("notification",), methods=("session/update",)),
    On(kinds=("request",), methods=AGENT_REQUESTS),
    On(kinds=("response",), methods=(*_CREATIONS, "session/prompt", "session/close")),
    On(kinds=("exited",)),
)
"""The events that are strays, or say what strays are."""


class Strays(NamedTuple):
    """What waits for an explanation, and what may bring one."""

    waiting: Map[str, Chain[int]] = Map()
    """`seq`s of the messages, by the session they name."""
    told: Map[str, int] = Map()
    """The first message of each session that was given up as unknown."""
    turns: Map[int, None] = Map()
    """v1: `seq`s of the prompts without an answer."""
    running: Map[str, None] = Map()
    """v2: the sessions that said last that they are at work."""


class Sorted(NamedTuple):
    """What an event makes of the strays."""

    after: Strays
    unknown: tuple[tuple[str, list[int]], ...] = ()
    """Sessions that nothing can explain any more, with the messages that named them."""
    created: tuple[str, list[int]] | None = None
    """The session whose creation is told only now, with the messages that named it before."""
    announced: tuple[str, int] | None = None
    """The child that is announced only now, with the first message that named it before."""


def is_stray(case: Case) -> bool:
    """Whether a message of the Agent names a session that the Client neither opened nor heard of, nor uses unopened:
    then the request that did so is at fault."""
    session = case.session
    if session is None or case.sender is not Side.AGENT or case.kind not in ("notification", "request"):
        return False
    known = case.known(Standings)
    standing = known.sessions.get(session)
    if standing is not None and (standing.opened or standing.opening or standing.deleted):
        return False
    return session not in known.children and session not in case.known(Doubts).used and not case.partial


@lru_cache(maxsize=1)
def sort(case: Case) -> Sorted:
    """What an event makes of the strays that waited before it. Made once for all who ask."""
    known = case.known(Strays)
    if case.kind in _LAST:
        # Who answers no request for a session any more does not say which session it would have been.
        given_up = () if case.known(Standings).creating or case.partial else _left(known)
        return Sorted(Strays(), given_up)
    session = case.session
    stray = is_stray(case)
    if not stray and not known.waiting and case.kind == "notification" and case.update not in _TELLING:
        return Sorted(known)
    after = known
    if stray and session is not None:
        seqs = known.waiting.get(session, Chain()).append(case.seq)
        after = known._replace(waiting=known.waiting.set(session, seqs))
    created, announced = None, None
    if case.kind == "response":
        after = _over(after, case)
        made = at(case.wire, "sessionId") if case.method in _CREATIONS else None
        if isinstance(made, str) and made in after.waiting:
            created = (made, list(after.waiting[made]))
            after = after._replace(waiting=after.waiting.delete(made))
    elif case.update == "subagent_update":
        child = at(case.held, "update", "sessionId")
        if isinstance(child, str) and child != session:
            after, announced = _announced(after, child)
    elif case.update == "state_update":
        after = _at_work(after, case)
    if not after.waiting or _may_be_explained(case, after):
        return Sorted(after, (), created, announced)
    unknown = () if case.partial else _left(after)
    told = {name: seqs[0] for name, seqs in unknown if name not in after.told}
    return Sorted(after._replace(waiting=Map(), told=after.told.update(told)), unknown, created, announced)


_LAST: Final = ("exited", "end")
_TELLING: Final = frozenset({"subagent_update", "state_update"})


@remember(Strays, *SORTED_AT, On(kinds=("request",), methods=("session/prompt",)))
def stray(known: Strays, case: Case) -> Strays:
    """The strays after an event."""
    if case.method == "session/prompt" and case.kind == "request":
        return known._replace(turns=known.turns.set(case.seq, None)) if case.version == 1 else known
    return sort(case).after


def _left(strays: Strays) -> tuple[tuple[str, list[int]], ...]:
    return tuple((session, list(seqs)) for session, seqs in strays.waiting.items())


def _may_be_explained(case: Case, strays: Strays) -> bool:
    """Whether a later message may tell what the strays are: of a new session whose id is not told yet; or of a child
    whose announcement comes too late, which says more than that it is unknown."""
    creating = case.known(Standings).creating
    mine = case.event.answers if case.kind == "response" else None
    if len(creating) > (mine is not None and mine in creating):
        return True
    children = case.version == 2 or isinstance(at(case.before.client.capabilities, "subagents"), dict)
    return children and bool(strays.turns or strays.running)


def _over(strays: Strays, case: Case) -> Strays:
    asked, session = case.event.answers, case.session
    if case.method == "session/prompt" and asked is not None and asked in strays.turns:
        return strays._replace(turns=strays.turns.delete(asked))
    if case.method == "session/close" and session is not None and session in strays.running:
        return strays._replace(running=strays.running.delete(session))
    return strays


def _announced(strays: Strays, child: str) -> tuple[Strays, tuple[str, int] | None]:
    if child in strays.waiting:
        return strays._replace(waiting=strays.waiting.delete(child)), (child, strays.waiting[child][0])
    if child in strays.told:
        return strays._replace(told=strays.told.delete(child)), (child, strays.told[child])
    return strays, None


def _at_work(strays: Strays, case: Case) -> Strays:
    session = case.session
    if session is None:
        return strays
    works = at(case.held, "update", "state") in ("running", "requires_action")
    if works and session not in strays.running:
        return strays._replace(running=strays.running.set(session, None))
    if not works and session in strays.running:
        return strays._replace(running=strays.running.delete(session))
    return strays
