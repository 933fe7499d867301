"""Values of the state as plain JSON values: what `--json` prints, and what a difference shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from acp_inspect.protocol.drawing import text_of_bytes
from acp_inspect.trace.chain import Chain
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, RpcId


def plain(value: Any) -> Json:
    """Any value of the state as JSON: entities as objects without the members that are absent, bytes as text."""
    if value is ABSENT:
        return None
    match value:
        case Enum():
            return value.value
        case RpcId():
            return value.text
        case bytes():
            return value.decode(errors="replace")
        case Chain():
            if len(value) and isinstance(value[0], bytes):
                return text_of_bytes(value)
            return [plain(item) for item in value]
        case list():
            return [plain(item) for item in value]
        case tuple() if hasattr(value, "_fields"):
            return _members(dict(zip(value._fields, value, strict=True)))
        case tuple():
            return [plain(item) for item in value]
    if is_dataclass(value):
        return _members({field.name: getattr(value, field.name) for field in fields(value)})
    if isinstance(value, Mapping) and not isinstance(value, dict):
        return {str(name): plain(member) for name, member in sorted(value.items())}
    return value


def _members(members: dict[str, Any]) -> Json:
    return {name: plain(value) for name, value in members.items() if value is not ABSENT}
