"""One thing that happened: who, when, what. A recording is a list of events, a moment the state after one of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from acp_inspect.wire.control import Control, decode_control
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.rpc import (
    Malformed,
    MalformedKind,
    Notification,
    Request,
    Response,
    Rpc,
    Side,
    decode_line,
    is_batch,
)


@dataclass(frozen=True, slots=True)
class Blank:
    """A line of white space only. It is no message, but it crossed."""


@dataclass(frozen=True, slots=True)
class Stderr:
    """A line the agent wrote to stderr."""

    raw: bytes

    @property
    def text(self) -> str:
        """The line without its terminator; bytes that are no UTF-8 show as U+FFFD."""
        return self.raw.rstrip(b"\r\n").decode(errors="replace")


Body: TypeAlias = Rpc | Blank | Stderr | Control


class Outcome(StrEnum):
    """How a response stands to its request."""

    OK = "ok"
    ERROR = "error"
    CANCELLED = "cancelled"
    LATE = "late"
    """A normal result although the request had been cancelled."""
    DUPLICATE = "duplicate"
    """The request had been answered before."""
    ORPHAN = "orphan"
    """Nobody asked, as far as the recording shows."""


class Ending(StrEnum):
    """How a line ends."""

    LF = "lf"
    CRLF = "crlf"
    NONE = "none"
    """It does not: the unfinished tail of a stream."""


class Event(NamedTuple):
    """One message, or one line that is none, or one thing the recorder knows, in its place.

    A NamedTuple: making a frozen dataclass of thirteen fields would cost a quarter of the whole analysis.
    """

    seq: int
    """1, 2, 3 … in arrival order."""
    at: int
    """Nanoseconds since the recording's start; -1 = unknown, as in imports without times."""
    sender: Side | None
    """None for control events."""
    body: Body
    line: int = 0
    """Number of the line that holds it, from 1."""
    part: int | None = None
    """0-based place in a batch; None outside of one."""
    size: int = 0
    """Bytes of that line."""
    session: str | None = None
    """The ACP session it belongs to; a response belongs to its request's."""
    method: str | None = None
    """Of a response: its request's."""
    answers: int | None = None
    """`seq` of the request that a response answers."""
    latency: int | None = None
    """Nanoseconds from request to response; None where a time is unknown."""
    outcome: Outcome | None = None
    """Of a response."""
    parts: int = 1
    """How many entries the batch has that it stands in; 1 outside of one."""
    ending: Ending = Ending.LF
    """Of the line."""


_SENDERS = {
    Stream.CLIENT_TO_AGENT: Side.CLIENT,
    Stream.AGENT_TO_CLIENT: Side.AGENT,
    Stream.STDERR: Side.AGENT,
    Stream.CONTROL: None,
}


def events_of(stream: Stream, raw: bytes, *, seq: int, at: int, line: int) -> list[Event]:
    """The events of one line, numbered from `seq`: several for a batch, one otherwise. Not yet correlated."""
    sender = _SENDERS[stream]
    size = len(raw)
    ending = Ending.LF if raw.endswith(b"\n") and not raw.endswith(b"\r\n") else _odd_ending(raw)
    if stream is Stream.STDERR:
        return [Event(seq, at, sender, Stderr(raw), line, None, size, ending=ending)]
    if stream is Stream.CONTROL:
        return [Event(seq, at, sender, decode_control(raw), line, None, size)]
    bodies = decode_line(raw)
    if not bodies:
        return [Event(seq, at, sender, Blank(), line, None, size, ending=ending)]
    if len(bodies) == 1 and (_is_no_json(bodies[0]) or not is_batch(raw)):
        body = bodies[0]
        return [
            Event(
                seq, at, sender, body, line, None, size, session_of(body), method_of(body), None, None, None, 1, ending
            )
        ]
    parts = len(bodies)
    return [
        Event(
            seq + part,
            at,
            sender,
            body,
            line,
            part,
            size,
            session_of(body),
            method_of(body),
            parts=parts,
            ending=ending,
        )
        for part, body in enumerate(bodies)
    ]


def _is_no_json(body: Rpc) -> bool:
    """Whether a line that may begin as a batch does, as many log lines do, is none at all."""
    return isinstance(body, Malformed) and body.kind is MalformedKind.NOT_JSON


def _odd_ending(raw: bytes) -> Ending:
    return Ending.CRLF if raw.endswith(b"\n") else Ending.NONE


def method_of(body: Body) -> str | None:
    """The method a request or notification names."""
    return body.method if isinstance(body, Request | Notification) else None


def session_of(body: Body) -> str | None:
    """The session that a message names by itself: `sessionId` in its params or result."""
    match body:
        case Request() | Notification():
            named = body.params
        case Response():
            named = body.result
        case _:
            return None
    session = named.get("sessionId") if isinstance(named, dict) else None
    return session if isinstance(session, str) else None


def update_of(event: Event) -> str | None:
    """The kind of a session update (`agent_message_chunk`, `notice` …), where the event is one that names it."""
    if event.method != "session/update" or not isinstance(event.body, Notification | Request):
        return None
    params = event.body.params
    update = params.get("update") if isinstance(params, dict) else None
    kind = update.get("sessionUpdate") if isinstance(update, dict) else None
    return kind if isinstance(kind, str) else None


def kind_of(event: Event) -> str:
    """One word for what an event is: request, notification, response, malformed, blank, stderr, or a control's word."""
    match event.body:
        case Request():
            return "request"
        case Notification():
            return "notification"
        case Response():
            return "response"
        case Malformed():
            return "malformed"
        case Blank():
            return "blank"
        case Stderr():
            return "stderr"
    return _CONTROL_WORDS[type(event.body).__name__]


_CONTROL_WORDS = {
    "Started": "started",
    "StartFailed": "start-failed",
    "Signalled": "signalled",
    "StreamEnded": "stream-ended",
    "Exited": "exited",
    "Gap": "gap",
    "Note": "note",
}

MESSAGE_KINDS: Final = ("request", "notification", "response", "malformed")
"""The words of `kind_of` for what a side sent as a message, well-formed or not."""

CONTROL_KINDS: Final = tuple(_CONTROL_WORDS.values())
"""Its words for what the recorder says."""
