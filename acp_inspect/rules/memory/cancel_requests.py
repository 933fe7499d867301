"""The open requests that their sender asked to cancel with `$/cancel_request`."""

from __future__ import annotations

from typing import NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.rpc import ABSENT, RpcId, Side


class Named(NamedTuple):
    """A `$/cancel_request`."""

    seq: int
    at: int
    """Nanoseconds since the recording's start, -1 = unknown."""


class CancelRequests(NamedTuple):
    """All requests of a connection."""

    requests: Map[int, Named] = Map()
    """By `seq` of the request."""
    client: int = 0
    """The Client's last message while there was such a request."""
    agent: int = 0
    """The Agent's."""

    def last(self, side: Side) -> int:
        """The last message of a side."""
        return self.client if side is Side.CLIENT else self.agent


@remember(
    CancelRequests,
    On(kinds=("notification", "request"), methods=("$/cancel_request",)),
    On(kinds=("notification", "request", "response"), once=CancelRequests),
)
def grow(known: CancelRequests, case: Case) -> CancelRequests:
    """The memory after a message."""
    if case.method == "$/cancel_request":
        wanted = at(case.held, "requestId")
        sender = case.sender
        if wanted is ABSENT or sender is None:
            return known
        named = Named(case.seq, case.event.at)
        waiting = case.before.exchanges.open.get((sender, RpcId.of(wanted).key), ())
        new = {request.seq: named for request in waiting if request.seq not in known.requests}
        return known._replace(requests=known.requests.update(new)) if new else known
    if not known.requests:
        return known
    if case.event.answers is not None and case.event.answers in known.requests:
        return known._replace(requests=known.requests.delete(case.event.answers))
    return known._replace(client=case.seq) if case.sender is Side.CLIENT else known._replace(agent=case.seq)
