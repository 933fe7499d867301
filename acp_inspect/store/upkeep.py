"""What is done to a whole recording that nobody fills: bring its derived rows up to date, gather it into one file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from acp_inspect.analysis import ANALYSIS_VERSION
from acp_inspect.store.connection import connect_to_write, failures_of, gather
from acp_inspect.store.derive import derive_again
from acp_inspect.store.format import recognise


def rebuild(path: Path) -> bool:
    """Make the derived rows of a finished recording again if another version of the analysis made them.

    False if there was nothing to do. Raises NotARecording, NewerFormat, StoreError.
    """
    with _opened(path) as connection:
        ((analysis, ended),) = connection.execute("SELECT analysis, ended FROM recording").fetchall()
        if analysis == ANALYSIS_VERSION or ended is None:
            return False
        derive_again(connection)
        return True


def identity_of(path: Path) -> tuple[int | None, int | None, bool]:
    """Which run a recording is of (the tee's pid and wall clock at the start), and whether it is finished."""
    with _opened(path) as connection:
        ((tee_pid, started_at, ended),) = connection.execute(
            "SELECT tee_pid, started_at, ended FROM recording"
        ).fetchall()
        return tee_pid, started_at, ended is not None


def tidy_up(path: Path) -> None:
    """Bring a finished recording into its one file, where whoever finished it could not."""
    with _opened(path) as connection:
        gather(connection)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    recognise(path)
    with closing(connect_to_write(path)) as connection, failures_of(path):
        yield connection
