"""One end of a connection over real pipes, against bytes written by hand."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from typing import IO

import orjson
import pytest

from acp_inspect.demo.connection import Connection, Reply, RpcError
from acp_inspect.wire.json_text import Json

WAIT = 60.0


class Owner:
    """Answers `echo`, refuses `no`, breaks on `crash`, breaks after the answer on `late-crash`."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Json]] = []

    def requested(self, method: str, params: Json, reply: Reply) -> None:
        match method:
            case "echo":
                reply(params)
            case "no":
                raise RpcError(-32601, "Method not found", {"method": method})
            case "crash":
                raise ZeroDivisionError("of all things")

    def notified(self, method: str, params: Json) -> None:
        self.heard.append((method, params))


class Ends:
    """A connection, its owner, and the far ends of its pipes."""

    def __init__(self) -> None:
        inner_read, outer_write = os.pipe()
        outer_read, inner_write = os.pipe()
        self.reader = os.fdopen(inner_read, "rb")
        self.to_us = os.fdopen(outer_write, "wb", buffering=0)
        self.from_us = os.fdopen(outer_read, "rb")
        self.connection = Connection(self.reader, os.fdopen(inner_write, "wb", buffering=0))
        self.owner = Owner()
        self.serving = threading.Thread(target=self.connection.serve, args=(self.owner,))
        self.serving.start()

    def tell(self, line: bytes) -> None:
        self.to_us.write(line + b"\n")

    def hear(self) -> Json:
        return orjson.loads(self.from_us.readline())

    def end(self) -> None:
        self.to_us.close()
        self.serving.join(WAIT)


@pytest.fixture
def ends() -> Iterator[Ends]:
    ends = Ends()
    yield ends
    ends.end()
    ends.connection.close()
    files: list[IO[bytes]] = [ends.reader, ends.from_us]
    for file in files:
        file.close()


def test_a_request_is_answered_with_its_own_id(ends: Ends) -> None:
    ends.tell(b'{"jsonrpc":"2.0","id":"seven","method":"echo","params":{"a":"\xc3\xbc"}}')
    assert ends.hear() == {"jsonrpc": "2.0", "id": "seven", "result": {"a": "ü"}}


def test_a_refusal_is_an_error_answer(ends: Ends) -> None:
    ends.tell(b'{"jsonrpc":"2.0","id":1,"method":"no","params":{}}')
    error = {"code": -32601, "message": "Method not found", "data": {"method": "no"}}
    assert ends.hear() == {"jsonrpc": "2.0", "id": 1, "error": error}


def test_a_crash_is_an_internal_error(ends: Ends) -> None:
    ends.tell(b'{"jsonrpc":"2.0","id":1,"method":"crash"}')
    assert ends.hear()["error"] == {"code": -32603, "message": "ZeroDivisionError: of all things"}


def test_our_requests_have_ids_of_their_own_and_get_their_own_answers(ends: Ends) -> None:
    first, second = (ends.connection.begin("x", {"n": n}) for n in (1, 2))
    assert [ends.hear()["id"], ends.hear()["id"]] == [first.number, second.number]
    assert first.number != second.number
    ends.tell(b'{"jsonrpc":"2.0","id":%d,"result":"two"}' % second.number)
    ends.tell(b'{"jsonrpc":"2.0","id":%d,"error":{"code":-1,"message":"one"}}' % first.number)
    assert second.answer.result(WAIT) == "two"
    with pytest.raises(RpcError, match="one") as caught:
        first.answer.result(WAIT)
    assert caught.value.code == -1


def test_notifications_are_heard_in_order_and_noise_is_passed_over(ends: Ends) -> None:
    for number in range(20):
        ends.tell(b'{"jsonrpc":"2.0","method":"n","params":%d}' % number)
        ends.tell(b"no JSON at all \xff")
    ends.tell(b'{"jsonrpc":"2.0","id":99,"result":"nobody asked"}')
    ends.end()
    assert ends.owner.heard == [("n", number) for number in range(20)]


def test_the_end_of_the_stream_cancels_what_waits(ends: Ends) -> None:
    asked = ends.connection.begin("x", {})
    ends.end()
    with pytest.raises(CancelledError):
        asked.answer.result(WAIT)


def test_sending_to_a_peer_that_has_gone_does_no_harm(ends: Ends) -> None:
    ends.from_us.close()
    ends.connection.notify("n", "x" * 1_000_000)
