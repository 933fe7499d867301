"""Bring a recording of an older format to this one, a step for each format in between.

A new recording is made directly in the newest format (`writer`), because sqlite-utils costs more time and memory than
the rest of the recorder; a step that leads to another schema than that one is a bug that the tests look for.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlite_utils import Database, Migrations

from acp_inspect.store.connection import connect_to_write, failures_of
from acp_inspect.store.format import FORMAT, recognise

STEPS: Final[dict[int, Callable[[Database], None]]] = {}
"""By the format it leads to: what turns a recording of the format before into it. It only adds to or rearranges what
derived tables hold; the bytes of a line are never touched."""


def upgrade(path: Path) -> None:
    """Bring the recording at `path` to this program's format. Raises NotARecording, NewerFormat, StoreError.

    Each step is one transaction with the new format number: a crash leaves one format or the next.
    """
    found = recognise(path)
    steps = Migrations("acp-inspect recording")
    for number in range(found + 1, FORMAT + 1):
        steps(name=f"format {number}")(_numbered(number, STEPS[number]))
    with closing(connect_to_write(path)) as connection, failures_of(path):
        steps.apply(Database(connection))


def _numbered(number: int, step: Callable[[Database], None]) -> Callable[[Database], None]:
    def numbered(database: Database) -> None:
        step(database)
        connection: sqlite3.Connection = database.conn
        connection.execute(f"PRAGMA user_version = {number}")

    return numbered
