"""Ids that differ in their JSON type only."""

from __future__ import annotations

from collections.abc import Hashable

from acp_inspect.wire.rpc import RpcId


def twin(id: RpcId) -> Hashable | None:
    """The key that an id would have as a string if it is a number, or as a number if it is a string; None without."""
    match id.key:
        case int(number):
            return ("string", str(number))
        case ("string", str(text)) if text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 20:
            return int(text) if str(int(text)) == text else None
    return None
