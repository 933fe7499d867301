"""Requests that were in flight together under one id: nobody can tell which of them a response answers."""

from __future__ import annotations

from typing import NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.rpc import Request


class Twins(NamedTuple):
    """`seq`s of such requests."""

    requests: Map[int, None] = Map()


@remember(Twins, On(kinds=("request",)))
def grow(known: Twins, case: Case) -> Twins:
    """The twins after a request."""
    body = case.event.body
    if not isinstance(body, Request) or case.sender is None:
        return known
    others = case.before.exchanges.open.get((case.sender, body.id.key))
    if not others:
        return known
    return Twins(known.requests.update(dict.fromkeys((case.seq, *(other.seq for other in others)))))
