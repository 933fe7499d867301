"""Import what `sacp-tee` logs: an arrow before each line, or with `--json` one object a line.

    → {"jsonrpc": …
    {"timestamp": "2026-03-01T09:00:00Z", "direction": "downstream", "message": {"id": 1, "method": …}}

→ and downstream go to the Agent. The objects' ids are made up by sacp-tee, and their errors are words only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import (
    Found,
    assembled,
    cut_off,
    file_lines,
    iso_time,
    members,
    message_line,
    records,
    remark,
)
from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.importers.first_object import first_object
from acp_inspect.wire.control import Gap, Note
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json

_ARROWS: Final = {"→ ".encode(): Stream.CLIENT_TO_AGENT, "← ".encode(): Stream.AGENT_TO_CLIENT}
_STREAMS: Final = {"downstream": Stream.CLIENT_TO_AGENT, "upstream": Stream.AGENT_TO_CLIENT}
_RAW: Final = "logged by sacp-tee: lines are as they crossed; stderr is not in it, and times are unknown"
_JSON: Final = (
    "logged by sacp-tee as JSON: messages are written anew, ids are made up, error codes are unknown, and stderr is not"
    " in it"
)
_INTERNAL_ERROR: Final = -32603


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has one of these formats."""
    return head.startswith(tuple(_ARROWS)) or _is_record(first_object(head))


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of a log. Raises ImportFault at a line that is none."""
    if source.head().startswith(tuple(_ARROWS)):
        return assembled(_raw(source), _RAW)
    return assembled(_messages(source), _JSON, reserialised=True, wall=True)


def _raw(source: Source) -> Iterator[Found]:
    for number, line in file_lines(source):
        for arrow, stream in _ARROWS.items():
            if line.startswith(arrow):
                yield Found(stream, line.removeprefix(arrow), None, number)
                break
        else:
            if line.strip():
                raise source.fault(number, "begins with neither → nor ←")


def _is_record(fields: dict[str, Json]) -> bool:
    return fields.keys() >= {"timestamp", "direction", "message"} and str(fields["direction"]) in _STREAMS


def _messages(source: Source) -> Iterator[Found]:
    for record in records(source):
        if record.fields is None:
            yield cut_off(record)
            continue
        fields, number = record.fields, record.number
        at = iso_time(fields.get("timestamp"))
        if not _is_record(fields) or not members(fields["message"]):
            yield remark(Gap(None, None, "a record that is no message"), at, number)
            continue
        message = {"jsonrpc": "2.0", **members(fields["message"])}
        if isinstance(message.get("result"), dict) and message["result"].keys() == {"error"}:
            yield remark(Note("the log does not tell the code of the next line's error"), at, number)
            text = message.pop("result")["error"]
            message["error"] = {"code": _INTERNAL_ERROR, "message": text if isinstance(text, str) else str(text)}
        yield Found(_STREAMS[fields["direction"]], message_line(message), at, number)
