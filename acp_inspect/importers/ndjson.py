"""Import plain NDJSON: one file with the lines of both directions and nothing else. Directions are inferred.

A method says who sends it; a response goes the other way than the nearest earlier open request with an equal id that
it suits; a line that is no JSON-RPC is noise of the Agent's. Where that does not decide, the more likely direction is
taken and a note before the line says that it is a guess. Times are unknown.
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

_STREAM_OF = {Side.CLIENT: Stream.CLIENT_TO_AGENT, Side.AGENT: Stream.AGENT_TO_CLIENT}


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
    for line in source.file:
        found = directions.of(line)
        if found.doubt:
            yield control_line(Note(f"the direction of the next line is a guess: {found.doubt}"))
        yield CapturedLine(_STREAM_OF[found.sender], line)


class Direction(NamedTuple):
    """Who sent a line, and why that is not certain (empty if it is)."""

    sender: Side
    doubt: str = ""


class _Open(NamedTuple):
    place: int
    method: str


class Directions:
    """Infers who sent each line of a connection, or of several that follow one another."""

    def __init__(self) -> None:
        self._requests = 0
        self._open: dict[tuple[Side, Hashable], list[_Open]] = {}
        self._last = Side.AGENT

    def of(self, line: bytes) -> Direction:
        """The direction of the next line."""
        bodies = decode_line(line)
        if not bodies:
            return Direction(self._last)
        found = [self._of_body(body) for body in bodies]
        # In a batch all entries go one way, so one that is certain decides.
        direction = min(found, key=lambda one: bool(one.doubt))
        for body in bodies:
            self._follow(body, direction.sender)
        self._last = direction.sender
        return direction

    def _of_body(self, body: Rpc) -> Direction:
        match body:
            case Malformed():
                return Direction(Side.AGENT)
            case Response(id=RpcId(key=key)):
                return self._of_response(body, key)
            case Response():
                return Direction(Side.AGENT, "the response has no id")
            case Request(method="$/cancel_request") | Notification(method="$/cancel_request"):
                return self._of_cancel(body.params)
        known = senders().get(body.method)
        return Direction(Side.AGENT, f"either side may send {body.method[:80]}") if known is None else Direction(known)

    def _of_response(self, body: Response, key: Hashable) -> Direction:
        waiting = [(side, self._open[side, key][-1]) for side in Side if self._open.get((side, key))]
        suited = [(fit(asked.method, body), asked.place, side) for side, asked in waiting]
        best = sorted(one for one in suited if one[0])[-2:]
        if not best:
            reason = "it suits no open request" if waiting else "no open request has its id"
            return Direction(waiting[0][0].peer if waiting else Side.AGENT, reason)
        asker = best[-1][2]
        if len(best) == 2 and best[0][0] == best[1][0]:
            return Direction(asker.peer, "both sides have an open request with its id")
        return Direction(asker.peer)

    def _of_cancel(self, params: Json) -> Direction:
        if isinstance(params, dict) and "requestId" in params:
            key = RpcId.of(params["requestId"]).key
            askers = [side for side in Side if self._open.get((side, key))]
            if len(askers) == 1:
                return Direction(askers[0])
        return Direction(Side.CLIENT, "either side may cancel a request with that id")

    def _follow(self, body: Rpc, sender: Side) -> None:
        if isinstance(body, Request):
            if body.method == "initialize":
                # A new connection: nothing of the one before will be answered.
                self._open.clear()
            self._requests += 1
            self._open.setdefault((sender, body.id.key), []).append(_Open(self._requests, body.method))
        elif isinstance(body, Response) and body.id is not ABSENT:
            waiting = self._open.get((sender.peer, body.id.key))
            if waiting:
                waiting.pop()
                if not waiting:
                    del self._open[sender.peer, body.id.key]
