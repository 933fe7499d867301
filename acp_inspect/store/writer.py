"""Write a recording: lines in, rows out, in batches. One process writes a recording at a time.

A batch is one transaction: after a crash the recording holds whole batches, and nothing twice. The memory used does not
grow with the recording.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkstemp
from typing import Final
from uuid import uuid4

import orjson

from acp_inspect.analysis import ANALYSIS_VERSION
from acp_inspect.errors import StoreError
from acp_inspect.store.connection import connect_to_write, failures_of
from acp_inspect.store.derive import Derivation
from acp_inspect.store.format import recognise
from acp_inspect.store.schema import LATE_INDEXES
from acp_inspect.version import VERSION
from acp_inspect.wire.framing import Stream

BATCH_ROWS: Final = 1_000
BATCH_BYTES: Final = 4 << 20


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
        from acp_inspect.store.migrations import make_empty

        with failures_of(path):
            descriptor, name = mkstemp(prefix=f".{path.name[:80]}.", dir=path.parent)
            os.close(descriptor)
            making = Path(name)
            try:
                make_empty(making)
                connection = sqlite3.connect(making, isolation_level=None)
                try:
                    _insert_origin(connection, origin)
                finally:
                    connection.close()
                # A left-over of a deleted recording with this name would be taken for a part of the new one.
                for suffix in ("-wal", "-shm", "-journal"):
                    path.with_name(path.name + suffix).unlink(missing_ok=True)
                os.link(making, path)
            except FileExistsError:
                raise StoreError(f"{path}: there is a file of that name; choose another or remove it") from None
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
            for statement in LATE_INDEXES:
                self._connection.execute(statement)
            self._connection.execute("UPDATE recording SET ended = ?, ended_at = ?", (ended, ended_at))
        self._written()
        with failures_of(self.path):
            self._connection.execute("PRAGMA analysis_limit = 400")
            self._connection.execute("ANALYZE")
            tidy(self._connection)
            self._connection.close()

    def close(self) -> None:
        """Let go of the recording as it is. What was put and not committed is not in it."""
        with failures_of(self.path):
            self._connection.close()

    @property
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


def tidy(connection: sqlite3.Connection) -> None:
    """Bring everything into the one file. Does nothing while someone reads it: the next one to look may try again."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try:
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    except sqlite3.OperationalError:
        # A reader holds the recording open. It is whole all the same, in two files.
        return


def derive_again(connection: sqlite3.Connection) -> None:
    """Make every derived row again from the lines, in one transaction."""
    with transaction(connection):
        for table in ("event", "exchange", "session", "word"):
            connection.execute(f"DELETE FROM {table}")
        derivation = Derivation(connection)
        for stream, last_at, raw in connection.execute("SELECT stream, last_at, bytes FROM line ORDER BY id"):
            derivation.read(Stream(stream), raw, last_at)
            if derivation.waiting >= BATCH_ROWS:
                derivation.flush()
                derivation.clear()
        derivation.flush()
        connection.execute("UPDATE recording SET analysis = ?", (ANALYSIS_VERSION,))


def rebuild(path: Path) -> bool:
    """Make the derived rows of a finished recording again if another version of the analysis made them.

    False if there was nothing to do. Raises NotARecording, NewerFormat, StoreError.
    """
    recognise(path)
    connection = connect_to_write(path)
    try:
        with failures_of(path):
            ((analysis, ended),) = connection.execute("SELECT analysis, ended FROM recording").fetchall()
            if analysis == ANALYSIS_VERSION or ended is None:
                return False
            derive_again(connection)
            return True
    finally:
        connection.close()


def _insert_origin(connection: sqlite3.Connection, origin: Origin) -> None:
    values = {
        "id": 1,
        "uuid": str(uuid4()),
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
