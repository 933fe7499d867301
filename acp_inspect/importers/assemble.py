"""What importers of logs share: their records read safely, messages written anew, and times brought to one start.

A log's own clock becomes nanoseconds since its first record. The first line of such a recording says what the log has
lost, so that nobody takes its silence for the traffic's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Final, NamedTuple

from acp_inspect.importers.captured import UNKNOWN_TIME, CapturedLine, Source, control_line
from acp_inspect.wire.control import Control, Gap, Note, encode_control
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json, JsonFault, read_json, write_json

LONGEST_LINE: Final = 256 << 20
"""Bytes of a line of a log; a longer one is refused before it is in memory as a whole."""

LARGEST_DOCUMENT: Final = 512 << 20
"""Bytes of a file that can only be read as a whole."""

_LATEST: Final = 2**63 - 1
_ISO = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,12}))?\s*(Z|[+-]\d\d:?\d\d)?", re.IGNORECASE
)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Found(NamedTuple):
    """A line that a log holds."""

    stream: Stream
    raw: bytes
    at: int | None = None
    """By the log's own clock, in nanoseconds; None = unknown."""
    source: int = 0
    """Number (from 1) of the file's line; 0 = unknown."""


class Record(NamedTuple):
    """A line of a log that has one JSON object a line."""

    number: int
    fields: dict[str, Json] | None
    """None: the last line, cut off."""
    size: int


def assembled(
    found: Iterable[Found], about: str, *, reserialised: bool = False, wall: bool = False
) -> Iterator[CapturedLine]:
    """The recording: a line with what the log is, then its lines, with times since the first that has one.

    `wall`: whether the log's clock counts nanoseconds since 1970. Times never go back: a log is in its own order.
    """
    zero: int | None = None
    latest = 0
    begun = False
    for line in found:
        if zero is None:
            zero = line.at
        if not begun:
            begun = True
            yield control_line(
                Note(about, reserialised, line.at if wall else None), UNKNOWN_TIME if line.at is None else 0
            )
        at = UNKNOWN_TIME
        if line.at is not None and zero is not None:
            at = latest = max(latest, min(line.at - zero, _LATEST))
        yield CapturedLine(line.stream, line.raw, at, at, line.source)
    if not begun:
        yield control_line(Note(about, reserialised))


def remark(control: Control, at: int | None = None, source: int = 0) -> Found:
    """A line of the recorder's, such as a gap."""
    return Found(Stream.CONTROL, encode_control(control), at, source)


def message_line(message: Json) -> bytes:
    """The line of a message that a log has as a value: numbers keep their spelling, the rest is written anew."""
    return write_json(message).encode() + b"\n"


def text_lines(text: str) -> list[bytes]:
    """The lines of a text that a log has without the newline at its end: one, if it holds no other newline."""
    return [line + b"\n" for line in text.encode(errors="surrogatepass").removesuffix(b"\n").split(b"\n")]


def file_lines(source: Source) -> Iterator[tuple[int, bytes]]:
    """The file's lines with their numbers. Raises ImportFault at one that is too long to be held."""
    number = 0
    while line := source.file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise source.fault(number, f"is longer than {LONGEST_LINE:,} bytes, more than is read of a log's line")
        yield number, line


def records(source: Source) -> Iterator[Record]:
    """The objects of a file with one a line. A last line that is cut off has no fields. Raises ImportFault."""
    cut: Record | None = None
    for number, line in file_lines(source):
        if not line.strip():
            continue
        read = read_json(line)
        if isinstance(read, JsonFault):
            if line.endswith(b"\n"):
                raise source.fault(number, f"no JSON: {read.reason}")
            cut = Record(number, None, len(line))
            break
        if not isinstance(read.value, dict):
            raise source.fault(number, "no JSON object")
        yield Record(number, read.value, len(line))
    if cut is not None:
        yield cut


def cut_off(record: Record) -> Found:
    """What stands for a last line that the file does not hold as a whole."""
    return remark(Gap(None, None, "the file ends inside a line"), source=record.number)


def whole(source: Source) -> bytes:
    """All of a file. Raises ImportFault where it is too large to be held."""
    data = source.file.read(LARGEST_DOCUMENT + 1)
    if len(data) > LARGEST_DOCUMENT:
        raise source.fault(None, f"is larger than {LARGEST_DOCUMENT:,} bytes, more than is read as a whole")
    return data


def document(source: Source) -> Json:
    """The JSON value that a whole file is. Raises ImportFault."""
    read = read_json(whole(source))
    if isinstance(read, JsonFault):
        raise source.fault(None, f"no JSON: {read.reason} at character {read.position + 1}")
    return read.value


def members(value: Json) -> dict[str, Json]:
    """The members of an object; none of another value."""
    return value if isinstance(value, dict) else {}


def items(value: Json) -> list[Json]:
    """The items of an array; none of another value."""
    return value if isinstance(value, list) else []


def nanoseconds(value: Json, unit: int) -> int | None:
    """A number of units as nanoseconds, `unit` to one; None for what is no time."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e17 < value * unit < 9e18:
        return None
    return round(value * unit)


def iso_time(text: Json) -> int | None:
    """Nanoseconds since 1970 of a time as ISO 8601 has it, in UTC where it names no zone; None for what is none."""
    match = _ISO.fullmatch(text.strip()) if isinstance(text, str) and len(text) < 64 else None
    if match is None:
        return None
    *parts, fraction, zone = match.groups()
    try:
        moment = datetime(*map(int, parts), tzinfo=_zone(zone))  # type: ignore[misc,arg-type]  # six numbers
        whole_seconds = (moment - _EPOCH) // timedelta(seconds=1)
    except (ValueError, OverflowError):
        return None
    return whole_seconds * 10**9 + int((fraction or "0").ljust(9, "0")[:9])


def _zone(text: str | None) -> timezone:
    if text is None or text in "Zz":
        return UTC
    offset = timedelta(hours=int(text[1:3]), minutes=int(text[-2:]))
    return timezone(-offset if text[0] == "-" else offset)
