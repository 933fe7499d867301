"""Numbers for repeating words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from acp_inspect.store import words
from acp_inspect.store.schema import DERIVED
from acp_inspect.store.words import Words, shortened


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(DERIVED["word"].strip())
        yield connection


def test_a_word_keeps_its_number(connection: sqlite3.Connection) -> None:
    known = Words(connection)
    assert [known.number(word) for word in ("a", "b", "a", "")] == [1, 2, 1, 3]
    known.flush()
    known.clear()
    again = Words(connection)
    assert [again.number(word) for word in ("c", "", "b", "a")] == [4, 3, 2, 1]


def test_a_refused_transaction_can_be_tried_again(connection: sqlite3.Connection) -> None:
    known = Words(connection)
    known.number("a")
    known.flush()
    connection.rollback()
    known.number("b")
    known.flush()
    assert connection.execute("SELECT * FROM word").fetchall() == [(1, "a"), (2, "b")]


def test_memory_is_bounded_and_numbers_stay(connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_MAX_KNOWN", 10)
    known = Words(connection)
    first = [known.number(str(number)) for number in range(25)]
    known.flush()
    known.clear()
    assert [known.number(str(number)) for number in range(25)] == first == list(range(1, 26))
    assert len(known._known) <= 10


def test_monstrous_words_are_cut_and_stay_apart(connection: sqlite3.Connection) -> None:
    one, other = "x" * 100_000, "x" * 99_999 + "y"
    assert len(shortened(one)) < 1_100
    assert shortened(one) != shortened(other)
    assert shortened("x" * 1_000) == "x" * 1_000
    known = Words(connection)
    assert [known.number(word) for word in (one, other, one)] == [1, 2, 1]
    assert sum(map(len, known._known)) < 1_000
