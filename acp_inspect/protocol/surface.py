"""One version of the protocol as the connection uses it: its schema, and what each of its messages does.

The only module that knows both versions. A connection picks its surface once, and nothing behind it asks again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from acp_inspect.protocol.holdings import Exchange, Holdings, Notified
from acp_inspect.protocol.picture import PendingPicture, SessionPicture
from acp_inspect.protocol.schema import MethodKind, Schema, load_packaged_schema
from acp_inspect.protocol.v1.draw import draw_session as draw_v1
from acp_inspect.protocol.v1.exchanges import EXCHANGES as EXCHANGES_V1
from acp_inspect.protocol.v1.exchanges import NOTIFICATIONS as NOTIFICATIONS_V1
from acp_inspect.protocol.v1.windows import gone as gone_v1
from acp_inspect.protocol.v2.draw import draw_session as draw_v2
from acp_inspect.protocol.v2.exchanges import EXCHANGES as EXCHANGES_V2
from acp_inspect.protocol.v2.exchanges import NOTIFICATIONS as NOTIFICATIONS_V2
from acp_inspect.protocol.v2.windows import gone as gone_v2
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side

AnyHoldings: TypeAlias = Holdings[Any]
"""Holdings with the sessions of whichever version the connection speaks."""

Draw: TypeAlias = Callable[[Any, tuple[PendingPicture, ...], bool], SessionPicture]
"""A session, its open requests, whether the connection is gone → its picture."""


class KnownRequest(NamedTuple):
    """A request that a side handles."""

    params: str
    result: str
    does: Exchange[Any]


class KnownNotification(NamedTuple):
    """A notification that a side handles."""

    params: str
    does: Notified[Any]


class Incoming(NamedTuple):
    """What one side handles, by method."""

    requests: Mapping[str, KnownRequest]
    notifications: Mapping[str, KnownNotification]


class Names(NamedTuple):
    """The members of `initialize` that the versions call differently."""

    client_info: str
    client_capabilities: str
    agent_info: str
    agent_capabilities: str


class Surface(NamedTuple):
    """A version of the protocol."""

    version: int
    schema: Schema
    agent: Incoming
    """What the Agent handles, sent by the Client."""
    client: Incoming
    names: Names
    draw: Draw
    gone: Callable[[Any], Any]
    """A session → the session when another agent process begins."""


class Surfaces(NamedTuple):
    """The versions a connection may turn out to speak."""

    v1: Surface
    v2: Surface

    def of(self, version: int) -> Surface:
        """The surface for a protocol version. One that is newer than all known is read as the newest."""
        return self.v1 if version <= 1 else self.v2


def make_surfaces(v1_schema: Schema, v2_schema: Schema) -> Surfaces:
    """Surfaces that judge by these schemas."""
    return Surfaces(
        _surface(v1_schema, EXCHANGES_V1, NOTIFICATIONS_V1, _NAMES_V1, draw_v1, gone_v1),
        _surface(v2_schema, EXCHANGES_V2, NOTIFICATIONS_V2, _NAMES_V2, draw_v2, gone_v2),
    )


@cache
def packaged_surfaces() -> Surfaces:
    """The surfaces of the schemas that come with the program, unstable parts included."""
    return make_surfaces(load_packaged_schema(1, True), load_packaged_schema(2, True))


_NAMES_V1: Final = Names("clientInfo", "clientCapabilities", "agentInfo", "agentCapabilities")
_NAMES_V2: Final = Names("info", "capabilities", "info", "capabilities")


def _surface(
    schema: Schema,
    exchanges: Mapping[str, Exchange[Any]],
    notifications: Mapping[str, Notified[Any]],
    names: Names,
    draw: Draw,
    gone: Callable[[Any], Any],
) -> Surface:
    agent, client = (_incoming(schema, side, exchanges, notifications) for side in (Side.AGENT, Side.CLIENT))
    return Surface(schema.version, schema, agent, client, names, draw, gone)


def _incoming(
    schema: Schema, side: Side, exchanges: Mapping[str, Exchange[Any]], notifications: Mapping[str, Notified[Any]]
) -> Incoming:
    """A method that a newer schema has and no reducer knows changes nothing, as one of a vendor's."""
    mine = [method for method in schema.methods if side in method.receivers]
    return Incoming(
        {
            method.name: KnownRequest(method.params, method.result or "", exchanges.get(method.name, Exchange()))
            for method in mine
            if method.kind is MethodKind.REQUEST
        },
        {
            method.name: KnownNotification(method.params, notifications[method.name])
            for method in mine
            if method.kind is MethodKind.NOTIFICATION and method.name in notifications
        },
    )


def update_kinds(schema: Schema) -> frozenset[str]:
    """The kinds of session update that a schema knows."""
    union: Any = schema.variants("SessionUpdate")
    return frozenset(union.tags)


def member(value: Json, name: str) -> Json:
    """A member of what may be an object; None without one."""
    return value.get(name) if isinstance(value, dict) else None
