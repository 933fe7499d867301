"""What a recording says about itself between the lines of traffic: the process, the streams' ends, and gaps.

These are lines of the stream `CONTROL`, one JSON object each, so that one ordered list holds everything that happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import orjson

from acp_inspect.wire.framing import Stream


@dataclass(frozen=True, slots=True)
class Started:
    """The agent process runs."""

    argv: tuple[str, ...]
    pid: int | None


@dataclass(frozen=True, slots=True)
class StartFailed:
    """The agent could not be started."""

    argv: tuple[str, ...]
    reason: str
    code: int
    """The exit code the tee ended with: 127 not found, 126 not executable, as a shell has it."""


@dataclass(frozen=True, slots=True)
class Signalled:
    """The tee got a signal and passed it on to the agent."""

    signal: int


@dataclass(frozen=True, slots=True)
class StreamEnded:
    """A stream reached its end, or its reader went away."""

    stream: Stream
    reason: str
    """`eof`, or why the stream ended early."""


@dataclass(frozen=True, slots=True)
class Exited:
    """The agent process ended."""

    code: int | None
    """Its exit code; None when a signal ended it or nobody knows."""
    signal: int | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """Bytes crossed here that the recording does not hold, or may not hold."""

    stream: Stream | None
    """None = any stream."""
    size: int | None
    """How many bytes; None = unknown."""
    reason: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something else that whoever recorded the traffic wrote down, as an import found it."""

    text: str
    reserialised: bool = False
    """Whether the recording's messages were written anew from their values: their spelling says nothing of who sent
    them."""
    started_at: int | None = None
    """Wall clock at the recording's start, nanoseconds since 1970, where an import found it."""


Control: TypeAlias = Started | StartFailed | Signalled | StreamEnded | Exited | Gap | Note


def encode_control(control: Control) -> bytes:
    """The control line of `control`, with its newline."""
    match control:
        case Started(argv, pid):
            fields: dict[str, object] = {"control": "started", "argv": argv, "pid": pid}
        case StartFailed(argv, reason, code):
            fields = {"control": "start-failed", "argv": argv, "reason": reason, "code": code}
        case Signalled(signal):
            fields = {"control": "signalled", "signal": signal}
        case StreamEnded(stream, reason):
            fields = {"control": "stream-ended", "stream": stream.word, "reason": reason}
        case Exited(code, signal):
            fields = {"control": "exited", "code": code, "signal": signal}
        case Gap(stream, size, reason):
            fields = {
                "control": "gap",
                "stream": stream.word if stream is not None else None,
                "size": size,
                "reason": reason,
            }
        case Note(text, reserialised, started_at):
            fields = {"control": "note", "text": text}
            if reserialised:
                fields["reserialised"] = True
            if started_at is not None:
                fields["started_at"] = started_at
    return orjson.dumps(fields) + b"\n"


def decode_control(raw: bytes) -> Control:
    """The control of a control line. A line that is none (a foreign or damaged file) reads as a gap that says so."""
    try:
        fields = orjson.loads(raw)
        match fields:
            case {"control": "started", "argv": [*argv], "pid": int() | None as pid}:
                return Started(tuple(map(str, argv)), pid)
            case {"control": "start-failed", "argv": [*argv], "reason": str(reason), "code": int(code)}:
                return StartFailed(tuple(map(str, argv)), reason, code)
            case {"control": "signalled", "signal": int(signal)}:
                return Signalled(signal)
            case {"control": "stream-ended", "stream": str(word), "reason": str(reason)}:
                return StreamEnded(Stream.of_word(word), reason)
            case {"control": "exited", "code": int() | None as code, "signal": int() | None as signal}:
                return Exited(code, signal)
            case {
                "control": "gap",
                "stream": str() | None as word,
                "size": int() | None as size,
                "reason": str(reason),
            }:
                return Gap(None if word is None else Stream.of_word(word), size, reason)
            case {"control": "note", "text": str(text)}:
                started_at = fields.get("started_at")
                return Note(
                    text,
                    fields.get("reserialised") is True,
                    started_at if isinstance(started_at, int) and not isinstance(started_at, bool) else None,
                )
    except ValueError:
        pass
    return Gap(None, None, "a control line that cannot be read")
