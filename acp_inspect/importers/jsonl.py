"""Import `jsonl`: one JSON object a line with a time, a direction and the raw line. `export.jsonl` writes it.

    {"t": 0.0123, "dir": "c2a", "raw": "{\\"jsonrpc\\":\\"2.0\\", …"}

`t`: seconds since the start, null where unknown. `dir`: c2a, a2c, stderr; `exit`, where `raw` is the return code,
negative for a signal, or a remark about the process; `control`, where `raw` is a control line of ours. `raw` has no
newline, one is implied; `raw_b64` in its place holds exact bytes, none implied, any number of lines. Several processes
may follow one another.
"""

from __future__ import annotations

import binascii
import json
import re
from base64 import b64decode
from collections.abc import Iterator
from decimal import Decimal
from signal import Signals
from typing import Any, Final

import orjson

from acp_inspect.importers.captured import UNKNOWN_TIME, CapturedLine, Frames, Source
from acp_inspect.wire.control import Control, Exited, Note, Signalled, StreamEnded, encode_control
from acp_inspect.wire.framing import Stream

_LATEST: Final = 2**63 // 10**9 - 1
_STREAMS: Final = {stream.word: stream for stream in Stream if stream is not Stream.CONTROL}
_CODE = re.compile(r"-?\d{1,9}")
_REMARK = re.compile(r"\bexited:? (?:(?:code )?(?P<code>-?\d{1,9})\b|signal (?P<signal>SIG[A-Z0-9]+))")
_SENT = re.compile(r"\b(SIG[A-Z0-9]+)\b")


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format."""
    for line in head.split(b"\n"):
        if line.strip():
            try:
                fields = orjson.loads(line)
            except orjson.JSONDecodeError:
                # Only the head's last line may be cut.
                return line.lstrip().startswith(b"{") and b'"dir"' in line and b'"raw' in line
            return isinstance(fields, dict) and "dir" in fields and ("raw" in fields or "raw_b64" in fields)
    return False


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of a capture. Raises ImportFault, with the line's number, where the file is not of this format."""
    frames = Frames()
    for number, line in enumerate(source.file, 1):
        if not line.strip():
            continue
        fields = _fields(source, number, line)
        at = _time(source, number, fields.get("t"))
        data = _bytes(source, number, fields)
        match fields.get("dir"):
            case "exit":
                text = data.removesuffix(b"\n").decode(errors="replace")
                control = process_remark(text)
                if isinstance(control, Exited):
                    yield from frames.close()
                yield CapturedLine(Stream.CONTROL, control_with_source(control, text), at, at, number)
            case "control":
                yield CapturedLine(Stream.CONTROL, data, at, at, number)
            case str(word) if word in _STREAMS:
                yield from frames.feed(_STREAMS[word], data, at, number)
            case other:
                known = ", ".join([*_STREAMS, "exit", "control"])
                raise source.fault(number, f"dir is {json.dumps(other)[:60]}; known are {known}")
    yield from frames.close()


def process_remark(text: str) -> Control:
    """What an `exit` line says: a return code, or a remark in words such as `agent exited: code 1 after 2.5 s`."""
    if _CODE.fullmatch(text):
        return _exited(int(text))
    if match := _REMARK.search(text):
        if match["code"] is not None:
            return _exited(int(match["code"]))
        number = _signal(match["signal"])
        return Note(text) if number is None else Exited(None, number)
    if "closed stdin" in text or "stdin closed" in text:
        return StreamEnded(Stream.CLIENT_TO_AGENT, "eof")
    if (match := _SENT.search(text)) and (number := _signal(match[1])) is not None:
        return Signalled(number)
    return Note(text)


def control_with_source(control: Control, text: str) -> bytes:
    """A control line that also keeps the words it was imported from, where the control does not say them by itself."""
    line = encode_control(control)
    if text == exit_text(control):
        return line
    return orjson.dumps({**orjson.loads(line), "source": text}) + b"\n"


def exit_text(control: Control) -> str | None:
    """The `raw` of an `exit` line for a control that is a plain return code; None for any other."""
    match control:
        case Exited(None, int(signal)):
            return str(-signal)
        case Exited(int(code), None):
            return str(code)
    return None


def _exited(code: int) -> Exited:
    return Exited(None, -code) if code < 0 else Exited(code)


def _signal(name: str) -> int | None:
    return int(Signals[name]) if name in Signals.__members__ else None


def _fields(source: Source, number: int, line: bytes) -> dict[str, Any]:
    try:
        fields = orjson.loads(line)
    except orjson.JSONDecodeError:
        try:
            # Lone surrogates in escapes, which only the standard library reads.
            fields = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise source.fault(number, f"no JSON: {getattr(error, 'msg', None) or 'it cannot be read'}") from None
    if not isinstance(fields, dict):
        raise source.fault(number, "no JSON object; expected members t, dir, and raw or raw_b64")
    return fields


def _time(source: Source, number: int, seconds: object) -> int:
    if seconds is None:
        return UNKNOWN_TIME
    if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not 0 <= seconds <= _LATEST:
        raise source.fault(number, "t is not a number of seconds since the start")
    # The shortest text of a float has the digits that were in the file, so nothing is rounded.
    return seconds * 10**9 if isinstance(seconds, int) else int(Decimal(repr(seconds)).scaleb(9))


def _bytes(source: Source, number: int, fields: dict[str, Any]) -> bytes:
    raw, encoded = fields.get("raw"), fields.get("raw_b64")
    if isinstance(raw, str) and encoded is None:
        return raw.encode(errors="surrogatepass") + b"\n"
    if isinstance(encoded, str) and raw is None:
        try:
            return b64decode(encoded, validate=True)
        except (binascii.Error, ValueError):
            raise source.fault(number, "raw_b64 is no Base64") from None
    raise source.fault(number, "needs either raw (a string) or raw_b64 (a string of Base64)")
