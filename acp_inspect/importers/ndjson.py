"""Import plain NDJSON: one file with the lines of both directions and nothing else. Directions are inferred.

A method says who sends it; a response goes the other way than the nearest earlier open request with an equal id that
it suits; a line that is no JSON-RPC is noise of the Agent's. Where that does not decide, the more likely direction is
taken and a note before the line says that it is a guess: a request goes with the side whose ids it continues. Times are
unknown.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from acp_inspect.importers.captured import CapturedLine, Source, control_line
from acp_inspect.importers.methods import fit, senders
from acp_inspect.wire.control import Note
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Malformed, Notification, Request, Response, Rpc, RpcId, Side, decode_line

INFERRED = Note("directions are inferred from methods and ids; times are unknown")

STREAM_OF = {Side.CLIENT: Stream.CLIENT_TO_AGENT, Side.AGENT: Stream.AGENT_TO_CLIENT}


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format: one of its lines is a JSON-RPC message."""
    return any(
        not isinstance(body, Malformed) and body.message.get("jsonrpc", "2.0") == "2.0"
        for line in head.split(b"\n")
        for body in decode_line(line)
    )


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of a mixed capture."""
    directions = Directions()
    yield control_line(INFERRED)
    for number, line in enumerate(source.file, 1):
        found = directions.of(line)
        if found.doubt:
            yield control_line(Note(f"the direction of the next line is a guess: {found.doubt}"))
        yield CapturedLine(STREAM_OF[found.sender], line, source=number)


class Direction(NamedTuple):
    """Who sent a line, and why that is not certain (empty if it is)."""

    sender: Side
    doubt: str = ""


class _Open(NamedTuple):
    place: int
    method: str
    guessed: bool
    """Whether its direction is a guess."""


class Directions:
    """Infers who sent each line of a connection, or of several that follow one another."""

    def __init__(self) -> None:
        self._requests = 0
        self._open: dict[tuple[Side, Hashable], list[_Open]] = {}
        self._last = Side.AGENT
        self._newest_id = dict.fromkeys(Side, -1)
        """Of each side, the last number it used as an id."""

    def of(self, line: bytes) -> Direction:
        """The direction of the next line."""
        bodies = decode_line(line)
        if not bodies:
            return Direction(self._last)
        found = [self._of_body(body, line) for body in bodies]
        # In a batch all entries go one way, so one that is certain decides.
        direction = min(found, key=lambda one: bool(one.doubt))
        for body in bodies:
            self._follow(body, direction)
        self._last = direction.sender
        return direction

    def _of_body(self, body: Rpc, line: bytes) -> Direction:
        match body:
            case Malformed():
                broken = line.lstrip().startswith((b"{", b"["))
                return Direction(Side.AGENT, "either side may send a broken message" if broken else "")
            case Response(id=RpcId(key=key)):
                return self._of_response(body, key)
            case Response():
                return Direction(Side.AGENT, "the response has no id")
            case Request(method="$/cancel_request") | Notification(method="$/cancel_request"):
                return self._of_cancel(body.params)
        known = senders().get(body.method)
        if known is not None:
            return Direction(known)
        return Direction(self._likely_sender(body), f"either side may send {body.method[:80]}")

    def _likely_sender(self, body: Request | Notification) -> Side:
        if isinstance(body, Request) and isinstance(body.id.key, int):
            number = body.id.key
            above = {side: number - newest for side, newest in self._newest_id.items() if number > newest >= 0}
            return min(above, key=lambda side: above[side], default=Side.CLIENT)
        return Side.AGENT

    def _of_response(self, body: Response, key: Hashable) -> Direction:
        waiting = [(side, self._open[side, key][-1]) for side in Side if self._open.get((side, key))]
        if not waiting:
            return Direction(Side.AGENT, "no open request has its id")
        ranked = sorted((fit(asked.method, body), asked.place, asked.guessed, side) for side, asked in waiting)
        how_well, _, guessed, asker = ranked[-1]
        doubt = ""
        if not how_well:
            doubt = "it does not suit the open request with its id"
        elif len(ranked) == 2 and ranked[0][0] == how_well:
            doubt = "both sides have an open request with its id"
        elif guessed:
            doubt = "it answers a request whose direction is a guess"
        return Direction(asker.peer, doubt)

    def _of_cancel(self, params: Json) -> Direction:
        if isinstance(params, dict) and "requestId" in params:
            key = RpcId.of(params["requestId"]).key
            askers = [side for side in Side if self._open.get((side, key))]
            if len(askers) == 1:
                return Direction(askers[0])
        return Direction(Side.CLIENT, "either side may cancel a request with that id")

    def _follow(self, body: Rpc, direction: Direction) -> None:
        sender = direction.sender
        if isinstance(body, Request):
            if body.method == "initialize":
                # A new connection: nothing of the one before will be answered.
                self._open.clear()
                self._newest_id = dict.fromkeys(Side, -1)
            if isinstance(body.id.key, int):
                self._newest_id[sender] = body.id.key
            self._requests += 1
            asked = _Open(self._requests, body.method, bool(direction.doubt))
            self._open.setdefault((sender, body.id.key), []).append(asked)
        elif isinstance(body, Response) and body.id is not ABSENT:
            waiting = self._open.get((sender.peer, body.id.key))
            if waiting:
                waiting.pop()
                if not waiting:
                    del self._open[sender.peer, body.id.key]
