"""Pieces of terminal output that are base64 only together."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.rules.declare import Level
from tests.rules.exchanges import found, update, v2


def _levels(*pieces: str) -> list[tuple[Level, int]]:
    """The findings about these pieces: level, and how many earlier pieces belong to it."""
    chunks = [update("terminal_output_chunk", terminalId="x1", data=piece) for piece in pieces]
    hits = found("terminal/base64-invalid", v2(), [update("terminal_update", terminalId="x1", command="ls")], chunks)
    return [(hit.level, len(hit.related)) for hit in hits]


@pytest.mark.parametrize(
    ("pieces", "hits"),
    [
        (("aGVs", "bG8K"), []),
        (("aGVsb", "G8K"), [(Level.ERROR, 0), (Level.ERROR, 1)]),
        # Each of them would be whole with its padding: nothing shows that they belong together.
        (("aGk", "aGVsbG8", "aGk"), [(Level.WARNING, 0), (Level.WARNING, 0), (Level.WARNING, 0)]),
        # A sound piece ends the row.
        (("aGVsb", "aGk=", "G8K"), [(Level.ERROR, 0), (Level.WARNING, 0)]),
        (("_-8=",), [(Level.WARNING, 0)]),
        (("hello\n",), [(Level.ERROR, 0)]),
    ],
)
def test_pieces_and_what_is_said_of_them(pieces: tuple[str, ...], hits: list[tuple[Level, int]]) -> None:
    assert _levels(*pieces) == hits


@given(st.lists(st.binary(max_size=40), max_size=5))
def test_pieces_that_are_encoded_by_themselves_are_never_reported(pieces: list[bytes]) -> None:
    assert _levels(*(base64.b64encode(piece).decode() for piece in pieces)) == []
