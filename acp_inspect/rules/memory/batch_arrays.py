"""The arrays of messages (JSON-RPC batches) that crossed, and what became of the requests in them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.trace.event import Event
from acp_inspect.wire.rpc import Malformed, MalformedKind, Request, Response, RpcId, Side

INVALID_REQUEST: Final = -32600
_MOST: Final = 1000
"""Arrays that wait for their answer at once; more are not followed."""


class Array(NamedTuple):
    """An array of messages."""

    seq: int
    """Of its first entry."""
    line: int
    sender: Side
    requests: int = 0
    notifications: int = 0
    responses: int = 0
    invalid: int = 0
    """Entries that are no message."""
    refusals: int = 0
    """Responses that say with id null that something could not be read."""
    ids: Map[Hashable, int] = Map()
    """The requests in it: `seq` by the key of the id."""
    entities: Map[Hashable, int] = Map()
    """What its session updates are about: `seq` of the last such update."""

    @property
    def empty(self) -> bool:
        """Whether it is `[]`."""
        return not (self.requests or self.notifications or self.responses or self.invalid)

    @property
    def calls(self) -> bool:
        """Whether it asks or tells something, rather than answering."""
        return bool(self.requests or self.notifications or (self.invalid and not self.responses))


class Arrays(NamedTuple):
    """What is known of them."""

    current: Array | None = None
    """The last one, as far as it was read."""
    calls: Map[int, int] = Map()
    """The requests in them: `seq` → line."""
    answered: Map[int, int] = Map()
    """Arrays that were answered: their line → the line of their first answer."""
    unrefused: tuple[Array, ...] = ()
    """Those that nobody has refused or answered since, earliest first."""
    last_calls: Map[Side, Array] = Map()
    """The last array of each side that asked or told something."""
    last_empty: Map[Side, int] = Map()
    """`seq` of the last `[]` of each side that nothing has answered."""


def grown(known: Arrays, event: Event) -> Array:
    """The array of an event that stands in one, with the event."""
    current = known.current
    sender = event.sender or Side.AGENT
    array = current if current is not None and current.line == event.line else Array(event.seq, event.line, sender)
    match event.body:
        case Request(id=id):
            return array._replace(requests=array.requests + 1, ids=array.ids.set(id.key, event.seq))
        case Response():
            refusals = array.refusals + is_refusal(event)
            return array._replace(responses=array.responses + 1, refusals=refusals)
        case Malformed(kind=MalformedKind.EMPTY_BATCH):
            return array
        case Malformed():
            return array._replace(invalid=array.invalid + 1)
    entity = entity_of(event)
    entities = array.entities if entity is None else array.entities.set(entity, event.seq)
    return array._replace(notifications=array.notifications + 1, entities=entities)


def is_refusal(event: Event) -> bool:
    """Whether an event is the error by which a receiver says that it could not take what it got."""
    body = event.body
    return (
        isinstance(body, Response)
        and isinstance(body.id, RpcId)
        and body.id.key is None
        and at(body.error, "code") == INVALID_REQUEST
    )


def entity_of(event: Event) -> tuple[str, str, str] | None:
    """Session, kind and id of what a session update is about, where its order to others of the same counts."""
    update = at(event.body.params, "update") if hasattr(event.body, "params") else None
    for kind, name in (("terminal", "terminalId"), ("tool call", "toolCallId"), ("message", "messageId")):
        id = at(update, name)
        if event.method == "session/update" and isinstance(id, str):
            return event.session or "", kind, id
    return None


@remember(Arrays, On(kinds=("request", "notification", "malformed"), odd=True), On(kinds=("response",)))
def arrays(known: Arrays, case: Case) -> Arrays:
    """What is known after an event that stands in an array, or answers something."""
    event = case.event
    if event.part is None:
        return _answered(known, event) if case.kind == "response" and known.calls else _heard(known, event)
    array = grown(known, event)
    known = known._replace(current=array)
    if isinstance(event.body, Request):
        known = known._replace(calls=known.calls.set(event.seq, event.line))
    known = _answered(known, event) if isinstance(event.body, Response) else known
    if event.part == event.parts - 1:
        if array.calls:
            known = known._replace(last_calls=known.last_calls.set(array.sender, array))
        if array.empty:
            known = known._replace(last_empty=known.last_empty.set(array.sender, array.seq))
        if len(known.unrefused) < _MOST:
            known = known._replace(unrefused=(*known.unrefused, array))
    return known


def _answered(known: Arrays, event: Event) -> Arrays:
    line = known.calls.get(event.answers) if event.answers is not None else None
    if line is not None and line not in known.answered:
        known = known._replace(answered=known.answered.set(line, event.line))
    return _heard(known, event)


def _heard(known: Arrays, event: Event) -> Arrays:
    """What waited for the sender of a response waits no more: it was refused, or it never will be."""
    if event.sender is None or not isinstance(event.body, Response):
        return known
    peer = event.sender.peer
    if peer in known.last_empty:
        known = known._replace(last_empty=known.last_empty.delete(peer))
    waiting = [array for array in known.unrefused if array.sender is peer]
    if not waiting:
        return known
    over = waiting[:1] if is_refusal(event) else waiting
    return known._replace(unrefused=tuple(array for array in known.unrefused if array not in over))
