"""An event as one line of JSON, for scripts. docs/reference/show-json.md describes the members; they are stable."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import lru_cache

import orjson

from acp_inspect.views.finding import FindingFacts, finding_object
from acp_inspect.views.timeline import EventFacts, TimelineRow
from acp_inspect.views.visible import printable_json
from acp_inspect.wire.json_text import Json, JsonFault, JsonText, read_json, write_json


def event_json(
    event: EventFacts, row: TimelineRow, raw: bytes, findings: Sequence[FindingFacts] = (), *, with_raw: bool = False
) -> str:
    """One JSON object without newline. `raw`: the bytes of the event's line; `with_raw`: put them in as well."""
    fields: dict[str, Json] = {
        "seq": event.seq,
        "line": event.line,
        "part": event.part,
        "sender": event.sender,
        "kind": event.kind,
        "method": event.method,
        "update": event.update,
        "session": event.session,
        "answers": event.answers,
        "answered_by": event.answered_by,
        "outcome": event.outcome,
        "size": event.size,
        "summary": row.summary,
    }
    members = [
        orjson.dumps(fields).decode()[1:-1],
        f'"t":{_seconds(event.at if event.at >= 0 else None)}',
        f'"latency":{_seconds(event.latency)}',
        # The id is kept as JSON text, so here it has the type it had on the wire.
        f'"id":{_id(event.rpc_id)}',
        *_said(event, raw),
        _findings(findings),
    ]
    if with_raw:
        members.append(_raw(raw))
    return printable_json("{" + ",".join(members) + "}")


def findings_json(seq: int, findings: Sequence[FindingFacts]) -> str:
    """Findings about an event that was told of before: one JSON object without newline."""
    return printable_json(f'{{"seq":{seq},{_findings(findings)}}}')


def _findings(findings: Sequence[FindingFacts]) -> str:
    return f'"findings":{orjson.dumps([finding_object(one) for one in findings]).decode()}'


def _said(event: EventFacts, raw: bytes) -> Iterator[str]:
    if event.kind == "stderr":
        yield f'"text":{write_json(raw.decode(errors="replace").rstrip(chr(13) + chr(10)))}'
    elif event.sender is None:
        yield f'"control":{_json_or_null(read_json(raw))}'
    else:
        read = read_json(raw) if event.part is None else _batch(raw)
        if isinstance(read, JsonFault):
            yield f'"text":{write_json(raw.decode(errors="replace").removesuffix(chr(10)))}'
            return
        yield f'"message":{_message(event, raw, read)}'
        if read.oddities:
            yield f'"oddities":{write_json([f"{oddity.kind}: {oddity.detail}" for oddity in read.oddities])}'


def _message(event: EventFacts, raw: bytes, read: JsonText) -> str:
    if event.part is None and not read.oddities:
        text = raw.strip(b" \t\r\n").decode()
        # As it crossed. White space between tokens that is not printable is left to `write_json`.
        if text.isprintable():
            return text
    value = read.value
    if event.part is not None and isinstance(value, list) and event.part < len(value):
        value = value[event.part]
    return write_json(value)


@lru_cache(maxsize=2)
def _batch(raw: bytes) -> JsonText | JsonFault:
    # Every entry of a batch asks for the same line, one after the other.
    return read_json(raw)


def _json_or_null(read: JsonText | JsonFault) -> str:
    return "null" if isinstance(read, JsonFault) else write_json(read.value)


def _id(text: str | None) -> str:
    if text is None:
        return "null"
    read = read_json(text.encode(errors="surrogatepass"))
    # An id of monstrous length is kept cut, and then is no JSON any more.
    return write_json(text) if isinstance(read, JsonFault) else text


def _raw(raw: bytes) -> str:
    try:
        return f'"raw":{write_json(raw.decode())}'
    except UnicodeDecodeError:
        return f'"raw_b64":"{b64encode(raw).decode()}"'


def _seconds(nanoseconds: int | None) -> str:
    if nanoseconds is None:
        return "null"
    sign = "-" if nanoseconds < 0 else ""
    whole, fraction = divmod(abs(nanoseconds), 10**9)
    return f"{sign}{whole}.{fraction:09d}".rstrip("0").rstrip(".")
