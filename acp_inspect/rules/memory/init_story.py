"""How a connection began: what came before its `initialize` was answered, and what proves that it came too early.

A recording may begin late. What comes before the first `initialize` that it shows is too early only if the recording
shows that it begins with the connection, or if an `initialize` follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.rpc import ABSENT, Request, Response, Side

MOST: Final = 50
"""Early messages that are kept."""
INVALID_REQUEST: Final = -32600


class Early(NamedTuple):
    """A message before any `initialize`."""

    seq: int
    sender: Side
    kind: str
    method: str
    answers: int | None = None
    """Of a response: what it answers."""
    ok: bool = False
    """Of a response: whether it is a result."""
    refused: bool = False
    """Of a response: whether it refuses the request because nothing was initialized."""


class InitStory(NamedTuple):
    """How it began."""

    whole: bool = False
    """Whether the recording shows the start of the Agent."""
    early: tuple[Early, ...] = ()
    """What came before the first `initialize`."""
    asked: int | None = None
    """`seq` of the first `initialize`."""
    pending: int = 0
    """How many of them wait for their answer."""
    done: bool = False
    """Whether one was answered with a result, of whatever form."""
    failed: bool = False
    """Whether the last one was answered with an error, and none with a result before."""
    unready: Map[int, None] = Map()
    """Requests of the Client that were sent too early and wait for their answer."""
    warned: bool = False
    """Whether the Client sent a request after the last `initialize` had failed."""
    others: bool = False
    """Whether the Client sent another request after `initialize` was answered."""

    @property
    def settled(self) -> bool:
        """Whether nothing can be too early any more."""
        return self.done and not self.pending


@remember(InitStory, On(kinds=("started", "exited")))
def started(known: InitStory, case: Case) -> InitStory:
    """The recording shows the start: what follows is all there is. Where one Agent ended, another may begin anew."""
    if case.kind == "exited":
        return InitStory()
    return known._replace(whole=True) if case.before.seq == 0 or known == InitStory() else known


@remember(InitStory, On(kinds=("request", "notification", "response")))
def told(known: InitStory, case: Case) -> InitStory:
    """How it began, after a message. An entry of an array is none: arrays are refused."""
    event = case.event
    if known.settled:
        if case.kind != "request" or event.sender is not Side.CLIENT:
            return known
        if case.method != "initialize":
            return known if known.others else known._replace(others=True)
    if event.part is not None or event.sender is None:
        return known
    if case.method == "initialize" and isinstance(event.body, Request) and event.sender is Side.CLIENT:
        return known._replace(asked=known.asked or event.seq, pending=known.pending + 1, warned=False)
    if case.method == "initialize" and isinstance(event.body, Response) and event.sender is Side.AGENT:
        ok = event.body.result is not ABSENT
        done = known.done or ok
        return known._replace(pending=max(0, known.pending - 1), done=done, failed=not done)
    if known.done:
        return known
    if event.sender is Side.CLIENT and case.kind == "request" and len(known.unready) < MOST:
        known = known._replace(unready=known.unready.set(event.seq, None), warned=known.failed)
    if known.asked is None and len(known.early) < MOST:
        ok = isinstance(event.body, Response) and event.body.error is ABSENT
        early = Early(event.seq, event.sender, case.kind, case.method or "", event.answers, ok, refuses(case))
        known = known._replace(early=(*known.early, early))
    return known


def refuses(case: Case) -> bool:
    """Whether a case is the Agent's refusal of a request because nothing was initialized."""
    body = case.event.body
    if not isinstance(body, Response) or at(body.error, "code") != INVALID_REQUEST or case.event.answers is None:
        return False
    texts = (at(body.error, "message"), at(body.error, "data"))
    return any(isinstance(text, str) and "initial" in text.lower() for text in texts)


def too_early(case: Case, sender: Side, kind: str) -> Iterator[tuple[int, str, str]]:
    """The messages of a side and kind that a case shows to be too early: `seq`, method, and how they are too early.

    Of one that waits for its proof, the case is the `initialize` that follows.
    """
    known = case.known(InitStory)
    if known.done or case.event.part is not None:
        return
    if case.method == "initialize" and case.kind == "request" and case.sender is Side.CLIENT:
        if known.asked is None and not known.whole and not case.after.gaps:
            for early in known.early:
                if early.sender is sender and early.kind == kind and early.method != "$/cancel_request":
                    # One tells of all: that it was too early is the same defect.
                    yield early.seq, early.method, "before initialize"
                    return
        return
    if case.sender is not sender or case.kind != kind:
        return
    if known.pending:
        yield case.seq, case.method or "", "before initialize was answered"
    elif known.failed and not (known.warned and kind == "request"):
        # Everything is too early then; the first request says it.
        yield case.seq, case.method or "", "although initialize failed"
    elif known.whole and known.asked is None:
        yield case.seq, case.method or "", "before initialize"
