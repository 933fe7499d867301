"""Which version a message must be of, where the recording does not show the `initialize` that settled it."""

from __future__ import annotations

from typing import Final

from acp_inspect.protocol.surface import Surfaces, member, update_kinds
from acp_inspect.trace.event import Event, update_of
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Notification, Request, Response, Side

_CHUNKS: Final = frozenset({"user_message_chunk", "agent_message_chunk", "agent_thought_chunk"})


def evidence_of(surfaces: Surfaces, event: Event) -> int | None:
    """1 or 2 when a correlated event can only be of that version, None when it may be of either."""
    match event.body:
        case Request(method=method, params=params) | Notification(method=method, params=params):
            if (kind := update_of(event)) is not None:
                return _of_update(surfaces, kind, member(params, "update"))
            if method == "session/request_permission":
                return _of_members(params, "toolCall", "title")
            return _of_name(
                method, *(surface.agent.requests.keys() | surface.client.requests.keys() for surface in surfaces)
            )
        case Response(result=result) if event.sender is Side.AGENT:
            return _of_result(event.method, result)
    return None


def _of_name(name: str, v1: set[str] | frozenset[str], v2: set[str] | frozenset[str]) -> int | None:
    if (name in v1) is (name in v2):
        return None
    return 1 if name in v1 else 2


def _of_members(value: Json, v1: str, v2: str) -> int | None:
    if not isinstance(value, dict) or (v1 in value) is (v2 in value):
        return None
    return 1 if v1 in value else 2


def _of_update(surfaces: Surfaces, kind: str, update: Json) -> int | None:
    if kind in _CHUNKS and member(update, "messageId") is None:
        return 1
    if kind == "config_option_update":
        options = member(update, "configOptions")
        return _of_members(options[0], "id", "configId") if isinstance(options, list) and options else None
    return _of_name(kind, *(update_kinds(surface.schema) for surface in surfaces))


def _of_result(method: str | None, result: Json) -> int | None:
    if method == "session/prompt":
        return _of_members(result, "stopReason", "messageId")
    version = member(result, "protocolVersion")
    if method in (None, "initialize") and isinstance(version, int) and not isinstance(version, bool):
        return 1 if version <= 1 else 2
    return None
