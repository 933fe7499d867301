"""What people may change about a recording: its name and its tags, never what crossed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import orjson

from acp_inspect.store.connection import connect_to_write, failures_of, transaction
from acp_inspect.store.format import recognise


def rename(path: Path, name: str) -> None:
    """Give a recording another name; an empty one takes its name away. The file keeps its own. Raises StoreError."""
    _set(path, "name", name.strip() or None)


def tag(path: Path, tags: Sequence[str]) -> None:
    """Give a recording these tags instead of those it has. Raises StoreError."""
    _set(path, "tags", orjson.dumps(list(dict.fromkeys(tags))).decode())


def _set(path: Path, column: str, value: str | None) -> None:
    recognise(path)
    with closing(connect_to_write(path)) as connection, failures_of(path), transaction(connection):
        connection.execute(f"UPDATE recording SET {column} = ? WHERE id = 1", (value,))
