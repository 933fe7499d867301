"""What a line is that is no JSON."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.rules.unreadable import Brackets, Kind, read_joined, read_unreadable

OBJECT = '{"id":1,"method":"a"}'


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (b"Loading...\n", Kind.NOISE),
        (b"[info] ready\n", Kind.NOISE),
        (b"\x1b]0;title\x07" + OBJECT.encode(), Kind.NOISE),
        (OBJECT.encode() + b" trailing\n", Kind.NOISE),
        (b"}\n", Kind.NOISE),
        (b"Content-Length: 12\r\n", Kind.HEADER),
        (b"content-type : application/json\n", Kind.HEADER),
        (OBJECT.encode() * 2 + b"\n", Kind.SEVERAL),
        (b'{"a":1}\r{"b":2}\n', Kind.SEVERAL),
        (b'{"a":NaN}\n', Kind.DIALECT),
        (b"{'a': None, 'b': \"it's\"}\n", Kind.DIALECT),
        (b'{"a":[1,2,],}\n', Kind.DIALECT),
        (b'{"a":1 /* one */}\n', Kind.DIALECT),
        (b'{"a":"x\ty"}\n', Kind.DIALECT),
        (OBJECT.encode("utf-16"), Kind.OTHER_ENCODING),
        (OBJECT.encode("utf-32-le"), Kind.OTHER_ENCODING),
        (b'{"jsonrpc":"2.0","id":9,"method":\n', Kind.HALF),
        (b'{"a":"one\n', Kind.HALF),
        (b"{\n", Kind.HALF),
    ],
)
def test_lines_and_what_they_are(raw: bytes, kind: Kind) -> None:
    assert read_unreadable(raw).kind is kind


def test_what_stands_before_a_message_is_counted() -> None:
    assert read_unreadable(b"ready: " + OBJECT.encode()).detail == "7 characters stand before a JSON object"


def test_what_only_lenient_readers_take_is_named() -> None:
    assert read_unreadable(b"{'a': NaN}").detail == "single quotes, NaN"


@given(st.binary(max_size=200))
def test_any_line_is_something(raw: bytes) -> None:
    assert read_unreadable(raw).kind in Kind


@pytest.mark.parametrize(
    "raw",
    [
        b"{" + b"/*" * 200_000,
        b'{"' + b'\\"' * 200_000,
        b"{'" + b"\\'" * 200_000,
        b"{" * 500_000,
        b'{"' + b"{" * 500_000,
    ],
    ids=["comments", "escapes", "quotes", "nesting", "string"],
)
def test_hostile_lines_are_gone_through_once(raw: bytes) -> None:
    """Each would take minutes if the work grew with the square of the length; the suite's own timeout is the judge."""
    assert read_unreadable(raw).kind is Kind.HALF


@given(st.lists(st.sampled_from(['{"a":', '"x\\"y"', "[1,", "2]", "}", "{", '"{']), max_size=12), st.integers(0, 60))
def test_where_a_text_is_cut_changes_nothing(parts: list[str], cut: int) -> None:
    text = "".join(parts)
    assert Brackets().after(text[:cut]).after(text[cut:]) == Brackets().after(text)


def test_lines_that_make_a_text_together() -> None:
    assert read_joined(b'{\n "a": "one\ntwo"\n}\n') == {"a": "one\ntwo"}
    assert read_joined(b'{\n "a":\n') is None
    assert read_joined(b"1\n") is None
