"""Marks stay in the recording."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from acp_inspect.errors import NotARecording
from acp_inspect.store.marks import put_mark, remove_mark
from acp_inspect.store.reader import Recording
from acp_inspect.store.writer import Writer
from tests.store.tables import ORIGIN, STDERR, recorded


def test_marks_are_put_changed_and_removed(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.acprec", [(STDERR, b"one\n"), (STDERR, b"two\n")])
    with Recording.open(path) as recording:
        assert recording.marks() == {}
        put_mark(path, 2, "here")
        put_mark(path, 1, "")
        assert recording.marks() == {1: "", 2: "here"}
        put_mark(path, 2, "there")
        remove_mark(path, 1)
        remove_mark(path, 7)
        assert recording.marks() == {2: "there"}


def test_while_it_is_being_made(tmp_path: Path) -> None:
    writer = Writer.create(tmp_path / "a.acprec", ORIGIN)
    writer.put(STDERR, b"one\n", 0, 0)
    writer.commit()
    put_mark(writer.path, 1, "live")
    writer.put(STDERR, b"two\n", 1, 1)
    writer.finish("ended", 1)
    with Recording.open(writer.path) as recording:
        assert (recording.marks(), recording.count()) == ({1: "live"}, 2)


def test_a_table_of_marks_that_is_none_is_refused(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.acprec", [(STDERR, b"one\n")])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE VIEW mark AS SELECT 1 AS seq, 'x' AS comment, 0 AS made_at")
        connection.commit()
    with pytest.raises(NotARecording, match="`mark`"):
        Recording.open(path)
