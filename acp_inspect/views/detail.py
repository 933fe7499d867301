"""One event in full: its JSON laid out, the facts around it, its bytes.

Windows of the bytes are made when they are asked for.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from acp_inspect.views.summary import READABLE
from acp_inspect.views.timeline import EventFacts
from acp_inspect.views.units import clock, count, duration, size
from acp_inspect.views.visible import visible, visible_bytes, visible_lines
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import JsonFault, Oddity, OddityKind, read_json, write_json

HEX_WIDTH: Final = 16
"""Bytes on a line of the hex dump."""


class Fact(NamedTuple):
    """A name and what it is, both visible."""

    name: str
    value: str


class Detail(NamedTuple):
    """An event in full. All texts are visible."""

    facts: tuple[Fact, ...]
    """Envelope and bookkeeping, in the order to show them."""
    pretty: tuple[str, ...]
    """The message as JSON, laid out; of a line that is no JSON, the text itself."""
    is_json: bool
    note: str
    """Why `pretty` is not the JSON of the line; empty where it is."""
    oddities: tuple[str, ...]
    """What reading had to decide: duplicate members, bytes that are no UTF-8 …"""
    request: int | None
    """`seq` of the request that this response answers."""
    response: int | None
    """`seq` of the response that answers this request."""


def detail(event: EventFacts, raw: bytes) -> Detail:
    """Everything about an event. `raw`: the bytes of its line."""
    pretty, note, oddities, is_json = _laid_out(event, raw)
    return Detail(_facts(event, raw), pretty, is_json, note, oddities, event.answers, event.answered_by)


def pretty_json(raw: bytes, part: int | None = None) -> tuple[str, ...] | None:
    """The lines of a message's JSON, laid out and visible; None where it is none. `part`: its place in a batch."""
    read = read_json(raw)
    if isinstance(read, JsonFault):
        return None
    value = read.value
    if part is not None and isinstance(value, list) and part < len(value):
        value = value[part]
    return tuple(visible_lines(write_json(value, indent=2)).split("\n"))


def raw_text(raw: bytes, start: int = 0, limit: int = 100_000) -> str:
    """`limit` bytes from `start` as visible text; a character cut at an edge shows as its bytes."""
    return visible_bytes(raw[start : start + limit])


def hex_count(raw: bytes) -> int:
    """How many lines the hex dump of `raw` has."""
    return -(-len(raw) // HEX_WIDTH)


def hex_lines(raw: bytes, first: int = 0, limit: int = 1_000) -> list[str]:
    """`limit` lines of the hex dump from line `first`: offset, bytes, printable ASCII."""
    lines = []
    for offset in range(first * HEX_WIDTH, min(len(raw), (first + limit) * HEX_WIDTH), HEX_WIDTH):
        chunk = raw[offset : offset + HEX_WIDTH]
        octets = chunk[:8].hex(" ") + "  " + chunk[8:].hex(" ")
        text = "".join(chr(octet) if 0x20 <= octet < 0x7F else "·" for octet in chunk)
        lines.append(f"{offset:08x}  {octets:<{HEX_WIDTH * 3}}  {text}")
    return lines


def _laid_out(event: EventFacts, raw: bytes) -> tuple[tuple[str, ...], str, tuple[str, ...], bool]:
    if event.kind in ("stderr", "blank"):
        return (_start(raw),), "", (), False
    if len(raw) > READABLE:
        return (_start(raw),), f"a line of {size(len(raw))} is not laid out; this is how it starts", (), False
    read = read_json(raw)
    if isinstance(read, JsonFault):
        return (_start(raw),), f"no JSON: {read.reason} at character {read.position + 1}", (), False
    lines = pretty_json(raw, event.part)
    return lines or (), "", tuple(map(_odd, read.oddities)), True


def _start(raw: bytes) -> str:
    return raw_text(raw.removesuffix(b"\n"))


def _odd(oddity: Oddity) -> str:
    words = {
        OddityKind.BOM: "starts with a byte order mark",
        OddityKind.NOT_UTF8: "not UTF-8",
        OddityKind.DUPLICATE_MEMBER: "a member twice, the last one counts",
        OddityKind.LONE_SURROGATE: "half of a surrogate pair",
        OddityKind.TOO_DEEP: "nested too deep to read",
    }[oddity.kind]
    return visible(f"{words}: {oddity.detail}" if oddity.detail else words)


def _facts(event: EventFacts, raw: bytes) -> tuple[Fact, ...]:
    end = _terminator(raw)
    facts = [
        Fact("event", f"{event.seq:,}"),
        Fact("line", f"{event.line:,}" + (f", entry {event.part + 1} of its batch" if event.part is not None else "")),
        Fact("time", f"{clock(event.at)} s" if event.at >= 0 else "unknown"),
        Fact("from", _from(event)),
        Fact("kind", event.kind),
    ]
    optional = (
        ("method", event.method),
        ("update", event.update),
        ("id", event.rpc_id),
        ("session", event.session),
    )
    facts += [Fact(name, visible(value)) for name, value in optional if value is not None]
    if event.answers is not None:
        facts.append(Fact("answers", _linked(event.answers, event)))
    elif event.kind == "response":
        facts.append(Fact("answers", f"nothing: {event.outcome or 'no request is known'}"))
    if event.answered_by is not None:
        facts.append(Fact("answered by", _linked(event.answered_by, event)))
    elif event.kind == "request":
        facts.append(Fact("answered by", f"nothing: {event.outcome or 'pending'}"))
    facts.append(Fact("size", f"{count(event.size, 'byte')}{end}"))
    return tuple(facts)


def _linked(seq: int, event: EventFacts) -> str:
    after = f" after {duration(event.latency)}" if event.latency is not None else ""
    return f"#{seq}{after}" + (f", {event.outcome}" if event.outcome else "")


def _from(event: EventFacts) -> str:
    if event.sender is None:
        return "the recorder"
    return f"{event.sender}'s {Stream.STDERR.word}" if event.kind == "stderr" else event.sender


def _terminator(raw: bytes) -> str:
    if raw.endswith(b"\r\n"):
        return ", ends in CR LF"
    return "" if raw.endswith(b"\n") else ", no newline"
