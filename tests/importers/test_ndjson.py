"""Plain NDJSON with both directions mixed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.importers.ndjson import INFERRED, Directions, detect, read
from acp_inspect.wire.control import Note
from acp_inspect.wire.rpc import Side
from tests.importers.reading import A2C, C2A, CONTROL, imported, remarks, traffic

CLIENT, AGENT = Side.CLIENT, Side.AGENT


def message(**members: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **members}).encode() + b"\n"


def directions(*lines: bytes) -> list[tuple[Side, bool]]:
    """The direction of each line, and whether it is certain."""
    inferring = Directions()
    return [(found.sender, not found.doubt) for found in map(inferring.of, lines)]


def test_methods_tell_the_direction() -> None:
    assert directions(
        message(id=0, method="initialize", params={}),
        message(method="session/update", params={}),
        message(id=1, method="fs/read_text_file", params={}),
        message(method="session/cancel", params={}),
    ) == [(CLIENT, True), (AGENT, True), (AGENT, True), (CLIENT, True)]


def test_a_response_goes_the_other_way_than_its_request() -> None:
    assert directions(
        message(id=5, method="session/new", params={}),
        message(id=5, result={"sessionId": "s"}),
        message(id=6, method="terminal/create", params={}),
        message(id=6, error={"code": 1}),
    ) == [(CLIENT, True), (AGENT, True), (AGENT, True), (CLIENT, True)]


def test_of_two_open_requests_with_one_id_the_result_decides() -> None:
    asked = (message(id=1, method="session/prompt", params={}), message(id=1, method="session/request_permission"))
    permitted, done = message(id=1, result={"outcome": {}}), message(id=1, result={"stopReason": "end_turn"})
    assert directions(*asked, permitted, done)[2:] == [(CLIENT, True), (AGENT, True)]
    assert directions(*asked, done, permitted)[2:] == [(AGENT, True), (CLIENT, True)]


def test_where_the_result_does_not_decide_the_nearest_is_taken_and_marked() -> None:
    asked = (message(id=1, method="session/prompt", params={}), message(id=1, method="session/request_permission"))
    assert directions(*asked, message(id=1, error={"code": 1}))[2:] == [(CLIENT, False)]


def test_ids_are_compared_with_their_type() -> None:
    assert directions(message(id="1", method="terminal/create"), message(id=1, result={}))[1] == (AGENT, False)
    assert directions(message(id=1, method="terminal/create"), b'{"id":1.0,"result":{"terminalId":"t"}}\n')[1] == (
        CLIENT,
        True,
    )


def test_a_new_connection_forgets_what_the_old_one_left_open() -> None:
    found = directions(
        message(id=0, method="session/request_permission"),
        message(id=0, method="initialize", params={}),
        message(id=0, result={"outcome": {}}),
    )
    assert found[2] == (AGENT, False)


def test_what_is_no_message_is_noise_of_the_agent() -> None:
    assert directions(b"Loading profile\n", b"7\n") == [(AGENT, True)] * 2
    assert directions(b'{"jsonrpc":"2.0","me\n', b" {}\n", b"[]\n") == [(AGENT, False)] * 3


def test_a_cancellation_comes_from_who_asked() -> None:
    cancel = message(method="$/cancel_request", params={"requestId": 3})
    assert directions(message(id=3, method="terminal/create"), cancel)[1] == (AGENT, True)
    assert directions(message(id=3, method="session/list"), cancel)[1] == (CLIENT, True)
    assert directions(cancel) == [(CLIENT, False)]


def test_methods_of_nobody_are_a_guess() -> None:
    assert directions(message(method="_vendor/x", params={})) == [(AGENT, False)]


def test_an_unknown_request_goes_with_the_side_whose_ids_it_continues_and_stays_a_guess() -> None:
    start = (message(id=1000, method="session/list"), message(id=3, method="terminal/create"))
    assert directions(*start, message(id=1001, method="_x"))[2] == (CLIENT, False)
    assert directions(*start, message(id=4, method="_x"))[2] == (AGENT, False)
    assert directions(*start, message(id=4, method="_x"), message(id=4, result={}))[3] == (CLIENT, False)
    assert directions(message(id="a", method="_x")) == [(AGENT, False)]


def test_one_certain_entry_decides_for_a_batch() -> None:
    entries = [{"jsonrpc": "2.0", "method": "_vendor"}, {"jsonrpc": "2.0", "id": 1, "method": "session/list"}]
    assert directions(json.dumps(entries).encode()) == [(CLIENT, True)]


def test_blank_lines_go_with_the_line_before() -> None:
    assert directions(message(id=1, method="session/list"), b"\n") == [(CLIENT, True), (CLIENT, True)]


def test_guesses_are_marked_before_their_line_and_times_stay_unknown() -> None:
    lines = imported(read, message(id=0, method="initialize") + message(method="_x") + b'{"unfinished')
    assert [line.stream for line in lines] == [CONTROL, C2A, CONTROL, A2C, CONTROL, A2C]
    assert remarks(lines) == [
        INFERRED,
        Note("the direction of the next line is a guess: either side may send _x"),
        Note("the direction of the next line is a guess: either side may send a broken message"),
    ]
    assert {line.last_at for line in lines} == {-1}
    assert lines[-1].raw == b'{"unfinished'


@given(st.lists(st.binary(max_size=30) | st.sampled_from([message(id=1, method="x"), message(id=1, result={})])))
def test_every_byte_arrives_on_one_of_the_streams(parts: list[bytes]) -> None:
    data = b"".join(parts)
    assert b"".join(raw for _, raw in traffic(imported(read, data))) == data


@pytest.mark.parametrize(
    ("head", "found"),
    [
        (message(method="x"), True),
        (b"noise first\n" + message(id=1, result={}), True),
        (b'{"id":1,"result":{}}\n', True),
        (b'{"some":"json"}\n', False),
        (b'{"jsonrpc":"1.0","method":"x"}\n', False),
        (b"text\n", False),
    ],
)
def test_one_message_tells_the_format(head: bytes, found: bool) -> None:
    assert detect(head) is found
