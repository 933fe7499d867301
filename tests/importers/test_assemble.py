"""What importers of logs share."""

from __future__ import annotations

import json

import pytest

from acp_inspect.importers import assemble
from acp_inspect.importers.assemble import (
    Found,
    assembled,
    document,
    file_lines,
    iso_time,
    message_line,
    nanoseconds,
    records,
    text_lines,
    whole,
)
from acp_inspect.importers.captured import CapturedLine, ImportFault
from acp_inspect.wire.control import Note, decode_control
from acp_inspect.wire.json_text import JsonText, read_json
from tests.importers.reading import A2C, C2A, CONTROL, source


def test_times_count_from_the_first_and_never_go_back() -> None:
    opening, *lines = assembled(
        [
            Found(C2A, b"a\n", 1_000, 1),
            Found(A2C, b"b\n", 900, 2),
            Found(A2C, b"c\n", None, 3),
            Found(C2A, b"d\n", 1_500),
        ],
        "a log",
        reserialised=True,
        wall=True,
    )
    assert (opening.stream, opening.last_at) == (CONTROL, 0)
    assert decode_control(opening.raw) == Note("a log", True, 1_000)
    assert lines == [
        CapturedLine(C2A, b"a\n", 0, 0, 1),
        CapturedLine(A2C, b"b\n", 0, 0, 2),
        CapturedLine(A2C, b"c\n", -1, -1, 3),
        CapturedLine(C2A, b"d\n", 500, 500, 0),
    ]


def test_a_log_without_times_or_lines_says_so() -> None:
    (opening, line) = assembled([Found(C2A, b"a\n")], "a log", wall=True)
    assert (opening.last_at, line.last_at) == (-1, -1)
    assert decode_control(opening.raw) == Note("a log")
    assert [decode_control(line.raw) for line in assembled([], "a log")] == [Note("a log")]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("1970-01-01T00:00:01Z", 10**9),
        ("1970-01-01 00:00:01.5", 1_500_000_000),
        ("1970-01-01T02:00:00.123456789+02:00", 123_456_789),
        ("1970-01-01T00:00:00.1234567891234z", None),
        ("1970-01-01T00:00:00,25-0030", 1_800_250_000_000),
        ("1969-12-31T23:59:59.75Z", -250_000_000),
        ("0001-01-01T00:00:00+23:59", -62_135_683_140 * 10**9),
        ("1970-02-30T00:00:00Z", None),
        ("1970-01-01T00:00:00+99:99", None),
        ("1970-01-01T00:00:61Z", None),
        ("now", None),
        ("1" * 10_000, None),
        (7, None),
        (None, None),
    ],
)
def test_times_in_iso_8601(text: object, at: int | None) -> None:
    assert iso_time(text) == at


@pytest.mark.parametrize(
    ("value", "at"),
    [(1.5, 1_500_000_000), (0, 0), (-2, -2_000_000_000), ("1", None), (True, None), (1e300, None), (None, None)],
)
def test_times_as_numbers(value: object, at: int | None) -> None:
    assert nanoseconds(value, 10**9) == at
    assert nanoseconds(float("nan"), 10**9) is None


def test_numbers_keep_their_spelling_and_odd_text_is_made_plain() -> None:
    read = read_json(rb'{"a":1.0,"b":1e400,"c":9007199254740993,"d":"\ud800","a\u0000":"\n"}')
    assert isinstance(read, JsonText)
    line = message_line(read.value)
    assert line == b'{"a":1.0,"b":1e400,"c":9007199254740993,"d":"\\\\ud800","a\\u0000":"\\n"}\n'
    assert json.loads(line)["a\0"] == "\n"


def test_texts_end_with_one_newline() -> None:
    assert [text_lines(text) for text in ("", "a", "a\n", "a\nb\r", "\ud800")] == [
        [b"\n"],
        [b"a\n"],
        [b"a\n"],
        [b"a\n", b"b\r\n"],
        [b"\xed\xa0\x80\n"],
    ]


def test_huge_lines_and_files_are_refused_before_they_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assemble, "LONGEST_LINE", 10)
    monkeypatch.setattr(assemble, "LARGEST_DOCUMENT", 20)
    assert list(file_lines(source(b"123456789\n\nx"))) == [(1, b"123456789\n"), (2, b"\n"), (3, b"x")]
    with pytest.raises(ImportFault, match=r"^capture, line 2: is longer than 10 bytes"):
        list(file_lines(source(b"1\n" + b"2" * 11)))
    assert whole(source(b"x" * 20)) == b"x" * 20
    with pytest.raises(ImportFault, match=r"^capture: is larger than 20 bytes"):
        whole(source(b"x" * 21))


def test_records_are_objects_and_only_the_last_may_be_cut() -> None:
    assert [(record.number, record.fields) for record in records(source(b'{"a":1}\n\n{"b":2}\n{"c'))] == [
        (1, {"a": 1}),
        (3, {"b": 2}),
        (4, None),
    ]
    for wrong, reason in ((b"nonsense\n", "no JSON: "), (b"[]\n", "no JSON object"), (b"[" * 10**6 + b"\n", "no JSON")):
        with pytest.raises(ImportFault, match=f"^capture, line 2: {reason}"):
            list(records(source(b"{}\n" + wrong)))


def test_a_document_may_be_deep() -> None:
    assert "nested too deep" in str(document(source(b"[" * 10**6 + b"]" * 10**6)))
    with pytest.raises(ImportFault, match=r"^capture: no JSON: "):
        document(source(b"{"))
