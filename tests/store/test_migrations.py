"""Recordings of older formats."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from acp_inspect.errors import NewerFormat, StoreError
from acp_inspect.store import format as format_module
from acp_inspect.store import migrations, reader
from acp_inspect.store.format import FORMAT
from acp_inspect.store.migrations import STEPS, upgrade
from acp_inspect.store.reader import Recording
from tests.record.journals import update
from tests.store.tables import AGENT, recorded, tables


def test_there_is_a_step_to_every_format_after_the_first() -> None:
    assert sorted(STEPS) == list(range(2, FORMAT + 1))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return recorded(tmp_path / "a.acprec", [(AGENT, update(1))])


def later(monkeypatch: pytest.MonkeyPatch, formats: int) -> None:
    """As if this program wrote a later format."""
    for module in (format_module, migrations, reader):
        monkeypatch.setattr(module, "FORMAT", formats)


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (number,) = connection.execute("PRAGMA user_version").fetchone()
        return int(number)


def test_opening_takes_every_step_in_order_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tables(path)
    taken = []

    def second(database: Database) -> None:
        taken.append(2)
        database.execute("CREATE TABLE keepsake (text TEXT)")

    def third(database: Database) -> None:
        taken.append(3)
        database.execute("INSERT INTO keepsake VALUES ('kept')")

    later(monkeypatch, 3)
    monkeypatch.setitem(STEPS, 2, second)
    monkeypatch.setitem(STEPS, 3, third)
    for _ in range(2):
        with Recording.open(path) as recording:
            assert recording.raw(1) == update(1)
    assert (taken, version(path)) == ([2, 3], 3)
    assert tables(path) == before


def test_a_step_that_fails_leaves_the_format_before(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def second(database: Database) -> None:
        database.execute("CREATE TABLE keepsake (text TEXT)")

    def third(database: Database) -> None:
        database.execute("DELETE FROM line")
        raise sqlite3.OperationalError("no")

    later(monkeypatch, 3)
    monkeypatch.setitem(STEPS, 2, second)
    monkeypatch.setitem(STEPS, 3, third)
    with pytest.raises(StoreError):
        upgrade(path)
    assert version(path) == 2
    assert len(tables(path)["line"]) == 1


def test_a_newer_format_is_not_touched(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    before = path.read_bytes()
    with pytest.raises(NewerFormat):
        Recording.open(path)
    assert path.read_bytes() == before
