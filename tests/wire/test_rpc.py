"""What JSON-RPC a line carries."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.wire.rpc import (
    ABSENT,
    Malformed,
    MalformedKind,
    Notification,
    Request,
    Response,
    RpcId,
    Side,
    decode_line,
    is_batch,
)


def _one(raw: bytes) -> Request | Notification | Response | Malformed:
    (rpc,) = decode_line(raw)
    return rpc


MESSAGES: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        name: st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers()) | st.just({})
        for name in ("jsonrpc", "id", "method", "params", "result", "error")
    },
)


@given(st.binary() | st.binary().map(lambda raw: b'{"id":1,"method":' + raw))
def test_any_bytes_decode(raw: bytes) -> None:
    for rpc in decode_line(raw):
        assert isinstance(rpc, Request | Notification | Response | Malformed)


@given(MESSAGES)
def test_a_message_is_what_its_members_make_it(message: dict[str, Any]) -> None:
    rpc = _one(json.dumps(message).encode())
    if "method" in message:
        expected: type = Malformed
        if isinstance(message["method"], str):
            expected = Request if "id" in message else Notification
    else:
        expected = Response if "result" in message or "error" in message else Malformed
    assert type(rpc) is expected
    assert rpc.message == message


def test_omitted_null_and_a_value_are_three_things() -> None:
    omitted = _one(b'{"jsonrpc":"2.0","method":"m"}')
    null = _one(b'{"jsonrpc":"2.0","method":"m","params":null}')
    empty = _one(b'{"jsonrpc":"2.0","method":"m","params":{}}')
    assert isinstance(omitted, Notification)
    assert isinstance(null, Notification)
    assert isinstance(empty, Notification)
    assert omitted.params is ABSENT
    assert null.params is None
    assert empty.params == {}
    result = _one(b'{"jsonrpc":"2.0","id":1,"result":null}')
    assert isinstance(result, Response)
    assert result.result is None
    assert result.error is ABSENT


@pytest.mark.parametrize("value", [b"0", b'""', b"null"])
def test_a_falsy_id_is_an_id(value: bytes) -> None:
    assert isinstance(_one(b'{"id":' + value + b',"method":"m"}'), Request)


def _key(text: bytes) -> object:
    rpc = _one(b'{"id":' + text + b',"method":"m"}')
    assert isinstance(rpc, Request)
    return rpc.id.key


@pytest.mark.parametrize(
    ("one", "other"),
    [(b"1", b"1.0"), (b"1", b"1e0"), (b"100", b"1E+2"), (b"0", b"-0"), (b"0", b"0e99999999999999999999999")]
    + [(b"1.5", b"15e-1"), (b"1e400", b"10E399"), (b'"a"', rb'"\u0061"'), (b"9007199254740993", b"9007199254740993.0")],
)
def test_spellings_of_one_id_are_equal(one: bytes, other: bytes) -> None:
    assert _key(one) == _key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [(b"1", b'"1"'), (b"1", b"true"), (b"0", b"false"), (b"0", b'""'), (b"null", b'"null"'), (b"0", b"null")]
    + [(b"9007199254740992", b"9007199254740993"), (b"12345678901234567890123", b"12345678901234567890124")]
    + [
        (b"1e400", b"1e401"),
        (b"1", b"-1"),
        (rb'"\ud800"', rb'"\ud801"'),
        (b"1", b"[1]"),
        (b"1", b"1.0000000000000000001"),
    ],
)
def test_different_ids_are_different(one: bytes, other: bytes) -> None:
    assert _key(one) != _key(other)


@given(st.integers())
def test_whole_numbers_are_themselves(number: int) -> None:
    assert _key(str(number).encode()) == number


def test_an_id_keeps_its_spelling() -> None:
    assert RpcId.of("a").text == '"a"'
    rpc = _one(b'{"id":1.0,"method":"m"}')
    assert isinstance(rpc, Request)
    assert rpc.id.text == "1.0"


def test_a_batch_gives_one_message_for_each_entry() -> None:
    raw = b' [{"id":1,"method":"m"},{"id":1,"result":{}},5]\n'
    assert [type(rpc) for rpc in decode_line(raw)] == [Request, Response, Malformed]
    assert is_batch(raw)
    assert not is_batch(b'{"id":1,"method":"m"}')


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (b"[]", MalformedKind.EMPTY_BATCH),
        (b"5", MalformedKind.NOT_OBJECT),
        (b"null", MalformedKind.NOT_OBJECT),
        (b'"x"', MalformedKind.NOT_OBJECT),
        (b'{"method":5}', MalformedKind.METHOD_NOT_STRING),
        (b'{"id":1}', MalformedKind.NEITHER),
        (b"{}", MalformedKind.NEITHER),
        (b"Listening on stdio", MalformedKind.NOT_JSON),
        (b'{"method":"a"} {"method":"b"}', MalformedKind.NOT_JSON),
        (b"Content-Length: 5\r\n", MalformedKind.NOT_JSON),
    ],
)
def test_what_is_no_message_says_why(raw: bytes, kind: MalformedKind) -> None:
    rpc = _one(raw)
    assert isinstance(rpc, Malformed)
    assert rpc.kind is kind
    assert rpc.reason


@pytest.mark.parametrize("raw", [b"", b"\n", b" \t\r\n"])
def test_a_blank_line_has_no_message(raw: bytes) -> None:
    assert decode_line(raw) == []


def test_a_request_of_64_megabytes() -> None:
    text = "x" * (64 * 1024 * 1024)
    rpc = _one(b'{"jsonrpc":"2.0","id":7,"method":"m","params":{"text":"' + text.encode() + b'"}}\n')
    assert isinstance(rpc, Request)
    assert rpc.params == {"text": text}


def test_sides() -> None:
    assert Side.CLIENT.peer is Side.AGENT
    assert Side.AGENT.peer is Side.CLIENT


@pytest.mark.parametrize("raw", [b"oops\n", b"5\r\n", b'{"method":5}\n', b"{}", b"[]\n"])
def test_a_malformed_line_keeps_its_bytes(raw: bytes) -> None:
    (rpc,) = decode_line(raw)
    assert isinstance(rpc, Malformed)
    assert rpc.raw == raw


def test_an_entry_of_a_batch_has_no_line_of_its_own() -> None:
    (rpc,) = decode_line(b"[5]\n")
    assert isinstance(rpc, Malformed)
    assert rpc.raw == b""
