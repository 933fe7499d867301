"""Import what Zed's ACP log copies with "Copy all messages": a JSON array of messages that Zed has taken apart.

    [{"_direction": "outgoing", "_type": "request", "id": 0, "method": "initialize", "params": {…}}, …]

Zed is the Client: outgoing goes to the Agent. A response has its result, or its error, in `params`, and the method of
its request. There are no times.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import (
    Found,
    assembled,
    document,
    members,
    message_line,
    remark,
    text_lines,
)
from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.wire.control import Gap, Note
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json, write_json

_ABOUT: Final = (
    "copied from Zed's ACP log: messages are written anew, whether a response is an error is told by its members, and"
    " times are unknown"
)
_STREAMS: Final = {"outgoing": Stream.CLIENT_TO_AGENT, "incoming": Stream.AGENT_TO_CLIENT}


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format."""
    return head.lstrip().startswith(b"[") and b'"_direction"' in head and b'"_type"' in head


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of a copy. Raises ImportFault for what is no JSON array."""
    value = document(source)
    if not isinstance(value, list):
        raise source.fault(None, "no JSON array of messages")
    return assembled(_found(value), _ABOUT, reserialised=True)


def _found(entries: list[Json]) -> Iterator[Found]:
    for entry in map(members, entries):
        direction, kind = entry.get("_direction"), entry.get("_type")
        if "stderr" in (direction, kind):
            text = entry.get("params")
            yield from (
                Found(Stream.STDERR, line) for line in text_lines(text if isinstance(text, str) else write_json(text))
            )
            continue
        stream = _STREAMS.get(direction) if isinstance(direction, str) else None
        message = _message(kind, entry)
        if stream is None or message is None:
            yield remark(Gap(stream, None, f"an entry of the copy that is no message: {write_json(entry)[:200]}"))
            continue
        if kind == "response" and entry.get("method") == "[unrecognized response]":
            yield remark(Note("Zed knew no request that the next line answers"))
        yield Found(stream, message_line(message))


def _message(kind: Json, entry: dict[str, Json]) -> Json:
    start = {"jsonrpc": "2.0"}
    params = {"params": entry["params"]} if entry.get("params") is not None else {}
    match kind:
        case "request":
            return {**start, "id": entry.get("id"), "method": entry.get("method"), **params}
        case "notification":
            return {**start, "method": entry.get("method"), **params}
        case "response":
            answer = entry.get("params")
            return {**start, "id": entry.get("id"), "error" if is_error(answer) else "result": answer}
    return None


def is_error(answer: Json) -> bool:
    """Whether what a response carries is an error object by its members."""
    fields = members(answer)
    code = fields.get("code")
    whole_number = isinstance(code, int) and not isinstance(code, bool)
    return whole_number and isinstance(fields.get("message"), str) and fields.keys() <= {"code", "message", "data"}
