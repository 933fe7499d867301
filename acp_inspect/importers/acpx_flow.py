"""Import the `events.ndjson` of acpx's flow bundles: messages with time and direction, seen from acpx.

{"seq": 1, "at": "2026-03-01T09:00:00.000Z", "direction": "outbound", "message": {…}}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import Found, assembled, cut_off, iso_time, message_line, records, remark
from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.importers.first_object import first_object
from acp_inspect.wire.control import Gap
from acp_inspect.wire.framing import Stream

_ABOUT: Final = "the events of an acpx flow: messages are written anew, and stderr is not in it"
_STREAMS: Final = {"outbound": Stream.CLIENT_TO_AGENT, "inbound": Stream.AGENT_TO_CLIENT}


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format."""
    fields = first_object(head)
    return fields.keys() >= {"seq", "at", "direction", "message"} and str(fields["direction"]) in _STREAMS


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of a flow. Raises ImportFault at a line that is no JSON object."""
    return assembled(_found(source), _ABOUT, reserialised=True, wall=True)


def _found(source: Source) -> Iterator[Found]:
    for record in records(source):
        if record.fields is None:
            yield cut_off(record)
            continue
        at, direction = iso_time(record.fields.get("at")), record.fields.get("direction")
        stream = _STREAMS.get(direction) if isinstance(direction, str) else None
        if stream is None or "message" not in record.fields:
            yield remark(Gap(stream, None, "an event that is no message"), at, record.number)
        else:
            yield Found(stream, message_line(record.fields["message"]), at, record.number)
