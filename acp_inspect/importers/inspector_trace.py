"""Import `acp-inspector-trace` (version 1): verbatim frames, one a line, of one or more connections.

    {"type": "header", "format": "acp-inspector-trace", "version": 1, "at": 0, "frames": 2, "dropped": 0}
    {"type": "frame", "at": 12, "connection": 1, "direction": "client -> agent", "encoding": "utf8", "frame": "…"}

`at` is in milliseconds and may be negative; the order of the file counts. Frames may also be Base64.
"""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import (
    Found,
    Record,
    assembled,
    cut_off,
    nanoseconds,
    records,
    remark,
    text_lines,
)
from acp_inspect.importers.captured import Part, Source
from acp_inspect.importers.first_object import first_object
from acp_inspect.wire.control import Gap
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json, write_json

_ABOUT: Final = (
    "an acp-inspector-trace: frames are as they crossed, except for line ends; stderr is not in it, and times are in"
    " milliseconds"
)
_FORMAT: Final = "acp-inspector-trace"
_STREAMS: Final = {"client -> agent": Stream.CLIENT_TO_AGENT, "agent -> client": Stream.AGENT_TO_CLIENT}
_MOST_CONNECTIONS: Final = 10_000


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format: its header, or a frame without one."""
    fields = first_object(head)
    return fields.get("format") == _FORMAT or _is_frame(fields)


def read_parts(source: Source) -> list[Part]:
    """The connections of a trace. Raises ImportFault."""
    connections: dict[str, list[Found]] = {}
    lost: list[Found] = []
    for record in records(source):
        fields = record.fields
        if fields is None:
            for found in connections.values():
                found.append(cut_off(record))
        elif _is_frame(fields):
            name = write_json(fields.get("connection")).strip('"')
            if name not in connections and len(connections) >= _MOST_CONNECTIONS:
                raise source.fault(record.number, f"has more than {_MOST_CONNECTIONS:,} connections")
            connections.setdefault(name, list(lost)).extend(_frame(source, record, fields))
        elif fields.get("format") == _FORMAT:
            if fields.get("version") != 1:
                raise source.fault(record.number, f"has version {write_json(fields.get('version'))[:40]}; 1 is known")
            if dropped := fields.get("dropped"):
                lost.append(remark(Gap(None, None, f"the trace has dropped {write_json(dropped)[:40]} frames")))
    return [Part(name, assembled(found, _ABOUT)) for name, found in connections.items()]


def _is_frame(fields: dict[str, Json]) -> bool:
    direction = fields.get("direction")
    return isinstance(direction, str) and direction in _STREAMS and "frame" in fields


def _frame(source: Source, record: Record, fields: dict[str, Json]) -> Iterator[Found]:
    text = fields["frame"]
    if not isinstance(text, str):
        raise source.fault(record.number, "frame is no string")
    stream = _STREAMS[fields["direction"]]
    at = nanoseconds(fields.get("at"), 10**6)
    if fields.get("encoding") != "base64":
        yield from (Found(stream, line, at, record.number) for line in text_lines(text))
        return
    try:
        data = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise source.fault(record.number, "frame is no Base64") from None
    for line in data.removesuffix(b"\n").split(b"\n"):
        yield Found(stream, line + b"\n", at, record.number)
