"""What the official schemas say about the messages of a conversation, for tests of samples and of the demo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from acp_inspect.protocol.problem import Effect
from acp_inspect.protocol.schema import MethodKind, Schema, load_packaged_schema
from acp_inspect.trace.event import Event
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Absent, Notification, Request, Response


def schema_faults(events: Iterable[Event], version: int) -> Counter[str]:
    """How often receivers lose a message, salvage a member, drop an item, or do not know a method that is no extension.

    The keys are `lost`, `salvaged`, `dropped` and `unknown method`. `version`: of the protocol, its stable surface.
    """
    schema = load_packaged_schema(version, False)
    found: Counter[str] = Counter()
    for event in events:
        if event.sender is None or event.method is None:
            continue
        match event.body:
            case Request(params=value):
                method = schema.method(event.method, MethodKind.REQUEST, event.sender.peer)
                definition = method.params if method is not None else None
            case Notification(params=value):
                method = schema.method(event.method, MethodKind.NOTIFICATION, event.sender.peer)
                definition = method.params if method is not None else None
            case Response(result=value, error=error) if error is ABSENT:
                method = schema.method(event.method, MethodKind.REQUEST, event.sender)
                definition = method.result if method is not None else None
            case _:
                continue
        if definition is None:
            found["unknown method"] += not event.method.startswith("_")
        else:
            found.update(_effects(schema, definition, value))
    return +found


def _effects(schema: Schema, definition: str, value: Json | Absent) -> list[str]:
    decoded = schema.decode(definition, {} if value is ABSENT else value)
    if decoded.lost:
        return [Effect.LOST.value]
    return [problem.effect.value for problem in decoded.problems if problem.effect is not Effect.DEFAULTED]
