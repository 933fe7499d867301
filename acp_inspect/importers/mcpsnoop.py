"""Import mcpsnoop's JSONL captures, which it also writes when it wraps an ACP agent.

    {"session_id": "s", "seq": 1, "ts": "2026-08-09T10:00:00Z", "direction": "meta", "command": ["agent"], "cwd": "/"}
    {"session_id": "s", "seq": 2, "ts": "2026-08-09T10:00:01Z", "direction": "c2s", "raw": {…}}

What was no JSON has `text` in place of `raw`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import (
    Found,
    assembled,
    cut_off,
    iso_time,
    items,
    members,
    message_line,
    nanoseconds,
    records,
    remark,
    text_lines,
)
from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.importers.first_object import first_object
from acp_inspect.wire.control import Control, Gap, Note, Started
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json, write_json

_ABOUT: Final = "recorded by mcpsnoop: messages are written anew and may be redacted, lines that were none are not"
_STREAMS: Final = {"c2s": Stream.CLIENT_TO_AGENT, "s2c": Stream.AGENT_TO_CLIENT, "stderr": Stream.STDERR}


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format."""
    fields = first_object(head)
    return fields.keys() >= {"session_id", "direction", "ts"} and str(fields["direction"]) in {*_STREAMS, "meta"}


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of a capture. Raises ImportFault at a line that is no JSON object."""
    return assembled(_found(source), _ABOUT, reserialised=True, wall=True)


def _found(source: Source) -> Iterator[Found]:
    for record in records(source):
        if record.fields is None:
            yield cut_off(record)
            continue
        fields, number = record.fields, record.number
        at = iso_time(fields.get("ts")) or nanoseconds(fields.get("ts"), 10**9)
        direction = str(fields.get("direction"))
        stream = _STREAMS.get(direction)
        if direction == "meta":
            yield remark(_control(fields), at, number)
        elif stream is None or fields.get("truncated") is True:
            why = "a message that mcpsnoop cut off" if stream is not None else "a record of an unknown direction"
            yield remark(Gap(stream, None, why), at, number)
        elif fields.get("raw") is not None:
            yield Found(stream, message_line(fields["raw"]), at, number)
        elif isinstance(fields.get("text"), str):
            yield from (Found(stream, line, at, number) for line in text_lines(fields["text"]))
        else:
            yield remark(Gap(stream, None, "a message without its text"), at, number)


def _control(fields: dict[str, Json]) -> Control:
    argv = items(fields.get("command")) or items(members(fields.get("raw")).get("command"))
    return Started(tuple(map(str, argv)), None) if argv else Note(f"mcpsnoop: {write_json(fields)}"[:2_000])
