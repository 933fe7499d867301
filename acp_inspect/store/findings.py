"""Judge a recording and keep what the rules say in it: live, bit by bit, or at once.

The findings of a recording are made by one run of the rules from its first event on, so live and offline agree. They
are stamped with the versions of the analysis and of the rules, and made again when either is newer.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final

import orjson

from acp_inspect import rules
from acp_inspect.analysis import ANALYSIS_VERSION, Analysis, Inspection
from acp_inspect.errors import StoreError
from acp_inspect.rules.declare import Finding
from acp_inspect.rules.judge import Judge
from acp_inspect.store.connection import connect_to_write, failures_of, transaction
from acp_inspect.store.format import recognise
from acp_inspect.store.moments import uncollected
from acp_inspect.trace.event import Event
from acp_inspect.version import VERSION
from acp_inspect.wire.framing import Stream

_LINES_AT_ONCE: Final = 2_000


@cache
def stamp() -> str:
    """Which analysis and which rules make findings now: told by the rules' files, for importing them takes a while."""
    digest = hashlib.sha256()
    folder = Path(rules.__path__[0])
    for path in sorted(folder.rglob("*.py")):
        digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{ANALYSIS_VERSION}/{VERSION}/{digest.hexdigest()[:12]}"


class Annotator:
    """Judges one recording from its first line, as far as it goes. One at a time writes a recording's findings."""

    def __init__(self, path: Path) -> None:
        recognise(path)
        self._path = path
        self._analysis = Analysis()
        self._inspection = Inspection(Judge())
        self._last: Event | None = None
        self._begun = False
        self._judged_to = 0

    def advance(self, progress: Callable[[int], None] | None = None) -> bool:
        """Judge what is there now and write the findings. True when the recording is finished and all is judged.

        `progress` is told the number of lines done. Raises StoreError; then nothing of the last batch is written, and
        the annotator must not be used again.
        """
        while True:
            with closing(connect_to_write(self._path)) as connection, failures_of(self._path):
                ((ended,),) = connection.execute("SELECT ended FROM recording").fetchall()
                rows = connection.execute(
                    "SELECT stream, last_at, bytes FROM line WHERE id > ? ORDER BY id LIMIT ?",
                    (self._analysis.lines, _LINES_AT_ONCE),
                ).fetchall()
                with uncollected():
                    found = list(self._judged(rows))
                over = ended is not None and len(rows) < _LINES_AT_ONCE
                if over and self._last is not None:
                    found += self._inspection.close(self._last)
                if rows or over:
                    self._write(connection, found, over)
            if progress is not None:
                progress(self._analysis.lines)
            if len(rows) < _LINES_AT_ONCE:
                return over

    def _judged(self, rows: list[tuple[int, int, bytes]]) -> Iterator[Finding]:
        for stream, last_at, raw in rows:
            for event in self._analysis.read(Stream(stream), raw, last_at):
                self._last = event
                yield from self._inspection.look(event)[1]

    def _write(self, connection: sqlite3.Connection, found: list[Finding], over: bool) -> None:
        with transaction(connection):
            if not self._begun:
                connection.execute("DELETE FROM finding")
            elif connection.execute("SELECT judged FROM recording").fetchone() != (self._judged_to,):
                # Another one began anew meanwhile; its findings are as good.
                raise StoreError(f"{self._path}: is being judged by another process")
            connection.executemany(
                "INSERT INTO finding (seq, rule, level, side, pointer, message, related, effect, evidence, session,"
                " version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [_row(finding) for finding in found],
            )
            connection.execute(
                "UPDATE recording SET judged = ?, judged_by = ?", (self._analysis.events, stamp() if over else None)
            )
        self._begun = True
        self._judged_to = self._analysis.events


def judge_recording(path: Path, progress: Callable[[int], None] | None = None) -> None:
    """Make a finished recording's findings if they are missing or older than the rules. Raises StoreError."""
    with closing(connect_to_write(path)) as connection, failures_of(path):
        ((ended, judged_by),) = connection.execute("SELECT ended, judged_by FROM recording").fetchall()
    if ended is not None and judged_by != stamp():
        Annotator(path).advance(progress)


def _row(finding: Finding) -> tuple[object, ...]:
    return (
        finding.seq,
        finding.rule,
        finding.level.value,
        finding.side.value,
        finding.pointer,
        finding.message,
        orjson.dumps(finding.related).decode(),
        finding.effect,
        None if finding.evidence is None else finding.evidence.value,
        finding.session,
        finding.version,
    )
