"""What each side said last that an error without an id may be about, and which ids were used again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import On
from acp_inspect.rules.plain import is_plain_id
from acp_inspect.rules.remember import remember
from acp_inspect.wire.rpc import ABSENT, Request, Response, RpcId, Side

_MOST: Final = 100
_NOTIFICATIONS: Final = 8


class Spoken(NamedTuple):
    """What a side said. All are `seq`s; 0 = nothing of the kind."""

    unread: tuple[int, ...] = ()
    """What a receiver may be unable to read, and that no error without id was about yet."""
    notifications: tuple[tuple[int, str], ...] = ()
    """The last few but for session updates, each with its method."""
    updates: int = 0
    """The first session update."""
    response: int = 0
    request: int = 0

    @property
    def only_answered(self) -> bool:
        """Whether the last thing said was a response."""
        last = self.notifications[-1][0] if self.notifications else 0
        return self.response > max(last, self.request, self.updates)


class Said(NamedTuple):
    """What both sides said."""

    client: Spoken = Spoken()
    agent: Spoken = Spoken()

    def of(self, side: Side) -> Spoken:
        """What a side said."""
        return self.client if side is Side.CLIENT else self.agent


class Reused(NamedTuple):
    """Ids that were used again after their answer."""

    ids: Map[tuple[Side, Hashable], None] = Map()


@remember(Said, On(kinds=("request", "notification", "response", "malformed")))
def said(known: Said, case: Case) -> Said:
    """What was said after a message."""
    side = case.sender
    if side is None:
        return known
    before = known.of(side)
    if case.update is not None and before.updates:
        return known
    after = _after(before, case)
    known = known._replace(client=after) if side is Side.CLIENT else known._replace(agent=after)
    if is_null_id_error(case):
        peer = known.of(side.peer)
        if peer.unread:
            peer = peer._replace(unread=peer.unread[1:])
            known = known._replace(agent=peer) if side is Side.CLIENT else known._replace(client=peer)
    return known


def _after(spoken: Spoken, case: Case) -> Spoken:
    seq = case.seq
    body = case.event.body
    strange = isinstance(body, Request) and (
        not is_plain_id(body.message["id"]) or body.message.get("jsonrpc") != "2.0"
    )
    part = case.event.part
    # An array is refused once, however many entries it has.
    unread = part == 0 or (part is None and (case.kind == "malformed" or strange))
    if unread and len(spoken.unread) < _MOST:
        spoken = spoken._replace(unread=(*spoken.unread, seq))
    match case.kind:
        case "request":
            return spoken._replace(request=seq)
        case "response":
            return spoken._replace(response=seq)
        case "notification" if case.update is not None:
            return spoken._replace(updates=seq)
        case "notification":
            told = (*spoken.notifications, (seq, (case.method or "")[:200]))
            return spoken._replace(notifications=told[-_NOTIFICATIONS:])
    return spoken


def is_null_id_error(case: Case) -> bool:
    """Whether a message is an error about something whose id could not be read."""
    body = case.event.body
    if not isinstance(body, Response) or not isinstance(body.id, RpcId) or body.id.key is not None:
        return False
    return body.error is not ABSENT and body.error is not None


@remember(Reused, On(kinds=("request",)))
def reused(known: Reused, case: Case) -> Reused:
    """The ids used again, after a request."""
    body = case.event.body
    if case.sender is None or not isinstance(body, Request):
        return known
    key = (case.sender, body.id.key)
    if key in known.ids or key not in case.before.exchanges.answered:
        return known
    return Reused(known.ids.set(key, None))
