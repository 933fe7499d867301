"""Tell the plain messages, nearly all there are, from those that rules about bytes and envelopes must look at."""

from __future__ import annotations

from typing import Final

from acp_inspect.trace.event import Ending, Event
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Notification, Request, Response

LARGE: Final = 32 * 1024 * 1024
"""Bytes. Above it, one of the reference libraries ends the connection by default."""

EXACT: Final = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly (RFC 8259, section 6)."""

_TOP: Final = frozenset({"jsonrpc", "id", "method", "params", "result", "error"})


def is_plain(event: Event) -> bool:
    """Whether an event is one message alone on its line, with nothing unusual about its bytes or its envelope.

    Plain envelopes say `"jsonrpc": "2.0"`, have a string or a whole number that every reader keeps as `id`, an object
    or nothing as `params`, a `result` rather than an `error`, and no further members.
    """
    if event.ending is not Ending.LF or event.part is not None or event.size > LARGE:
        return False
    match event.body:
        case Notification(params=params, message=message, oddities=oddities):
            members = 2 if params is ABSENT else 3
            named = True
        case Request(params=params, message=message, oddities=oddities):
            members = 3 if params is ABSENT else 4
            named = is_plain_id(message["id"])
        case Response(error=error, message=message, oddities=oddities):
            params = ABSENT
            members = 3
            named = error is ABSENT and "id" in message and is_plain_id(message["id"])
        case _:
            return False
    return (
        named
        and not oddities
        and len(message) == members
        and message.get("jsonrpc") == "2.0"
        and (params is ABSENT or isinstance(params, dict))
    )


def is_plain_id(value: Json) -> bool:
    """Whether a request id is one that no reader changes or refuses."""
    return isinstance(value, str) or (type(value) is int and -EXACT <= value <= EXACT)


def extra_members(message: dict[str, Json]) -> list[str]:
    """The members of a message that its envelope does not have, in their order."""
    return [name for name in message if name not in _TOP]
