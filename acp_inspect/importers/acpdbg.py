"""Import what kandev's `acpdbg` writes: one event a line, seen from acpdbg, which is the Client.

    {"ts": "2026-03-01T09:00:00.1Z", "direction": "meta", "event": "start", "meta": {"command": …, "workdir": …}}
    {"ts": "2026-03-01T09:00:00.2Z", "direction": "sent", "frame": {…}}

`received` has a frame, or a line that was none; `stderr` has a line; `close` tells how the Agent ended.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import (
    Found,
    assembled,
    cut_off,
    iso_time,
    members,
    message_line,
    records,
    remark,
    text_lines,
)
from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.importers.first_object import first_object
from acp_inspect.wire.control import Control, Exited, Gap, Note, Started
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json, write_json

_ABOUT: Final = "recorded by acpdbg: messages are written anew, lines that were none are not"
_STREAMS: Final = {
    "sent": Stream.CLIENT_TO_AGENT,
    "received": Stream.AGENT_TO_CLIENT,
    "stderr": Stream.STDERR,
}


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format."""
    fields = first_object(head)
    direction = fields.get("direction")
    return "ts" in fields and (
        (direction == "meta" and "event" in fields)
        or (isinstance(direction, str) and direction in _STREAMS and ("frame" in fields or "line" in fields))
    )


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of a capture. Raises ImportFault at a line that is no JSON object."""
    return assembled(_found(source), _ABOUT, reserialised=True, wall=True)


def _found(source: Source) -> Iterator[Found]:
    for record in records(source):
        if record.fields is None:
            yield cut_off(record)
            continue
        fields, number = record.fields, record.number
        at, direction = iso_time(fields.get("ts")), fields.get("direction")
        if direction == "meta":
            yield remark(_control(fields), at, number)
            continue
        stream = _STREAMS.get(direction) if isinstance(direction, str) else None
        if stream is not None and fields.get("frame") is not None:
            yield Found(stream, message_line(fields["frame"]), at, number)
        elif stream is not None and isinstance(fields.get("line"), str):
            yield from (Found(stream, line, at, number) for line in text_lines(fields["line"]))
        else:
            yield remark(Gap(stream, None, "an event that has neither frame nor line"), at, number)


def _control(fields: dict[str, Json]) -> Control:
    told = {**fields, **members(fields.get("meta"))}
    match fields.get("event"), told:
        case "start", {"command": str(command)}:
            try:
                return Started(tuple(shlex.split(command)), None)
            except ValueError:
                return Started((command,), None)
        case "start", {"command": [*command]}:
            return Started(tuple(map(str, command)), None)
        case "close", {"exit_code": int(code)} if not isinstance(code, bool):
            return Exited(None, -code) if code < 0 else Exited(code)
    return Note(f"acpdbg: {write_json(fields.get('event'))} {write_json(fields.get('meta'))}"[:2_000])
