"""Which content a prompt may have: what is always understood, and what the Agent must have advertised."""

from __future__ import annotations

from typing import Final

from acp_inspect.protocol.connection import Connection
from acp_inspect.rules.case import at
from acp_inspect.wire.json_text import Json

BASELINE: Final = frozenset({"text", "resource_link"})
"""Block types that every Agent understands."""
_CAPABILITIES: Final = {"image": "image", "audio": "audio", "resource": "embeddedContext"}


def capability_of(block_type: Json) -> str | None:
    """The prompt capability that a block type needs; None where it needs none, or nobody knows it."""
    return _CAPABILITIES.get(block_type) if isinstance(block_type, str) else None


def advertises(connection: Connection, capability: str) -> bool:
    """Whether the Agent said that it reads such content."""
    told = connection.agent.capabilities
    if connection.surface.version == 1:
        return at(told, "promptCapabilities", capability) is True
    return isinstance(at(told, "session", "prompt", capability), dict)
