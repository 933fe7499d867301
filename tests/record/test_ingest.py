"""The recorder's work on one journal: complete, in order, once; whatever stops it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.errors import AcpInspectError, NewerFormat, NoSuchRecording, NotARecording, StoreError
from acp_inspect.record import ingest
from acp_inspect.record.ingest import Gone, Ingest, main
from acp_inspect.record.journal import GAP, MAGIC, START_FAILED
from acp_inspect.store import derive, writer
from acp_inspect.store.format import lock_of
from acp_inspect.store.reader import Recording
from acp_inspect.store.writer import Writer
from acp_inspect.wire.framing import Stream
from tests.record.journals import Journal, conversation, record, sent, start_payload
from tests.store.locks import held_by_another
from tests.store.tables import tables

CHUNKS = conversation(6)


class Killed(BaseException):
    """What stands for kill -9 inside this process."""


def paths(folder: Path) -> tuple[Path, Path]:
    recording = folder / "a.acprec"
    return folder / "a.acprec.journal", recording


def whole(path: Path, chunks: list[tuple[int, bytes]] = CHUNKS) -> Journal:
    journal = Journal(path).begin()
    for stream, data in chunks:
        journal.add(stream, data)
    return journal


def ingested(journal: Path, recording: Path) -> None:
    assert main([str(journal), str(recording)]) == 0


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, object]]]:
    """The tables of CHUNKS, ingested in one go from the finished journal."""
    journal, recording = paths(tmp_path_factory.mktemp("expected"))
    whole(journal).end()
    ingested(journal, recording)
    return tables(recording)


def test_a_finished_journal_becomes_one_file(tmp_path: Path) -> None:
    journal, recording = paths(tmp_path)
    whole(journal).end(3 << 8)
    ingested(journal, recording)
    assert os.listdir(tmp_path) == ["a.acprec"]
    assert recording.stat().st_mode & 0o777 == 0o600
    with Recording.open(recording) as opened:
        info = opened.info()
        assert (info.end, info.exit_code, info.complete, info.live) == ("exit 3", 3, True, False)
        assert (info.argv, info.cwd, info.env_names) == (("agent", "--acp"), "/work", ("HOME", "PATH"))
        assert (info.client, info.agent, info.agent_version, info.version) == ("ed", "ag", "7", 1)
        assert (info.tee_pid, info.agent_pid) == (4711, 4712)
        for stream in (0, 1, 2):
            assert b"".join(opened.stream_bytes(Stream(stream))) == sent(CHUNKS, stream)


@given(chunks=st.lists(st.tuples(st.integers(0, 2), st.binary() | st.sampled_from([b"\n", b"{}\n", b"[1,2]\n"]))))
def test_the_bytes_of_each_stream_are_what_crossed(
    tmp_path_factory: pytest.TempPathFactory, chunks: list[tuple[int, bytes]]
) -> None:
    journal, recording = paths(tmp_path_factory.mktemp("law"))
    whole(journal, chunks).end()
    ingested(journal, recording)
    with Recording.open(recording) as opened:
        for stream in (0, 1, 2):
            assert b"".join(opened.stream_bytes(Stream(stream))) == sent(chunks, stream)


_DEATHS = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from([1, 2, 7, 1_000]), st.integers(0, 5), st.booleans()), max_size=6
)


@given(deaths=_DEATHS)
def test_live_and_killed_and_resumed_gives_the_same_tables(
    tmp_path_factory: pytest.TempPathFactory,
    deaths: list[tuple[float, int, int, bool]],
    expected: dict[str, list[dict[str, object]]],
) -> None:
    journal, recording = paths(tmp_path_factory.mktemp("kills"))
    content = whole(journal).end().path.read_bytes()
    for shown, batch, commits, after in sorted(deaths):
        # The file as it is at one moment of the run, cut anywhere, in the middle of a record too.
        journal.write_bytes(content[: int(shown * len(content))])
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(writer, "BATCH_ROWS", batch)
            _read_until_killed(patch, journal, recording, commits, after)
    journal.write_bytes(content)
    final = Ingest(journal, recording, lambda: True)
    final.read()
    assert final.over
    final.finish()
    final.close()
    assert not journal.exists()
    assert tables(recording) == expected


def _read_until_killed(
    patch: pytest.MonkeyPatch, journal: Path, recording: Path, commits: int, after_the_commit: bool
) -> None:
    """Ingest what is there, and die in the middle of commit number `commits`, or right after it."""
    counted = 0
    real = Writer.commit

    def commit(self: Writer, journal_read: int | None = None) -> None:
        nonlocal counted
        counted += 1
        if counted == commits and not after_the_commit:
            raise Killed
        real(self, journal_read)
        if counted == commits:
            raise Killed

    patch.setattr(Writer, "commit", commit)
    work = Ingest(journal, recording, lambda: True)
    try:
        work.read()
    except Killed:
        pass
    finally:
        patch.setattr(Writer, "commit", real)
        work.close()


def test_killed_between_the_last_commit_and_the_removal_of_the_journal(
    tmp_path: Path, expected: dict[str, list[dict[str, object]]]
) -> None:
    journal, recording = paths(tmp_path)
    content = whole(journal).end().path.read_bytes()
    ingested(journal, recording)
    journal.write_bytes(content)
    ingested(journal, recording)
    assert tables(recording) == expected
    assert not journal.exists()


def test_a_killed_tee_leaves_its_tails_and_a_gap(tmp_path: Path) -> None:
    journal, recording = paths(tmp_path)
    whole(journal).append(record(1, b"torn in the middle", 99)[:25])
    ingested(journal, recording)
    with Recording.open(recording) as opened:
        assert b"".join(opened.stream_bytes(Stream.AGENT_TO_CLIENT)) == sent(CHUNKS, 1)
        info = opened.info()
        assert (info.complete, info.live, info.end, info.counts.gaps) == (True, False, "unfinished", 2)
        last = opened.event(opened.count())
        assert last is not None
        assert last.kind == "gap"
        assert b"ended without a word" in opened.raw(last.line)
    assert not journal.exists()


def test_a_journal_that_the_disk_cut_short_says_how_much_is_missing(tmp_path: Path) -> None:
    journal, recording = paths(tmp_path)
    grown = whole(journal, [(1, b"before\n")])
    grown.add(GAP, b"\x1c" + bytes(27))
    grown.add(GAP, b"\x1c\0\0\0" + (10).to_bytes(8, "little") + (20).to_bytes(8, "little") + bytes(8)).end()
    ingested(journal, recording)
    with closing(sqlite3.connect(recording)) as connection:
        gaps = connection.execute("SELECT stream, size FROM gaps ORDER BY seq").fetchall()
    assert gaps == [(None, None), ("c2a", 10), ("a2c", 20)]
    assert os.listdir(tmp_path) == ["a.acprec"]


def test_a_disk_that_took_not_even_the_record_of_a_gap(tmp_path: Path) -> None:
    journal, recording = paths(tmp_path)
    whole(journal, [(1, b"before\n")]).end()
    journal.with_name(journal.name + ".gap").touch()
    ingested(journal, recording)
    with closing(sqlite3.connect(recording)) as connection:
        assert connection.execute("SELECT reason FROM gaps").fetchall() == [("the disk took no more of the journal",)]
    assert os.listdir(tmp_path) == ["a.acprec"]


def test_an_agent_that_never_started(tmp_path: Path) -> None:
    journal, recording = paths(tmp_path)
    begun = Journal(journal).begin(start_payload().replace(b"agent_pid=4712", b"agent_pid=0"))
    begun.add(START_FAILED, b"\x7f\0\0\0\x02\0\0\0cannot start agent")
    ingested(journal, recording)
    with Recording.open(recording) as opened:
        info = opened.info()
        assert (info.end, info.exit_code, info.agent_pid) == ("not started", 127, None)
        assert [event.kind for event in opened.events(0, 9)] == ["start-failed"]


def test_damage_inside_is_a_gap_and_the_journal_is_kept(tmp_path: Path) -> None:
    journal, recording = paths(tmp_path)
    whole(journal, [(1, b"good\n")]).append(b"\xff" * 64)
    ingested(journal, recording)
    with Recording.open(recording) as opened:
        assert b"".join(opened.stream_bytes(Stream.AGENT_TO_CLIENT)) == b"good\n"
        assert opened.info().counts.gaps == 2
    assert sorted(os.listdir(tmp_path)) == ["a.acprec", "a.acprec.journal.damaged"]


@pytest.mark.parametrize("content", [b"", MAGIC[:3], MAGIC], ids=["empty", "half a magic", "magic"])
def test_a_tee_that_was_killed_before_it_said_anything(tmp_path: Path, content: bytes) -> None:
    journal, recording = paths(tmp_path)
    journal.write_bytes(content)
    ingested(journal, recording)
    with Recording.open(recording) as opened:
        assert {event.kind for event in opened.events(0, 9)} == {"gap"}
    assert os.listdir(tmp_path) == ["a.acprec"]


@pytest.mark.parametrize(
    ("content", "error"), [(b"something else", StoreError), (MAGIC[:-1] + b"\x63" + b"more", NewerFormat)]
)
def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path, content: bytes, error: type[AcpInspectError]) -> None:
    journal, recording = paths(tmp_path)
    journal.write_bytes(content)
    with pytest.raises(error, match="journal"):
        Ingest(journal, recording, lambda: False).read()
    assert main([str(journal), str(recording)]) == error.exit_code
    assert os.listdir(tmp_path) == ["a.acprec.journal"]
    assert journal.read_bytes() == content


def test_a_missing_journal_ends_its_recording_with_a_gap(tmp_path: Path) -> None:
    journal, recording = paths(tmp_path)
    whole(journal)
    begun = Ingest(journal, recording, lambda: True)
    begun.read()
    begun.close()
    journal.unlink()
    ingested(journal, recording)
    with Recording.open(recording) as opened:
        assert (opened.info().complete, opened.info().counts.gaps) == (True, 1)
        last = opened.event(opened.count())
        assert last is not None
        assert b"journal is missing" in opened.raw(last.line)


def test_neither_a_journal_nor_a_recording(tmp_path: Path) -> None:
    journal, recording = paths(tmp_path)
    with pytest.raises(NoSuchRecording):
        Ingest(journal, recording, lambda: False).finish()
    assert main([str(journal), str(recording)]) == NoSuchRecording.exit_code
    assert os.listdir(tmp_path) == []


def test_a_journal_of_another_run_is_not_mixed_in(tmp_path: Path) -> None:
    journal, recording = paths(tmp_path)
    whole(journal).end()
    ingested(journal, recording)
    before = tables(recording)
    Journal(journal).begin(start_payload(tee_pid=5)).add(1, b"other\n").end()
    assert main([str(journal), str(recording)]) == StoreError.exit_code
    assert tables(recording) == before
    assert journal.exists()


def test_a_foreign_file_in_the_recordings_place_is_left_alone(tmp_path: Path) -> None:
    journal, recording = paths(tmp_path)
    whole(journal).end()
    recording.write_bytes(b"my diary")
    assert main([str(journal), str(recording)]) == NotARecording.exit_code
    assert recording.read_bytes() == b"my diary"
    assert journal.exists()


def test_a_deleted_recording_stays_deleted_and_the_journal_keeps_all(
    tmp_path: Path, expected: dict[str, list[dict[str, object]]]
) -> None:
    journal, recording = paths(tmp_path)
    grown = whole(journal)
    work = Ingest(journal, recording, lambda: True)
    work.read()
    recording.unlink()
    grown.add(1, b" line\n")
    with pytest.raises(Gone):
        work.read()
    work.close()
    assert not recording.exists()
    journal.unlink()
    whole(journal).end()
    ingested(journal, recording)
    assert tables(recording) == expected


def test_a_locked_database_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: dict[str, list[dict[str, object]]]
) -> None:
    monkeypatch.setattr("acp_inspect.store.connection._BUSY_SECONDS", 0.01)
    journal, recording = paths(tmp_path)
    content = whole(journal).end().path.read_bytes()
    journal.write_bytes(content[: len(content) // 3])
    work = Ingest(journal, recording, lambda: True)
    work.read()
    journal.write_bytes(content)
    other = sqlite3.connect(recording, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    tries = 0

    def still_locked() -> bool:
        nonlocal tries
        tries += 1
        if tries == 3:
            other.close()
        return True

    work._alive = still_locked
    work.read()
    work.finish()
    assert tries >= 3
    assert tables(recording) == expected


def test_a_database_locked_for_good_leaves_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("acp_inspect.store.connection._BUSY_SECONDS", 0.01)
    monkeypatch.setattr(ingest, "_BUSY_PATIENCE", 0.1)
    journal, recording = paths(tmp_path)
    whole(journal)
    begun = Ingest(journal, recording, lambda: True)
    begun.read()
    begun.close()
    with closing(sqlite3.connect(recording, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert main([str(journal), str(recording)]) == StoreError.exit_code
    assert "another program is writing" in capsys.readouterr().err
    assert journal.exists()
    ingested(journal, recording)
    assert not journal.exists()


def test_a_full_disk_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: dict[str, list[dict[str, object]]]
) -> None:
    monkeypatch.setattr(writer, "BATCH_ROWS", 5)
    journal, recording = paths(tmp_path)
    whole(journal).end()
    real = derive.Derivation.flush
    flushes = 0

    def flush(self: derive.Derivation) -> None:
        nonlocal flushes
        flushes += 1
        if flushes > 2:
            # What SQLite does when the disk is full, made by its own page limit.
            self._connection.execute("PRAGMA max_page_count = 1")
        real(self)

    monkeypatch.setattr(derive.Derivation, "flush", flush)
    assert main([str(journal), str(recording)]) == StoreError.exit_code
    assert journal.exists()
    monkeypatch.setattr(derive.Derivation, "flush", real)
    ingested(journal, recording)
    assert tables(recording) == expected


def test_a_recording_of_another_analysis_is_derived_again_before_it_goes_on(
    tmp_path: Path, expected: dict[str, list[dict[str, object]]]
) -> None:
    journal, recording = paths(tmp_path)
    grown = whole(journal, CHUNKS[:9])
    begun = Ingest(journal, recording, lambda: True)
    begun.read()
    begun.close()
    with closing(sqlite3.connect(recording)) as connection, connection:
        connection.execute("UPDATE recording SET analysis = 0")
        connection.execute("UPDATE event SET kind = 1")
        connection.execute("DELETE FROM exchange")
    for stream, data in CHUNKS[9:]:
        grown.add(stream, data)
    grown.end()
    ingested(journal, recording)
    assert tables(recording) == expected


def test_one_recorder_at_a_time(tmp_path: Path) -> None:
    journal, recording = paths(tmp_path)
    whole(journal).end()
    with held_by_another(lock_of(recording)):
        ingested(journal, recording)
        assert not recording.exists()
    ingested(journal, recording)
    assert os.listdir(tmp_path) == ["a.acprec"]


def test_a_command_line_that_makes_no_sense(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main(["a", "b", "no number"]) == 2
    assert "usage" in capsys.readouterr().err
