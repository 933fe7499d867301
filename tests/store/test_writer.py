"""Recordings as they are written: whole, private, in batches."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.errors import StoreError
from acp_inspect.store import writer as writer_module
from acp_inspect.store.format import APPLICATION_ID, FORMAT
from acp_inspect.store.reader import Recording
from acp_inspect.store.writer import Writer
from acp_inspect.wire.framing import Stream
from tests.record.journals import update
from tests.store.tables import AGENT, CLIENT, ORIGIN, recorded, tables

PROMPT = b'{"jsonrpc":"2.0","id":%d,"method":"session/prompt","params":{"sessionId":"s"}}\n'
STOP = b'{"jsonrpc":"2.0","id":%d,"result":{"stopReason":"end_turn"}}\n'


def test_a_new_recording_is_private_and_marked(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        path = recorded(tmp_path / "a.acprec", [(AGENT, update(1))], finish=False)
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
    finally:
        os.umask(old)
    header = path.read_bytes()[:100]
    assert int.from_bytes(header[68:72]) == APPLICATION_ID
    assert int.from_bytes(header[60:64]) == FORMAT


def test_a_file_that_is_there_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.acprec"
    path.write_bytes(b"mine")
    with pytest.raises(StoreError, match="choose another"):
        Writer.create(path, ORIGIN)
    assert path.read_bytes() == b"mine"
    assert os.listdir(tmp_path) == ["a.acprec"]


def test_without_hard_links_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: object, target: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    path = recorded(tmp_path / "a.acprec", [(AGENT, update(1))])
    assert os.listdir(tmp_path) == ["a.acprec"]
    with pytest.raises(StoreError, match="choose another"):
        Writer.create(path, ORIGIN)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="No such file"):
        Writer.create(tmp_path / "none" / "a.acprec", ORIGIN)


def test_leftovers_of_a_deleted_recording_do_not_get_in(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.acprec", [(AGENT, update(1))] * 9, finish=False)
    with closing(sqlite3.connect(path)) as holder:
        # A reader keeps the WAL in place while the file is deleted.
        holder.execute("SELECT count(*) FROM line").fetchall()
        wal = path.with_name("a.acprec-wal")
        writer = Writer(path)
        writer.put(AGENT, update(2), 0, 0)
        writer.commit()
        content = wal.read_bytes()
        writer.close()
    path.unlink()
    wal.write_bytes(content)
    recorded(path, [(CLIENT, b"{}\n")])
    assert [row["bytes"] for row in tables(path)["line"]] == [b"{}\n"]


def test_nothing_is_there_before_the_commit_and_all_after_it(tmp_path: Path) -> None:
    path = tmp_path / "a.acprec"
    writer = Writer.create(path, ORIGIN)
    writer.put(AGENT, update(1), 5, 7)
    with Recording.open(path) as recording:
        assert recording.count() == 0
        writer.commit()
        assert recording.count() == 1
        (line,) = recording.lines()
        assert (line.id, line.stream, line.first_at, line.last_at, line.raw) == (1, AGENT, 5, 7, update(1))
    writer.close()


def test_a_batch_is_full_by_rows_or_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "BATCH_ROWS", 3)
    monkeypatch.setattr(writer_module, "BATCH_BYTES", 1_000)
    writer = Writer.create(tmp_path / "a.acprec", ORIGIN)
    for expected in (False, False, True):
        writer.put(AGENT, b"{}\n", 0, 0)
        assert writer.full is expected
    writer.commit()
    assert [writer.full] == [False]
    writer.put(AGENT, b" " * 1_000, 0, 0)
    assert [writer.full] == [True]
    writer.commit()
    writer.put(AGENT, b"[1,2,3]\n", 0, 0)
    assert [writer.full] == [True]
    writer.close()


def test_a_refused_commit_can_be_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("acp_inspect.store.connection._BUSY_SECONDS", 0.01)
    path = tmp_path / "a.acprec"
    writer = Writer.create(path, ORIGIN)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for number in range(3):
            writer.put(CLIENT, PROMPT % number, number, number)
            with pytest.raises(StoreError, match="another program"):
                writer.commit()
    writer.put(AGENT, STOP % 1, 9, 9)
    writer.finish("imported", None)
    calm = Writer.create(tmp_path / "b.acprec", ORIGIN)
    for number in range(3):
        calm.put(CLIENT, PROMPT % number, number, number)
    calm.put(AGENT, STOP % 1, 9, 9)
    calm.finish("imported", None)
    assert tables(path) == tables(tmp_path / "b.acprec")


_LINES = st.lists(
    st.tuples(
        st.sampled_from([CLIENT, AGENT, Stream.STDERR, Stream.CONTROL]),
        st.binary(max_size=30)
        | st.sampled_from(
            [
                PROMPT % 1,
                PROMPT % 2,
                STOP % 1,
                STOP % 2,
                b'{"id":1,"error":{"code":-32800}}',
                b'{"method":"session/cancel","params":{"sessionId":"s"}}',
                b'{"method":"$/cancel_request","params":{"requestId":2}}',
                b'[{"id":1,"method":"a"},{"id":1,"result":1},3]',
                b'{"method":"initialize","id":"\\ud800","params":{"protocolVersion":1e400,"clientInfo":{"name":"\\u0000"}}}',
                b'{"method":"initialize","id":9,"params":{"protocolVersion":99999999999999999999}}',
                b'{"control":"exited","code":0,"signal":null}',
                b'{"control":"exited","code":18446744073709551615,"signal":9}',
                b'{"control":"started","argv":[],"pid":18446744073709551615}',
            ]
        ),
    ),
    max_size=25,
)


@given(lines=_LINES, cuts=st.lists(st.integers(0, 25), max_size=4))
def test_stopped_and_resumed_anywhere_gives_the_same_recording(
    tmp_path_factory: pytest.TempPathFactory, lines: list[tuple[Stream, bytes]], cuts: list[int]
) -> None:
    folder = tmp_path_factory.mktemp("resumed")
    once = recorded(folder / "once.acprec", lines)
    path = folder / "often.acprec"
    Writer.create(path, ORIGIN).close()
    edges = sorted({0, len(lines), *(min(cut, len(lines)) for cut in cuts)})
    for start, end in pairwise(edges):
        writer = Writer(path)
        assert writer.lines == start
        for number in range(start, end):
            writer.put(*lines[number], number * 1_000_000, number * 1_000_000)
        writer.commit()
        # What was put and not committed dies with the process.
        writer.put(CLIENT, b"lost", 0, 0)
        writer.close()
    Writer(path).finish("imported", None)
    assert tables(path) == tables(once)


def test_a_finished_recording_is_one_file_and_closed_for_good(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.acprec", [(AGENT, update(1))])
    assert os.listdir(tmp_path) == ["a.acprec"]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    with pytest.raises(StoreError, match="finished"):
        Writer(path)


def test_a_reader_does_not_keep_the_end_from_coming(tmp_path: Path) -> None:
    path = tmp_path / "a.acprec"
    writer = Writer.create(path, ORIGIN)
    writer.put(AGENT, update(1), 0, 0)
    writer.commit()
    with Recording.open(path) as recording:
        assert recording.info().complete is False
        writer.put(AGENT, update(2), 0, 0)
        writer.finish("unfinished", 5)
        assert recording.info().complete is True
        # Everything is in the one file already: a copy of it alone is whole.
        copy = tmp_path / "copy.acprec"
        copy.write_bytes(path.read_bytes())
    with Recording.open(copy) as recording:
        assert recording.count() == 2


def test_it_notices_that_its_file_went_away(tmp_path: Path) -> None:
    path = tmp_path / "a.acprec"
    writer = Writer.create(path, ORIGIN)
    assert writer.is_in_place()
    path.rename(tmp_path / "b.acprec")
    assert not writer.is_in_place()
    path.write_bytes(b"")
    assert not writer.is_in_place()
    writer.close()


def test_what_is_known_before_the_first_line(tmp_path: Path) -> None:
    origin = replace(
        ORIGIN, source="jsonl", started_at=None, timed=False, name="n", tags=("a", "b"), cwd="/x", platform="p"
    )
    with Recording.open(recorded(tmp_path / "a.acprec", [(AGENT, update(1))], origin)) as recording:
        info = recording.info()
        assert (info.source, info.started_at, info.timed, info.duration) == ("jsonl", None, False, None)
        assert (info.name, info.tags, info.cwd, info.platform, info.end) == ("n", ("a", "b"), "/x", "p", "imported")
