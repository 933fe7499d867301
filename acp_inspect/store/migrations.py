"""Make a new recording, and bring one of an older format to this one, a step for each format.

sqlite-utils is imported only here: it costs more than the rest of the recorder's start.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database, Migrations

from acp_inspect.store import schema
from acp_inspect.store.connection import failures_of, uri_of
from acp_inspect.store.format import APPLICATION_ID, FORMAT

STEPS = Migrations("acp-inspect recording")


@STEPS(name="format 1")
def _format_1(database: Database) -> None:
    for statement in (
        schema.RECORDING,
        schema.LINE,
        *schema.DERIVED.values(),
        schema.PENDING_INDEX,
        *schema.VIEWS,
        f"PRAGMA application_id = {APPLICATION_ID}",
        "PRAGMA user_version = 1",
    ):
        database.execute(statement.strip())


def make_empty(path: Path) -> None:
    """Fill an existing empty file with the tables of this format. Raises StoreError."""
    with failures_of(path), closing(sqlite3.connect(uri_of(path, "rw"), uri=True, isolation_level=None)) as connection:
        connection.execute("PRAGMA page_size = 8192")
        STEPS.apply(Database(connection))


def upgrade(path: Path, found: int) -> None:
    """Bring the recording at `path` from format `found` to this program's. Raises StoreError."""
    if found == FORMAT:
        return
    with failures_of(path), closing(sqlite3.connect(uri_of(path, "rw"), uri=True, isolation_level=None)) as connection:
        connection.execute("PRAGMA trusted_schema = OFF")
        STEPS.apply(Database(connection))
