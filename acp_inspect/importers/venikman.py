"""Import the JSONL of venikman's ACP-inspector: each line has a time, who wrote it, and the text that crossed.

{"ts": "2026-02-07T10:00:00.000Z", "direction": "fromClient", "json": "{\\"jsonrpc\\": …"}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import Found, assembled, cut_off, iso_time, records, remark, text_lines
from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.importers.first_object import first_object
from acp_inspect.wire.control import Gap
from acp_inspect.wire.framing import Stream

_ABOUT: Final = "recorded by ACP-inspector: texts are as they crossed, except for line ends; stderr is not in it"
_STREAMS: Final = {"fromClient": Stream.CLIENT_TO_AGENT, "fromAgent": Stream.AGENT_TO_CLIENT}


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format."""
    fields = first_object(head)
    return str(fields.get("direction")) in _STREAMS and "json" in fields


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of a capture. Raises ImportFault at a line that is no JSON object."""
    return assembled(_found(source), _ABOUT, wall=True)


def _found(source: Source) -> Iterator[Found]:
    for record in records(source):
        if record.fields is None:
            yield cut_off(record)
            continue
        at, text = iso_time(record.fields.get("ts")), record.fields.get("json")
        stream = _STREAMS.get(str(record.fields.get("direction")))
        if stream is None or not isinstance(text, str):
            yield remark(Gap(stream, None, "a record that is no message"), at, record.number)
        else:
            yield from (Found(stream, line, at, record.number) for line in text_lines(text))
