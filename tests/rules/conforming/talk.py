"""What conforming Clients and Agents of both versions have in common when they talk at random."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from acp_inspect.wire.control import Control, Exited, Started, StreamEnded, encode_control
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import Entry

T = TypeVar("T")
Json = dict[str, Any]

WORDS = ("Hello", " wörld", "\n", "```py\nx = 1\n```", " 👋", "", "\u2028", "-" * 300, " a < b", "日本")


class Talk:
    """The lines of an exchange as they are made, with ids, times, and the choices that chance leaves."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.entries: list[Entry] = []
        self._at = 0
        self._ids = {Stream.CLIENT_TO_AGENT: 0, Stream.AGENT_TO_CLIENT: 0}
        self._names = 0
        # Both kinds of id are legal; one side stays with one.
        self._texts = {stream: random.random() < 0.3 for stream in self._ids}

    def likely(self, chance: float) -> bool:
        """Whether something happens."""
        return self.random.random() < chance

    def one(self, choices: Sequence[T]) -> T:
        """One of them."""
        return self.random.choice(choices)

    def some(self, **members: Any) -> Json:
        """An object with any of these members."""
        return {name: value for name, value in members.items() if self.likely(0.5)}

    def name(self, prefix: str) -> str:
        """A name that was not used before."""
        self._names += 1
        return f"{prefix}-{self._names}"

    def text(self) -> Json:
        """A text block."""
        return {"type": "text", "text": self.one(WORDS)}

    def control(self, control: Control) -> None:
        """A line of the recorder's."""
        self.entries.append(Entry(Stream.CONTROL, encode_control(control), self._tick()))

    def stderr(self) -> None:
        """A line of the Agent's log."""
        self.entries.append(Entry(Stream.STDERR, b"[info] all is well\n", self._tick()))

    def started(self) -> None:
        """The recording begins."""
        if self.likely(0.7):
            self.control(Started(("agent",), 17))

    def ended(self) -> None:
        """The Client closes stdin, and the Agent ends; or the recording just stops."""
        if self.likely(0.6):
            self.control(StreamEnded(Stream.CLIENT_TO_AGENT, "eof"))
            self.control(StreamEnded(Stream.AGENT_TO_CLIENT, "eof"))
            self.control(Exited(0))

    def ask(self, stream: Stream, method: str, params: Json) -> Any:
        """A request; gives its id."""
        self._ids[stream] += 1
        number = self._ids[stream]
        id = f"{stream.name}-{number}" if self._texts[stream] else number
        self._say(stream, {"id": id, "method": method, "params": params})
        return id

    def answer(self, stream: Stream, id: Any, result: Json) -> None:
        """A result."""
        self._say(stream, {"id": id, "result": result})

    def refuse(self, stream: Stream, id: Any, code: int, message: str) -> None:
        """An error."""
        self._say(stream, {"id": id, "error": {"code": code, "message": message}})

    def tell(self, stream: Stream, method: str, params: Json) -> None:
        """A notification."""
        self._say(stream, {"method": method, "params": params})

    def vendor(self) -> None:
        """Somebody's own notification, which the other may pass over."""
        self.tell(self.one(tuple(self._ids)), "_example.com/ping", {"sessionId": "whatever", "n": 1})

    def _say(self, stream: Stream, message: Json) -> None:
        raw = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=self.likely(0.5)).encode()
        self.entries.append(Entry(stream, raw + b"\n", self._tick()))

    def _tick(self) -> int:
        self._at += self.random.randrange(1, 300) * 1_000_000
        return self._at
