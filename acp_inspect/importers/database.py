"""Read a stranger's SQLite file without letting it do anything.

It is copied into memory, so that nothing beside it is opened and it cannot be changed. Nothing but reading the tables
that were asked for is allowed: no view, no trigger, no virtual table, no function, so nothing of the file's own runs.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, TypeAlias

from acp_inspect.importers.assemble import whole
from acp_inspect.importers.captured import Source

MAGIC: Final = b"SQLite format 3\0"
_WAL: Final = slice(18, 20)
"""The header's two bytes that say whether the database keeps a write-ahead log."""
_LONGEST_VALUE: Final = 64 << 20
_FAILURES: Final = (sqlite3.Error, OverflowError, UnicodeError)
"""UnicodeError: names in a damaged file, which sqlite3 hands over as they are."""

Row: TypeAlias = dict[str, object]


class Database:
    """The tables of a database, by name, with their columns."""

    def __init__(self, source: Source, connection: sqlite3.Connection) -> None:
        self._source = source
        self._connection = connection
        self._allowed: str | None = None
        connection.set_authorizer(self._authorize)
        self.tables: dict[str, frozenset[str]] = {}
        rows = self._select("sqlite_master", "SELECT type, name, sql FROM sqlite_master")
        for kind, name, sql in rows:
            plain = isinstance(sql, str) and sql[:13].upper() == "CREATE TABLE "
            if kind == "table" and plain and isinstance(name, str):
                self.tables[name] = self._columns(name)

    def has(self, table: str, *columns: str) -> bool:
        """Whether it has a table with these columns."""
        return table in self.tables and self.tables[table].issuperset(columns)

    def rows(self, table: str, order: str = "rowid", where: tuple[str, object] | None = None) -> Iterator[Row]:
        """The rows of a table, by column, in the order of one. `where`: a column and its value. Raises ImportFault."""
        if table not in self.tables:
            return
        columns = sorted(self.tables[table])
        clause = f" WHERE {_quoted(where[0])} IS ?" if where is not None else ""
        order = order if order == "rowid" else _quoted(order)
        names = ", ".join(map(_quoted, columns))
        statement = f"SELECT {names} FROM {_quoted(table)}{clause} ORDER BY {order}"
        for row in self._select(table, statement, () if where is None else (where[1],)):
            yield dict(zip(columns, row, strict=True))

    def _columns(self, table: str) -> frozenset[str]:
        names: set[str] = set()
        for row in self._select(table, f"PRAGMA table_xinfo({_quoted(table)})"):
            # Values of generated columns are computed, so they are not read.
            if isinstance(row[1], str) and row[6] == 0:
                names.add(row[1])
        return frozenset(names)

    def _select(self, table: str, statement: str, values: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
        try:
            self._allowed = table
            cursor = self._connection.execute(statement, values)
            self._allowed = None
            yield from cursor
        except _FAILURES as error:
            raise self._source.fault(None, f"cannot be read as a database: {ascii(str(error)[:200])[1:-1]}") from None
        finally:
            self._allowed = None

    def _authorize(
        self, action: int, first: str | None, second: str | None, database: str | None, inner: str | None
    ) -> int:
        match action:
            case sqlite3.SQLITE_SELECT:
                return sqlite3.SQLITE_OK
            case sqlite3.SQLITE_READ if first == self._allowed and inner is None:
                return sqlite3.SQLITE_OK
            case sqlite3.SQLITE_PRAGMA if first == "table_xinfo" and second == self._allowed:
                return sqlite3.SQLITE_OK
        return sqlite3.SQLITE_DENY


@contextmanager
def opened(source: Source) -> Iterator[Database]:
    """The database of a file. Raises ImportFault where it is damaged, too large, or not all in the file."""
    source.file.seek(0)
    data = whole(source)
    if data[_WAL] == b"\2\2":
        _refuse_unfinished(source)
        # In memory there is no write-ahead log; with these bytes the header says so.
        data = data[: _WAL.start] + b"\1\1" + data[_WAL.stop :]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.text_factory = _text
        try:
            connection.deserialize(data)
            del data
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
            for pragma in ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON"):
                connection.execute(f"PRAGMA {pragma}")
        except _FAILURES as error:
            raise source.fault(None, f"cannot be read as a database: {ascii(str(error)[:200])[1:-1]}") from None
        yield Database(source, connection)


def text_of(value: object) -> str:
    """A value as text; empty for NULL."""
    match value:
        case None:
            return ""
        case bytes():
            return value.decode(errors="replace")
    return str(value)


def _refuse_unfinished(source: Source) -> None:
    log = Path(source.name + "-wal")
    try:
        unfinished = log.stat().st_size > 0
    except (OSError, ValueError):
        return
    if unfinished:
        raise source.fault(
            None,
            "has newer rows in the -wal file beside it; end the program that writes it, or let sqlite3 open it once",
        )


def _text(data: bytes) -> str:
    return data.decode(errors="replace")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
