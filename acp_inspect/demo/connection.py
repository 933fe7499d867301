"""One end of an ACP connection over blocking pipes: sends, waits for answers, and hands what comes in to its owner."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import NamedTuple, Protocol, TypeAlias

import orjson

from acp_inspect.wire.json_text import Json

Reply: TypeAlias = Callable[[Json], None]
"""Sends the result of the request it belongs to."""

INVALID_PARAMS = -32602
METHOD_NOT_FOUND = -32601
INTERNAL_ERROR = -32603
SESSION_NOT_FOUND = -32002


class RpcError(Exception):
    """An error answer, sent or received."""

    def __init__(self, code: int, message: str, data: Json = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data

    @property
    def body(self) -> dict[str, Json]:
        """The error object of the answer."""
        body: dict[str, Json] = {"code": self.code, "message": str(self)}
        return body if self.data is None else body | {"data": self.data}


class Asked(NamedTuple):
    """A request of ours that waits for its answer."""

    number: int
    answer: Future[Json]


class Writer(Protocol):
    """The part of an unbuffered binary file that sending needs."""

    def write(self, data: bytes, /) -> int:
        """Write some of the data; how much."""

    def close(self) -> None:
        """End the stream."""


class Owner(Protocol):
    """What a connection does with what comes in."""

    def requested(self, method: str, params: Json, reply: Reply) -> None:
        """Answer a request with `reply`, now or later, or raise RpcError. Runs in a thread of its own."""

    def notified(self, method: str, params: Json) -> None:
        """Take a notification. Runs in the reading thread, so that order is kept."""


class Connection:
    """JSON-RPC over two unbuffered pipes, one message a line. Safe to send on from any thread."""

    def __init__(self, reader: Iterable[bytes], writer: Writer) -> None:
        self._reader = reader
        self._writer = writer
        self._sending = threading.Lock()
        self._ids = itertools.count()
        self._waiting: dict[int, Future[Json]] = {}

    def serve(self, owner: Owner) -> None:
        """Read to the end of the stream. Requests still unanswered then fail."""
        for line in self._reader:
            self._take(line, owner)
        for future in list(self._waiting.values()):
            future.cancel()

    def request(self, method: str, params: Json) -> Json:
        """The result of a request; RpcError if it is answered with an error, CancelledError if the stream ends."""
        return self.begin(method, params).answer.result()

    def begin(self, method: str, params: Json) -> Asked:
        """Send a request and do not wait."""
        asked = Asked(next(self._ids), Future())
        self._waiting[asked.number] = asked.answer
        self.send({"jsonrpc": "2.0", "id": asked.number, "method": method, "params": params})
        return asked

    def notify(self, method: str, params: Json) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def send(self, message: Json) -> None:
        """Send one message, whatever it is."""
        self.send_raw(orjson.dumps(message) + b"\n")

    def send_raw(self, data: bytes) -> None:
        """Send bytes as they are. A peer that has gone is no error here: reading will end soon."""
        with self._sending:
            try:
                while data:
                    data = data[self._writer.write(data) :]
            except (BrokenPipeError, ValueError):
                return

    def close(self) -> None:
        """End our direction."""
        with self._sending:
            self._writer.close()

    def _take(self, line: bytes, owner: Owner) -> None:
        try:
            message = orjson.loads(line)
        except orjson.JSONDecodeError:
            return
        match message:
            case {"method": str(method), "id": number}:
                answering = threading.Thread(
                    target=self._answer, args=(owner, number, method, message.get("params")), daemon=True
                )
                answering.start()
            case {"method": str(method)}:
                owner.notified(method, message.get("params"))
            case {"id": int(number)} if number in self._waiting:
                future = self._waiting.pop(number)
                match message.get("error"):
                    case {"code": int(code), "message": str(reason), **more}:
                        future.set_exception(RpcError(code, reason, more.get("data")))
                    case _:
                        future.set_result(message.get("result"))

    def _answer(self, owner: Owner, number: Json, method: str, params: Json) -> None:
        answered = False

        def reply(result: Json) -> None:
            nonlocal answered
            answered = True
            self.send({"jsonrpc": "2.0", "id": number, "result": result})

        try:
            owner.requested(method, params, reply)
        except RpcError as error:
            self.send({"jsonrpc": "2.0", "id": number, "error": error.body})
        except Exception as error:
            # What goes wrong after the answer has nobody to be told on the wire: it belongs on stderr.
            if answered:
                raise
            fault = RpcError(INTERNAL_ERROR, f"{type(error).__name__}: {error}")
            self.send({"jsonrpc": "2.0", "id": number, "error": fault.body})
