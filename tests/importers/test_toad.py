"""Toad's logs, read."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.importers.toad import python_value
from acp_inspect.wire.control import Gap, Note
from acp_inspect.wire.framing import Stream
from tests.importers.reading import only, opening, sample, told


def test_values_and_lines_are_read_and_nothing_is_run() -> None:
    lines = only(sample("toad.txt"), "toad")
    assert told(lines) == [
        (
            "c2a",
            '{"jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":1,"clientCapabilities":'
            '{"terminal":true,"x":null}},"id":0}\n',
            -1e-6,
        ),
        ("a2c", "Loading…\n", -1e-6),
        ("a2c", '{"jsonrpc": "2.0","id":0,"result":{"protocolVersion":1}}\n', -1e-6),
        ("c2a", '{"jsonrpc":"2.0","method":"_a","params":["it\'s",1.5,-2,"ünï\\n"],"id":"0"}\n', -1e-6),
        ("control", Note("Toad: Failed to decode"), -1e-6),
        (
            "control",
            Gap(Stream.CLIENT_TO_AGENT, None, "a value that cannot be read: character 13 is of no plain value"),
            -1e-6,
        ),
    ]
    assert [line.source for line in lines] == [0, 1, 2, 3, 4, 5, 6]
    assert opening(lines).reserialised


WORDS = st.text(st.characters(codec="utf-8"))
PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | WORDS,
    lambda inner: st.lists(inner) | st.dictionaries(WORDS, inner),
)


@given(PLAIN)
def test_what_python_writes_is_read_back(value: Any) -> None:
    assert python_value(repr(value).encode()) == value


@pytest.mark.parametrize(
    "text",
    [
        b"__import__('os')",
        b"1+1",
        b"-" * 100_000 + b"1",
        b"[" * 91 + b"]" * 91,
        b"(" * 100_000,
        b"{" * 100_000,
        b"{1, 2}",
        b"{1: 2}",
        b"{'a': 1e999}",
        b"b'x'",
        b"f'{x}'",
        b"'a' 'b' c",
        b"'a\nb'",
        b"'a",
        b"[1,,2]",
        b"9" * 10_000,
        b"nan",
        b"",
        b"'\\N{no such}'",
        b"[[1][2]]",
        b"'a'('b')",
    ],
    ids=count(),
)
def test_anything_else_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        python_value(text)
