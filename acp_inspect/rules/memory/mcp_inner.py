"""The MCP servers that a Client offers inside ACP, and the MCP requests to them that wait for their answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.memory.config_offers import SETUPS
from acp_inspect.rules.remember import remember
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side

MESSAGE: Final = "mcp/message"
_MOST: Final = 10_000
"""Servers of one connection, and of one list, that are remembered: hostile ones have millions."""


class Declared(NamedTuple):
    """A server, and the request that declared it first."""

    name: Json
    seq: int


class McpServers(NamedTuple):
    """By `serverId`."""

    servers: Map[str, Declared] = Map()
    full: bool = False
    """Whether there were more than are remembered."""


@remember(McpServers, On(kinds=("request",), methods=SETUPS))
def declared(known: McpServers, case: Case) -> McpServers:
    """The servers after a session's setup."""
    if case.sender is not Side.CLIENT:
        return known
    for _, server, value in acp_servers(case):
        if len(known.servers) >= _MOST:
            return known._replace(full=True)
        if server not in known.servers:
            known = McpServers(known.servers.set(server, Declared(at(value, "name"), case.seq)))
    return known


def acp_servers(case: Case) -> Iterator[tuple[int, str, Json]]:
    """The servers of type `acp` in a session's setup: place, id, value."""
    listed = at(case.wire, "mcpServers")
    for place, value in enumerate(listed[:_MOST] if isinstance(listed, list) else ()):
        server = at(value, "serverId")
        if at(value, "type") == "acp" and isinstance(server, str):
            yield place, server, value


class McpRequests(NamedTuple):
    """Those in flight, by who sent them, `serverId` and `requestId`; with `seq`s, the latest last."""

    active: Map[tuple[Side, str, str], tuple[int, ...]] = Map()


@remember(McpRequests, On(kinds=("request", "response"), methods=(MESSAGE,)))
def in_flight(known: McpRequests, case: Case) -> McpRequests:
    """Those in flight after a request or an answer."""
    ask = case.step.ask
    key = None if ask is None else key_of(ask.sender, ask.params)
    if ask is None or key is None:
        return known
    if case.kind == "request":
        return McpRequests(known.active.set(key, (*known.active.get(key, ())[-1:], ask.seq)))
    rest = tuple(seq for seq in known.active.get(key, ()) if seq != ask.seq)
    if rest:
        return McpRequests(known.active.set(key, rest))
    return known if key not in known.active else McpRequests(known.active.delete(key))


def key_of(sender: Side, params: Json) -> tuple[Side, str, str] | None:
    """Under which key an MCP request is remembered; None where it is malformed."""
    server, request = at(params, "serverId"), at(params, "requestId")
    return (sender, server, request) if isinstance(server, str) and isinstance(request, str) else None
