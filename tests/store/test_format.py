"""What is a recording and what is not."""

from __future__ import annotations

import os
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from acp_inspect.errors import NewerFormat, NoSuchRecording, NotARecording, StoreError
from acp_inspect.store.format import FORMAT, journal_of, lock_of, recognise
from tests.store.tables import recorded


def _foreign_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE diary (day)")


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))


OTHERS: list[tuple[Callable[[Path], object], str]] = [
    (Path.mkdir, "a folder"),
    (os.mkfifo, "a named pipe"),
    (Path.touch, "empty"),
    (_foreign_database, "another program"),
    (lambda path: path.write_bytes(b'{"jsonrpc":"2.0"}\n'), "acp-inspect import"),
    (lambda path: path.write_bytes(b"SQLite format 3\x00"), "not a recording"),
    (lambda path: path.write_bytes(os.urandom(5_000)), "not a recording"),
]


@pytest.mark.parametrize(("make", "words"), OTHERS, ids=[words for _, words in OTHERS[:5]] + ["short", "random"])
def test_anything_else_is_refused_with_what_it_is(tmp_path: Path, make: Callable[[Path], object], words: str) -> None:
    path = tmp_path / "other.acprec"
    make(path)
    with pytest.raises(NotARecording, match=words) as caught:
        recognise(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_socket_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s"
    _socket(path)
    with pytest.raises((NotARecording, StoreError)):
        recognise(path)


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(NoSuchRecording):
        recognise(tmp_path / "none.acprec")
    with pytest.raises((NoSuchRecording, StoreError)):
        recognise(Path("a\0b"))


def test_a_recording_is_one(tmp_path: Path) -> None:
    assert recognise(recorded(tmp_path / "a.acprec", [])) == FORMAT


def test_a_newer_format_names_both(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.acprec", [])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT + 41}")
    with pytest.raises(NewerFormat, match=f"format {FORMAT + 41}.*up to {FORMAT}"):
        recognise(path)


def test_one_that_was_never_completed(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.acprec", [])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 0")
    with pytest.raises(NotARecording):
        recognise(path)


def test_the_files_beside_it() -> None:
    assert journal_of(Path("/x/a.acprec")) == Path("/x/a.acprec.journal")
    assert lock_of(Path("/x/a.acprec")) == Path("/x/a.acprec.lock")
