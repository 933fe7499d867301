"""The catalogue of wire-observable rules as data: `catalogue/v{1,2}/GROUP.json`, one entry an observable rule.

`rule` says which of ours it is (several entries may share one), or is null; then `left_out` says why there is none.
`bad` breaks it, `good` keeps it; `at` is the 0-based message of `bad` that is at fault (the last one if not given).
Messages are `[who, what]`: who is c2a, a2c, err, stderr, evt, eof or exit; what is a JSON message, or `{"$raw": text}`,
`{"$hex": …}`, `{"$rawb64": …}`, `{"$raw_no_newline": text}` and `{"$raw_repeat": [text, times]}` for exact bytes.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from acp_inspect.rules.declare import Dialect, Level
from acp_inspect.wire.control import Control, Exited, StreamEnded, encode_control
from acp_inspect.wire.framing import Framer, Stream
from acp_inspect.wire.rpc import Side
from acp_inspect.wire.transcript import Entry

FOLDER = Path(__file__).parent / "catalogue"
_STREAMS = {"c2a": Stream.CLIENT_TO_AGENT, "a2c": Stream.AGENT_TO_CLIENT, "err": Stream.STDERR, "stderr": Stream.STDERR}
_ENDS = {"c2a": Stream.CLIENT_TO_AGENT, "a2c": Stream.AGENT_TO_CLIENT}
_STEP = 10_000_000
"""Nanoseconds from one message of an example to the next."""


@dataclass(frozen=True)
class Observable:
    """An entry of the catalogue."""

    id: str
    version: int
    rule: str | None
    left_out: str | None
    side: Side | None
    level: Level
    confidence: str
    dialect: Dialect | None
    """The only dialect it is about; None = all of them."""
    bad: tuple[Entry, ...] | None
    good: tuple[Entry, ...] | None
    fault: tuple[int, int]
    """First and last line (from 0) of the message of `bad` that is at fault."""
    good_also: tuple[str, ...]
    """Entries that `good` breaks on purpose."""

    def __str__(self) -> str:
        return f"v{self.version}:{self.id}"


def catalogue() -> Iterator[Observable]:
    """Every entry of both versions."""
    for path in sorted(FOLDER.glob("v*/*.json")):
        for entry in json.loads(path.read_text()):
            yield _observable(entry, int(path.parent.name[1:]))


def _observable(entry: dict[str, Any], version: int) -> Observable:
    bad, spans = _exchange(entry["bad"]) if entry["bad"] is not None else (None, [(0, 0)])
    good = _exchange(entry["good"])[0] if entry["good"] is not None else None
    dialect = entry.get("dialect", "both")
    return Observable(
        id=entry["id"],
        version=version,
        rule=entry["rule"],
        left_out=entry.get("left_out"),
        side=None if entry["side"] in ("either", "both") else Side(entry["side"]),
        level=Level(entry["level"]),
        confidence=entry["confidence"],
        dialect=None if dialect == "both" else Dialect(dialect),
        bad=bad,
        good=good,
        fault=spans[entry.get("at", -1)],
        good_also=tuple(entry.get("good_also", ())),
    )


def _exchange(messages: list[list[Any]]) -> tuple[tuple[Entry, ...], list[tuple[int, int]]]:
    """The lines of the messages, and for each message its first and last line."""
    entries: list[Entry] = []
    spans = []
    for number, (who, what) in enumerate(messages):
        first = len(entries)
        entries += _lines(who, what, number * _STEP)
        spans.append((first, max(first, len(entries) - 1)))
    return tuple(entries), spans


def _lines(who: str, what: Any, at: int) -> list[Entry]:
    if who in _STREAMS:
        framer = Framer()
        raw = _bytes(what) if who in ("c2a", "a2c") else _text(what)
        return [Entry(_STREAMS[who], line.raw, at) for line in framer.feed(raw, at) + framer.close()]
    return [Entry(Stream.CONTROL, encode_control(_control(who, what)), at)]


def _bytes(what: Any) -> bytes:
    special = _special(what)
    return json.dumps(what, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" if special is None else special


def _text(what: Any) -> bytes:
    special = _special(what)
    return str(what).encode() + b"\n" if special is None else special


def _special(what: Any) -> bytes | None:
    match what:
        case {"$raw": str(text)}:
            return text.encode() if text.endswith("\n") else text.encode() + b"\n"
        case {"$raw_no_newline": str(text)}:
            return text.encode()
        case {"$hex": str(text)}:
            return bytes.fromhex(text)
        case {"$rawb64": str(text)}:
            raw = base64.b64decode(text)
            return raw if raw.endswith(b"\n") else raw + b"\n"
        case {"$raw_repeat": [str(text), int(times)]}:
            return text.encode() * times + b"\n"
    return None


def _control(who: str, what: Any) -> Control:
    match who, what:
        case "exit", {"code": int(code)}:
            return Exited(code) if code >= 0 else Exited(None, -code)
        case "eof", str(word):
            return StreamEnded(_ENDS[word], "eof")
        case "evt", {"$event": "agent-exit", "code": int(code)}:
            return Exited(code) if code >= 0 else Exited(None, -code)
        case "evt", {"$event": "agent-exit"}:
            return Exited(None)
        case "evt", {"$event": "c2a-eof" | "a2c-eof" as word}:
            return StreamEnded(_ENDS[word.removesuffix("-eof")], "eof")
    raise ValueError(f"no such event: {who} {what}")
