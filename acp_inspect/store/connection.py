"""Connections to recordings, which may come from anyone: none of their code runs, their damage is an error in words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote_from_bytes

from acp_inspect.errors import NotARecording, StoreError
from acp_inspect.store.schema import COLUMNS, OPTIONAL

_MAX_VALUE: Final = 512 << 20
"""No value of a recording is longer; a file that claims one is damaged or hostile."""

_BUSY_SECONDS: Final = 5.0

_OUR_COLUMNS: Final = f"""
SELECT thing.name, thing.type, substr(thing.sql, 1, 12), group_concat(part.name, char(10)), max(part.hidden)
FROM sqlite_schema AS thing JOIN pragma_table_xinfo(thing.name) AS part
WHERE thing.name IN ({", ".join(f"'{table}'" for table in (*COLUMNS, *OPTIONAL))}) AND thing.type IN ('table', 'view')
GROUP BY thing.name
"""


def uri_of(path: Path, mode: str) -> str:
    """The SQLite URI of a file; any file name is safe in it."""
    return f"file:{quote_from_bytes(bytes(path.absolute()))}?mode={mode}"


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that can only read. Raises StoreError or NotARecording."""
    with failures_of(path):
        try:
            return _connected(uri_of(path, "ro"), path, writing=False)
        except sqlite3.OperationalError:
            # A recording whose recorder was killed, in a folder where no -shm file can be made.
            if path.with_name(path.name + "-wal").exists():
                raise
            return _connected(uri_of(path, "ro") + "&immutable=1", path, writing=False)


def connect_to_write(path: Path) -> sqlite3.Connection:
    """A connection to an existing recording, in autocommit mode. Raises StoreError or NotARecording."""
    with failures_of(path):
        return _connected(uri_of(path, "rw"), path, writing=True)


def _connected(uri: str, path: Path, *, writing: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(
        uri, uri=True, isolation_level=None, timeout=_BUSY_SECONDS, cached_statements=64, check_same_thread=False
    )
    try:
        connection.text_factory = _text
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", f"query_only = {not writing}"):
            connection.execute(f"PRAGMA {pragma}")
        _examine(connection, path, writing=writing)
    except BaseException:
        connection.close()
        raise
    return connection


def _text(raw: bytes) -> str:
    return raw.decode(errors="replace")


def _examine(connection: sqlite3.Connection, path: Path, *, writing: bool) -> None:
    """Refuse a file in which one of our tables is a view, is virtual, or computes a column."""
    rows = connection.execute(_OUR_COLUMNS).fetchall()
    found = {
        str(table): set(str(names).split("\n"))
        for table, kind, beginning, names, hidden in rows
        if kind == "table" and str(beginning).upper() == "CREATE TABLE" and not hidden
    }
    there = {str(row[0]) for row in rows}
    for table, columns in (COLUMNS | {name: columns for name, columns in OPTIONAL.items() if name in there}).items():
        if not columns <= found.get(table, set()):
            raise NotARecording(f"{path}: its table `{table}` is missing or not what a recording has")
    if writing and connection.execute("SELECT 1 FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        raise NotARecording(f"{path}: it has triggers, which no recording has; nothing will be written to it")


@contextmanager
def failures_of(path: Path) -> Iterator[None]:
    """What SQLite or the disk refuses inside, as StoreError in one line."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{path}: {_in_words(error)}") from error
    except UnicodeError as error:
        # SQLite's message quotes the damage.
        raise StoreError(f"{path}: the recording is damaged (a name in it is no text)") from error
    except (OSError, sqlite3.Error, OverflowError, MemoryError) as error:
        raise StoreError(f"{path}: {getattr(error, 'strerror', None) or error or 'not enough memory'}") from error


def is_busy(error: BaseException | None) -> bool:
    """Whether another process held the database too long: trying again later may succeed."""
    return isinstance(error, sqlite3.OperationalError) and _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _code(error: sqlite3.Error) -> int:
    # The low byte is SQLite's primary result code.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _in_words(error: sqlite3.DatabaseError) -> str:
    # The message may quote what a stranger wrote into the file.
    words = "".join(letter if letter.isprintable() else "?" for letter in str(error)[:200])
    match _code(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "another program is writing to this recording; try again"
        case sqlite3.SQLITE_FULL:
            return "the disk is full; make room and try again"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return f"the recording or its folder does not allow this ({words})"
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_FORMAT:
            return f"the recording is damaged ({words}); `sqlite3 FILE .recover` may save what is left"
    return f"the recording cannot be read ({words})"


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of what is written inside, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def gather(connection: sqlite3.Connection) -> None:
    """Bring everything into the one file. Does nothing while someone reads it: the next one to look may try again."""
    # A reader that stays open would let us wait in vain.
    connection.execute("PRAGMA busy_timeout = 500")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    try:
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    except sqlite3.OperationalError:
        # A reader holds the recording open. It is whole all the same, in two files.
        return
