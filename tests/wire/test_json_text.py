"""Reading and writing JSON text that may be hostile."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.wire.json_text import (
    MAX_DEPTH,
    TOO_DEEP,
    ExactNumber,
    JsonFault,
    JsonText,
    Oddity,
    OddityKind,
    read_json,
    write_json,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def _read(raw: bytes) -> JsonText:
    read = read_json(raw)
    assert isinstance(read, JsonText)
    return read


@given(st.binary())
def test_any_bytes_read_as_a_value_or_a_fault(raw: bytes) -> None:
    assert isinstance(read_json(raw), JsonText | JsonFault)


@given(JSON, st.sampled_from([(",", ":"), (", ", ": "), (" ,\t", " :\r\n ")]), st.booleans())
def test_every_spelling_of_a_value_reads_as_that_value(value: Any, separators: tuple[str, str], ascii_: bool) -> None:
    text = json.dumps(value, separators=separators, ensure_ascii=ascii_)
    assert _read(text.encode()) == JsonText(value, ())


@given(JSON)
def test_what_is_written_reads_back(value: Any) -> None:
    assert _read(write_json(value).encode()).value == value
    assert _read(write_json(value, indent=2).encode()).value == value
    assert json.loads(write_json(value, indent=2)) == value


def test_indented_text() -> None:
    assert write_json({"a": [1, {}], "b": []}, indent=2) == '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}'


@pytest.mark.parametrize(
    "text",
    [
        "1.0",
        "-0",
        "1e400",
        "1E2",
        "0.10",
        "123456789012345678901234567890",
        "1" * 5000,
        "-1e-5000",
        "1.0e+2",
        "1e16",
        "1e+16",
        "1e-7",
        "0.1",
    ],
)
def test_a_number_keeps_its_digits(text: str) -> None:
    value = _read(b'{"n":' + text.encode() + b"}").value
    assert write_json(value) == '{"n":' + text + "}"


def test_numbers_are_numbers() -> None:
    assert _read(b"[1.0,1e400,-0,12345678901234567890123]").value == [1, math.inf, 0, 12345678901234567890123]
    assert isinstance(_read(b"1e400").value, ExactNumber)


@pytest.mark.parametrize(
    ("raw", "value", "oddities"),
    [
        (b'{"a":1,"a":2}', {"a": 2}, (Oddity(OddityKind.DUPLICATE_MEMBER, "a"),)),
        (b'{"x":{"b":1,"c":2,"b":3}}', {"x": {"b": 3, "c": 2}}, (Oddity(OddityKind.DUPLICATE_MEMBER, "b"),)),
        (b"\xef\xbb\xbf[1]", [1], (Oddity(OddityKind.BOM, ""),)),
        (b'"a\xffb"', "a\ufffdb", (Oddity(OddityKind.NOT_UTF8, "byte 2 is 0xff"),)),
        (rb'"\ud800!"', r"\ud800!", (Oddity(OddityKind.LONE_SURROGATE, r"\ud800!"),)),
        (rb'"\ud83d\ude00"', "\U0001f600", ()),
        (b'"\xe2\x80\xa8"', "\u2028", ()),
        (rb'"\u0000"', "\0", ()),
        (b' {"a" : 1}\r\n', {"a": 1}, ()),
    ],
)
def test_what_is_odd_is_read_and_said(raw: bytes, value: Any, oddities: tuple[Oddity, ...]) -> None:
    assert read_json(raw) == JsonText(value, oddities)


@pytest.mark.parametrize(
    "raw",
    [b"NaN", b"[Infinity]", b"-Infinity", b"{'a':1}", b'{"a":1,}', b"// x", b'"a\nb"', b"", b"\x00", b"{}{}", b"tru"]
    + [b"[" * 100_000, b"]" * 100_000, b'{"a":' * 5_000, b"\xff\xfe", b"01", b"1.", b'"\\x41"'],
)
def test_what_is_no_json_is_a_fault(raw: bytes) -> None:
    assert isinstance(read_json(raw), JsonFault)


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 1_000, 1_500, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_what_is_nested_too_deep_is_cut_there(depth: int, opening: bytes, closing: bytes) -> None:
    leaf = b"[]" if opening == b"[" else b"{}"
    read = _read(opening * (depth - 1) + leaf + closing * (depth - 1))
    assert [oddity.kind for oddity in read.oddities] == [OddityKind.TOO_DEEP]
    value = read.value
    for _ in range(MAX_DEPTH):
        value = value[0] if isinstance(value, list) else value["a"]
    assert value == TOO_DEEP


def test_what_is_nested_as_deep_as_allowed_is_whole() -> None:
    raw = b"[" * MAX_DEPTH + b"]" * MAX_DEPTH
    assert _read(raw).oddities == ()
    assert write_json(_read(raw).value).encode() == raw
    spaced = b"[ " * MAX_DEPTH + b"]" * MAX_DEPTH
    assert _read(spaced) == _read(raw)


def test_siblings_of_what_is_too_deep_stay() -> None:
    raw = b'{"deep":' + b"[" * 500 + b"]" * 500 + b',"b":"[not \\" nested]","c":[[1]]}'
    value = _read(raw).value
    assert value["b"] == '[not " nested]'
    assert value["c"] == [[1]]


def test_many_containers_side_by_side_are_not_deep() -> None:
    raw = b"[" + b",".join([b"{}"] * 5_000) + b"]"
    assert _read(raw) == JsonText([{}] * 5_000, ())
