"""Marks: events that somebody wants to find again, with a comment. They belong to the recording and stay in it."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

from acp_inspect.store import schema
from acp_inspect.store.connection import connect_to_write, failures_of, transaction
from acp_inspect.store.format import recognise


def put_mark(path: Path, seq: int, comment: str) -> None:
    """Mark an event, or change its comment. Raises NotARecording, NewerFormat, StoreError."""
    recognise(path)
    with closing(connect_to_write(path)) as connection, failures_of(path), transaction(connection):
        # Few recordings have marks, so the table is made with the first one.
        connection.execute(schema.MARK.strip())
        connection.execute("INSERT OR REPLACE INTO mark VALUES (?, ?, ?)", (seq, comment, time.time_ns()))


def remove_mark(path: Path, seq: int) -> None:
    """Take an event's mark away, if it has one. Raises NotARecording, NewerFormat, StoreError."""
    recognise(path)
    with closing(connect_to_write(path)) as connection, failures_of(path), transaction(connection):
        connection.execute(schema.MARK.strip())
        connection.execute("DELETE FROM mark WHERE seq = ?", (seq,))
