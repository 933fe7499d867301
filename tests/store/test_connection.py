"""Recordings from strangers: nothing of theirs runs, and their damage is a clear error."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.errors import AcpInspectError, NotARecording, StoreError
from acp_inspect.store.connection import connect_to_read, connect_to_write, failures_of, is_busy, transaction, uri_of
from acp_inspect.store.reader import Recording
from acp_inspect.store.upkeep import rebuild, tidy_up
from acp_inspect.views.filter import Filter, read_filter
from acp_inspect.wire.framing import Stream
from tests.record.journals import update
from tests.store.tables import AGENT, CLIENT, recorded

LINES = [
    (CLIENT, b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n'),
    (AGENT, b'{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}\n'),
    *[(AGENT, update(number)) for number in range(60)],
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return recorded(tmp_path / "a.acprec", LINES)


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


WHERE = (
    "method:session/update text:WORD or status:error or session:A or finding:* or not update:* or id:5 or latency:>1s"
)


def look_at_everything(path: Path) -> None:
    """What a viewer does, and more."""
    where = read_filter(WHERE)
    assert isinstance(where, Filter)
    with Recording.open(path) as recording:
        recording.info()
        count = min(recording.count(), 1_000)
        for rows in (recording.events(0, 200), recording.events_before(count + 1, 200)):
            recording.raws([row.line for row in rows])
        recording.events(0, 5, where)
        for hits in recording.search(where):
            recording.events_at(hits.seqs)
        recording.event(1)
        recording.answer_of(1)
        recording.sessions()
        recording.pending()
        recording.seq_at(10_000_000)
        for line in recording.lines(limit=200):
            recording.raw(line.id)
        for stream in Stream:
            for _ in recording.stream_bytes(stream):
                pass


def test_any_file_name_is_safe(tmp_path: Path) -> None:
    for name in ("a?mode=memory&x=1.acprec", "50%25 #1.acprec", "caf\udce9.acprec", "file:x.acprec"):
        path = recorded(tmp_path / name, LINES)
        look_at_everything(path)
        assert name in os.listdir(tmp_path)
    assert uri_of(Path("/a?b#c%"), "ro") == "file:/a%3Fb%23c%25?mode=ro"


def test_reading_cannot_write(path: Path) -> None:
    with closing(connect_to_read(path)) as connection, pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("DELETE FROM line")


def test_reading_leaves_no_trace(path: Path) -> None:
    before = path.read_bytes()
    look_at_everything(path)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize(
    "statements",
    [
        ("DROP TABLE event", "CREATE VIEW event AS SELECT randomblob(1000000000) AS seq"),
        ("DROP TABLE word", "CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT AS (hex(zeroblob(1000000000))))"),
        ("DROP TABLE line", "CREATE VIRTUAL TABLE line USING fts5(id, stream, first_at, last_at, bytes)"),
        ("ALTER TABLE event ADD COLUMN boom INTEGER AS (abs(-9223372036854775808))",),
        ("DROP TABLE exchange",),
        ("ALTER TABLE line RENAME COLUMN bytes TO octets",),
    ],
    ids=["view", "computed column", "virtual table", "computed column more", "missing table", "missing column"],
)
def test_tables_that_are_not_ours_are_refused(path: Path, statements: tuple[str, ...]) -> None:
    change(path, *statements)
    for opening in (connect_to_read, connect_to_write):
        with pytest.raises(NotARecording, match="table"):
            opening(path)


def test_what_else_someone_keeps_in_the_file_is_their_own(path: Path) -> None:
    change(path, "CREATE TABLE notes (text)", "CREATE VIEW mine AS SELECT load_extension('x') FROM notes")
    look_at_everything(path)


def test_a_trigger_runs_neither_when_read_nor_when_written(path: Path) -> None:
    change(path, "CREATE TRIGGER t AFTER DELETE ON event BEGIN DELETE FROM line; END")
    look_at_everything(path)
    with pytest.raises(NotARecording, match="triggers"):
        connect_to_write(path)
    change(path, "UPDATE recording SET analysis = 0")
    with pytest.raises(NotARecording, match="triggers"):
        rebuild(path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET kind = 'x' WHERE seq = 5",
        "UPDATE event SET at = x'00' WHERE seq = 5",
        "UPDATE line SET bytes = NULL WHERE id = 5",
        "UPDATE line SET bytes = 'text' WHERE id = 5",
        "UPDATE line SET stream = 77 WHERE id = 5",
        "UPDATE line SET stream = 'x' WHERE id = 5",
        "UPDATE session SET first = 'x'",
        "DELETE FROM recording",
    ],
)
def test_a_value_of_the_wrong_kind_is_damage(path: Path, statement: str) -> None:
    _loosen(path)
    change(path, statement)
    with pytest.raises(StoreError, match="damaged"):
        look_at_everything(path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE recording SET argv = '[[[', tags = 7, started_at = 'noon', exit_code = x'ff', lines = 'many'",
        "UPDATE recording SET client = x'ff', name = 1.5, protocol = 'two', ended = 'in tears'",
        "UPDATE word SET text = CAST(x'ff00fe' AS TEXT) WHERE id = 1",
        "UPDATE event SET method = 9999, kind = -1, rpc_id = x'00'",
        "DELETE FROM word",
    ],
)
def test_what_can_be_read_around_is(path: Path, statement: str) -> None:
    _loosen(path)
    change(path, statement)
    look_at_everything(path)


def _loosen(path: Path) -> None:
    """Take the types and constraints off our tables, as a file made by hand would have them."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT', ''), 'NOT NULL', '') WHERE type = 'table'"
        )


def test_a_value_larger_than_any_line_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("acp_inspect.store.connection._MAX_VALUE", 1_000)
    change(path, "UPDATE line SET bytes = zeroblob(5000) WHERE id = 5")
    with pytest.raises(StoreError):
        look_at_everything(path)


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return recorded(tmp_path_factory.mktemp("pristine") / "a.acprec", LINES).read_bytes()


_PATCHES = st.lists(st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=40)), min_size=1, max_size=6)


@given(patches=_PATCHES, kept=st.floats(0.5, 1))
def test_no_damage_ends_in_anything_but_our_own_error(
    tmp_path_factory: pytest.TempPathFactory, pristine: bytes, patches: list[tuple[float, bytes]], kept: float
) -> None:
    path = tmp_path_factory.mktemp("damage") / "a.acprec"
    content = bytearray(pristine)
    for where, patch in patches:
        place = int(where * (len(content) - 1))
        content[place : place + len(patch)] = patch
    path.write_bytes(content[: int(kept * len(content))])
    for act in (look_at_everything, tidy_up):
        assert complaint(act, path).isprintable()


def complaint(act: Callable[[Path], None], path: Path) -> str:
    """What our own error says, if there is one."""
    try:
        act(path)
    except AcpInspectError as error:
        return str(error)
    return ""


def test_words_of_a_stranger_do_nothing_to_a_terminal(path: Path) -> None:
    change(path, "CREATE VIEW evil AS SELECT 1")
    content = path.read_bytes()
    path.write_bytes(content.replace(b"CREATE VIEW evil AS SELECT 1", b"CREATE VIEW \x1b]0;x\n S SELECT!"))
    assert "damaged" in complaint(look_at_everything, path)
    assert complaint(look_at_everything, path).isprintable()


def test_failures_are_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "a.acprec"
    for code, words in (
        (sqlite3.SQLITE_FULL, "disk is full"),
        (sqlite3.SQLITE_BUSY, "another program"),
        (sqlite3.SQLITE_CORRUPT, "damaged"),
        (sqlite3.SQLITE_READONLY, "does not allow"),
        (sqlite3.SQLITE_ERROR, "cannot be read"),
    ):
        error = sqlite3.OperationalError("as SQLite says it")
        error.sqlite_errorcode = code
        with pytest.raises(StoreError, match=words) as caught, failures_of(path):
            raise error
        assert is_busy(caught.value.__cause__) is (code == sqlite3.SQLITE_BUSY)
    with pytest.raises(StoreError, match="No space left"), failures_of(path):
        raise OSError(28, "No space left on device")
    assert not is_busy(None)


def test_a_transaction_is_all_or_nothing(path: Path) -> None:
    with closing(connect_to_write(path)) as connection:
        with suppress(ZeroDivisionError), transaction(connection):
            connection.execute("DELETE FROM line")
            raise ZeroDivisionError
        assert connection.execute("SELECT count(*) FROM line").fetchone() == (len(LINES),)


def test_an_unfinished_recording_in_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    path = recorded(folder / "a.acprec", LINES, finish=False)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    folder.chmod(0o500)
    try:
        look_at_everything(path)
    finally:
        folder.chmod(0o700)
