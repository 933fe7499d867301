"""Write a recording: lines in, rows out, in batches. One process writes a recording at a time.

A batch is one transaction: after a crash the recording holds whole batches, and nothing twice. The memory used does not
grow with the recording.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import orjson

from acp_inspect.analysis import ANALYSIS_VERSION
from acp_inspect.errors import StoreError
from acp_inspect.store import schema
from acp_inspect.store.connection import connect_to_write, failures_of, gather, transaction
from acp_inspect.store.derive import BATCH_ROWS, Derivation, derive_again
from acp_inspect.store.format import APPLICATION_ID, FORMAT
from acp_inspect.version import VERSION
from acp_inspect.wire.framing import Stream

BATCH_BYTES: Final = 4 << 20
PAGE_SIZE: Final = 8_192


@dataclass(frozen=True, slots=True)
class Origin:
    """What is known about a recording before its first line."""

    source: str
    """`tee`, or the name of the format it is imported from."""
    started_at: int | None
    """Wall clock, nanoseconds since 1970; None = unknown."""
    timed: bool = True
    """False where the lines' times are unknown."""
    argv: tuple[str, ...] = ()
    cwd: str | None = None
    env_names: tuple[str, ...] = ()
    platform: str | None = None
    tee_pid: int | None = None
    name: str | None = None
    tags: tuple[str, ...] = ()


class Writer:
    """Fills one recording. Every method that touches the disk raises StoreError when it refuses; what was put and not
    yet committed is then still held, and `commit` may be tried again."""

    def __init__(self, path: Path) -> None:
        """Go on with the unfinished recording at `path`: its lines are read again, so that the analysis stands where
        it stood after the last commit."""
        self.path = path
        self._connection = connect_to_write(path)
        self._lines: list[tuple[int, int, int, int, bytes]] = []
        self._held = 0
        try:
            with failures_of(path):
                self._identity = os.stat(path).st_ino
                # Where the file system has no WAL this changes nothing, and readers wait for each commit.
                self._connection.execute("PRAGMA journal_mode = WAL").fetchall()
                self._connection.execute("PRAGMA synchronous = NORMAL")
                self._connection.execute("PRAGMA wal_autocheckpoint = 2000")
                self._resume()
        except BaseException:
            self._connection.close()
            raise

    @classmethod
    def create(cls, path: Path, origin: Origin) -> Writer:
        """Begin the recording at `path`, which must not exist. It appears there whole, never half made."""
        making = path.with_name(f".{os.urandom(8).hex()}.making")
        with failures_of(path):
            try:
                os.close(os.open(making, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
                _fill(making, origin)
                # A left-over of a deleted recording with this name would be taken for a part of the new one.
                for suffix in ("-wal", "-shm", "-journal"):
                    path.with_name(path.name + suffix).unlink(missing_ok=True)
                _put_in_place(making, path)
            finally:
                making.unlink(missing_ok=True)
        return cls(path)

    @property
    def lines(self) -> int:
        """How many lines the recording has, those not yet committed included."""
        return self._derivation.analysis.lines

    @property
    def exited(self) -> bool:
        """Whether the lines say how the agent ended, or that it never started."""
        return self._derivation.exited or self._derivation.start_failed

    @property
    def last_at(self) -> int:
        """The latest time of a line, in nanoseconds since the start; -1 = unknown."""
        return self._derivation.last_at

    @property
    def uncommitted(self) -> int:
        """How many lines wait for `commit`."""
        return len(self._lines)

    def put(self, stream: Stream, raw: bytes, first_at: int, last_at: int) -> None:
        """Add a line. Times in nanoseconds since the start; -1 = unknown. Writes nothing before `commit`."""
        derivation = self._derivation
        self._lines.append((derivation.analysis.lines + 1, int(stream), first_at, last_at, raw))
        self._held += len(raw)
        derivation.read(stream, raw, last_at)

    @property
    def full(self) -> bool:
        """Whether enough waits for one transaction."""
        return len(self._lines) >= BATCH_ROWS or self._held >= BATCH_BYTES or self._derivation.waiting >= BATCH_ROWS

    def commit(self, journal_read: int | None = None) -> None:
        """Write what was put as one transaction, and that the journal is read up to byte `journal_read`."""
        with self._transaction():
            self._write(journal_read)
        self._written()

    def finish(self, otherwise: str, ended_at: int | None, journal_read: int | None = None) -> None:
        """Commit the rest and close the recording for good: one file, fit to be copied.

        `otherwise`: the word for how it ended if no line says how the agent did. `ended_at`: nanoseconds since the
        start, None where the last line's time is all that is known.
        """
        ended = "start-failed" if self._derivation.start_failed else "exited" if self._derivation.exited else otherwise
        with self._transaction():
            self._write(journal_read)
            for statement in schema.LATE:
                self._connection.execute(statement)
            self._connection.execute("UPDATE recording SET ended = ?, ended_at = ?", (ended, ended_at))
            self._connection.execute("PRAGMA analysis_limit = 400")
            self._connection.execute("ANALYZE")
        self._written()
        with failures_of(self.path):
            gather(self._connection)
            self._connection.close()

    def close(self) -> None:
        """Let go of the recording as it is. What was put and not committed is not in it."""
        with failures_of(self.path):
            self._connection.close()

    def is_in_place(self) -> bool:
        """Whether the file is still where it was: False after someone deleted, moved or replaced it."""
        try:
            return os.stat(self.path).st_ino == self._identity
        except OSError:
            return False

    def _resume(self) -> None:
        self._derivation = Derivation(self._connection)
        ((analysis, ended),) = self._connection.execute("SELECT analysis, ended FROM recording").fetchall() or [(0, "")]
        if ended is not None:
            raise StoreError(f"{self.path}: this recording is finished; nothing can be added to it")
        if analysis != ANALYSIS_VERSION:
            derive_again(self._connection)
        for stream, last_at, raw in self._connection.execute("SELECT stream, last_at, bytes FROM line ORDER BY id"):
            self._derivation.replay(Stream(stream), raw, last_at)

    def _write(self, journal_read: int | None) -> None:
        self._connection.executemany("INSERT INTO line VALUES (?, ?, ?, ?, ?)", self._lines)
        self._derivation.flush()
        if journal_read is not None:
            self._connection.execute("UPDATE recording SET journal_read = ?", (journal_read,))

    def _written(self) -> None:
        self._lines.clear()
        self._held = 0
        self._derivation.clear()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with failures_of(self.path), transaction(self._connection):
            yield


def _fill(path: Path, origin: Origin) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        # A power cut may take this, as it may take the journal that makes it again; a death of the process may not.
        connection.execute("PRAGMA synchronous = OFF")
        with transaction(connection):
            for statement in (
                schema.RECORDING,
                schema.LINE,
                *schema.DERIVED.values(),
                schema.FINDING,
                *schema.EARLY,
                *schema.VIEWS,
            ):
                connection.execute(statement.strip())
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            _insert_origin(connection, origin)


def _put_in_place(making: Path, path: Path) -> None:
    """Give the file its name, never taking that of another."""
    try:
        os.link(making, path)
        return
    except FileExistsError:
        pass
    except OSError:
        # A file system without hard links.
        if not path.exists():
            os.rename(making, path)
            return
    raise StoreError(f"{path}: there is a file of that name; choose another or remove it")


def _insert_origin(connection: sqlite3.Connection, origin: Origin) -> None:
    values = {
        "id": 1,
        "uuid": os.urandom(16).hex(),
        "source": origin.source,
        "made_by": VERSION,
        "name": origin.name,
        "tags": orjson.dumps(origin.tags).decode(),
        "argv": orjson.dumps(origin.argv).decode(),
        "cwd": origin.cwd,
        "env_names": orjson.dumps(origin.env_names).decode(),
        "platform": origin.platform,
        "tee_pid": origin.tee_pid,
        "timed": origin.timed,
        "started_at": origin.started_at,
        "analysis": ANALYSIS_VERSION,
    }
    connection.execute(
        f"INSERT INTO recording ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", list(values.values())
    )
