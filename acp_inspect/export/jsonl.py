"""Export as `jsonl`, the format `importers.jsonl` describes: what was imported comes out as it went in."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

import orjson

from acp_inspect.store.reader import Recording
from acp_inspect.store.rows import StoredLine
from acp_inspect.views.visible import printable_json
from acp_inspect.wire.control import Exited, decode_control
from acp_inspect.wire.framing import Stream


def export(recording: Recording, after: int = 0, limit: int | None = None) -> Iterator[bytes]:
    """The recording's lines, one object each: at most `limit` of those after line `after`."""
    for line in recording.lines(after, limit):
        yield f'{{"t": {_seconds(line.last_at)}, {_said(line)}}}\n'.encode()


def _said(line: StoredLine) -> str:
    if line.stream is Stream.CONTROL:
        text = _remark(line.raw)
        if text is not None:
            return f'"dir": "exit", "raw": {_string(text)}'
    try:
        text = line.raw[:-1].decode()
    except UnicodeDecodeError:
        text = None
    if text is None or not line.raw.endswith(b"\n"):
        return f'"dir": "{line.stream.word}", "raw_b64": "{b64encode(line.raw).decode()}"'
    return f'"dir": "{line.stream.word}", "raw": {_string(text)}'


def _remark(raw: bytes) -> str | None:
    """The `raw` of an `exit` line: the words it was imported from, or a return code. None for other control lines."""
    try:
        fields = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None
    if isinstance(fields, dict) and isinstance(fields.get("source"), str):
        return str(fields["source"])
    match decode_control(raw):
        case Exited(None, int(signal)):
            return str(-signal)
        case Exited(int(code), None):
            return str(code)
    return None


def _string(text: str) -> str:
    return printable_json(orjson.dumps(text).decode())


def _seconds(at: int) -> str:
    if at < 0:
        return "null"
    whole, fraction = divmod(at, 10**9)
    return f"{whole}.{fraction:09d}".rstrip("0").rstrip(".")
