"""Derived rows made again, recordings gathered into one file."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from acp_inspect.errors import StoreError
from acp_inspect.store import derive, reader, upkeep, writer
from acp_inspect.store.reader import Recording
from acp_inspect.store.upkeep import identity_of, rebuild, tidy_up
from acp_inspect.store.writer import Writer
from acp_inspect.wire.framing import Stream
from tests.record.journals import conversation, update
from tests.store.tables import AGENT, ORIGIN, recorded, tables

LINES = [(Stream(stream), part + b"\n") for stream, data in conversation(5) for part in data.split(b"\n")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return recorded(tmp_path / "a.acprec", LINES)


def bump(monkeypatch: pytest.MonkeyPatch, version: int) -> None:
    for module in (derive, reader, upkeep, writer):
        monkeypatch.setattr(module, "ANALYSIS_VERSION", version)


def damage(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE event SET kind = 1, session = NULL")
        connection.execute("DELETE FROM exchange")
        connection.execute("DELETE FROM session")
        connection.execute("UPDATE recording SET requests = 0, agent = 'nobody'")


def test_another_version_of_the_analysis_derives_everything_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = tables(path)
    damage(path)
    monkeypatch.setattr(derive, "BATCH_ROWS", 7)
    assert rebuild(path) is False, "the version is the same: nobody else changes these rows"
    bump(monkeypatch, 99)
    assert rebuild(path) is True
    expected["recording"][0]["analysis"] = 99
    assert tables(path) == expected
    assert rebuild(path) is False


def test_opening_does_it_by_itself(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damage(path)
    bump(monkeypatch, 98)
    with Recording.open(path) as recording:
        assert recording.info().agent == "ag"
        assert recording.sessions()
    assert os.listdir(path.parent) == ["a.acprec"]


def test_one_that_cannot_be_written_says_what_to_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bool:
        raise StoreError("read-only")

    monkeypatch.setattr(upkeep, "rebuild", refuse)
    bump(monkeypatch, 98)
    with pytest.raises(StoreError, match="copy it"):
        Recording.open(path)


def test_one_that_is_being_recorded_is_left_to_its_recorder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = recorded(tmp_path / "a.acprec", LINES, finish=False)
    before = tables(path)
    bump(monkeypatch, 98)
    assert rebuild(path) is False
    with Recording.open(path) as recording:
        assert recording.count() == len(before["event"])
    assert tables(path) == before


def test_which_run_it_is_of(path: Path, tmp_path: Path) -> None:
    assert identity_of(path) == (ORIGIN.tee_pid, ORIGIN.started_at, True)
    unfinished = recorded(tmp_path / "b.acprec", LINES, finish=False)
    assert identity_of(unfinished) == (ORIGIN.tee_pid, ORIGIN.started_at, False)


def test_what_a_viewer_kept_apart_is_gathered(tmp_path: Path) -> None:
    path = tmp_path / "a.acprec"
    writer = Writer.create(path, ORIGIN)
    writer.put(AGENT, update(1), 0, 0)
    with Recording.open(path) as recording:
        recording.count()
        writer.finish("unfinished", None)
        assert len(os.listdir(tmp_path)) > 1
        tidy_up(path)
    tidy_up(path)
    assert os.listdir(tmp_path) == ["a.acprec"]
    with Recording.open(path) as recording:
        assert recording.count() == 1
