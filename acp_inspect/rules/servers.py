"""MCP servers as a session's setup names them: which transports there are, and which the Agent offers."""

from __future__ import annotations

from typing import Final

from acp_inspect.rules.capabilities import agent_advertises
from acp_inspect.rules.case import Case, at
from acp_inspect.wire.json_text import Json

_GATED_V1: Final = ("http", "sse", "acp")
_GATED_V2: Final = ("stdio", "http", "acp")


def known_transports(case: Case) -> tuple[str, ...]:
    """The types of servers that need a capability of that name."""
    return _GATED_V1 if case.version == 1 else _GATED_V2


def offers_transport(case: Case, kind: str) -> bool:
    """Whether the Agent advertised servers of a type."""
    path = ("mcpCapabilities",) if case.version == 1 else ("session", "mcp")
    return agent_advertises(case, *path, kind)


def is_stdio(case: Case, server: Json) -> bool:
    """Whether the Agent starts the server itself: in v1 any that is not of another known type."""
    kind = at(server, "type")
    return kind not in _GATED_V1 if case.version == 1 else kind == "stdio"
