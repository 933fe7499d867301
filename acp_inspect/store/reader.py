"""Read a recording: windows of its timeline, its lines, what is known about it. Never writes, and may be used while the
recorder writes.
"""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final

import orjson

from acp_inspect.analysis import ANALYSIS_VERSION
from acp_inspect.errors import StoreError
from acp_inspect.store.about import read_info
from acp_inspect.store.condition import Condition, condition_of, prepare, steps_of
from acp_inspect.store.connection import connect_to_read, failures_of
from acp_inspect.store.format import FORMAT, recognise
from acp_inspect.store.rows import (
    AnsweredRow,
    EventRow,
    FindingRow,
    Hits,
    PendingRow,
    RecordingInfo,
    SessionRow,
    StoredLine,
)
from acp_inspect.store.seek import Seek
from acp_inspect.views.filter import Filter
from acp_inspect.wire.framing import Stream

_EVENTS: Final = """
SELECT event.seq, event.line, event.part, event.at, event.sender, event.kind, event.method, event.update_kind,
  event.session, event.rpc_id, event.answers, exchange.response, coalesce(event.latency, exchange.latency),
  coalesce(event.outcome, exchange.outcome), event.size, exchange.request
FROM event LEFT JOIN exchange ON exchange.request = event.seq
"""

_RUN_STARTS: Final = """
SELECT event.seq FROM event LEFT JOIN event AS before ON before.seq = event.seq - 1
WHERE event.seq > ? AND event.seq <= ? AND (
  event.update_kind IN (SELECT id FROM word WHERE text GLOB '*_chunk') AND event.update_kind = before.update_kind
  AND event.session IS before.session AND event.kind = before.kind AND event.sender IS before.sender
) IS NOT TRUE
ORDER BY event.seq
"""

_FIRST_SPAN: Final = 10_000
_STEP_SECONDS: Final = 0.1
_FINDING: Final = "seq, rule, level, side, pointer, message, related, effect, evidence, session, version"

_MAX_WORDS: Final = 20_000
_LINES_AT_ONCE: Final = 256


class Recording:
    """One open recording. Every method raises StoreError where the file turns out to be damaged or unreadable."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._words: dict[int, str] = {}
        prepare(connection)

    @classmethod
    def open(cls, path: Path) -> Recording:
        """Open a recording. Raises NoSuchRecording, NotARecording, NewerFormat, StoreError.

        One of an older format, or with derived rows of another analysis, is brought up to date first.
        """
        found = recognise(path)
        if found != FORMAT:
            from acp_inspect.store.migrations import upgrade

            upgrade(path)
        recording = cls(path, connect_to_read(path))
        try:
            analysis, ended = recording._one("SELECT analysis, ended FROM recording WHERE id = 1")
        except StoreError:
            recording.close()
            raise
        if analysis != ANALYSIS_VERSION and ended is not None:
            from acp_inspect.store import upkeep

            recording.close()
            try:
                upkeep.rebuild(path)
            except StoreError as error:
                raise StoreError(
                    f"{path}: must be brought up to date before it can be shown, but cannot be written; copy it to a"
                    f" folder of your own ({error})"
                ) from error
            recording = cls(path, connect_to_read(path))
        return recording

    def __enter__(self) -> Recording:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def info(self) -> RecordingInfo:
        """What is known about the recording now; read anew each time."""
        with failures_of(self.path):
            return read_info(self._connection, self.path)

    def count(self) -> int:
        """How many events there are now: `seq` of the last one."""
        (last,) = self._one("SELECT max(seq) FROM event")
        return self._maybe(last) or 0

    def event(self, seq: int) -> EventRow | None:
        """One event; None if there is none of that number."""
        rows = self._all(f"{_EVENTS} WHERE event.seq = ?", (seq,))
        return self._event_rows(rows)[0] if rows else None

    def events(self, after: int, limit: int, where: Filter | None = None) -> list[EventRow]:
        """The first `limit` events after seq `after` that meet the filter, ascending."""
        return self._window("event.seq > ?", "ASC", after, limit, where)

    def events_before(self, before: int, limit: int, where: Filter | None = None) -> list[EventRow]:
        """The last `limit` events before seq `before` that meet the filter, ascending."""
        return self._window("event.seq < ?", "DESC", before, limit, where)[::-1]

    def run_starts(self, after: int, to: int) -> array[int]:
        """Of the events after `after`, up to `to`: all but those that go on a run of chunks, ascending.

        Of a run are chunks of one kind and one session that follow each other with nothing between them.
        """
        rows = self._all(_RUN_STARTS, (after, to))
        return array("I", (self._whole(seq) for (seq,) in rows))

    def events_at(self, seqs: Sequence[int]) -> list[EventRow]:
        """The events of these numbers, ascending; those that do not exist are left out."""
        rows: list[tuple[object, ...]] = []
        for start in range(0, len(seqs), 500):
            some = tuple(seqs[start : start + 500])
            rows += self._all(f"{_EVENTS} WHERE event.seq IN ({', '.join('?' * len(some))})", some)
        return sorted(self._event_rows(rows), key=lambda row: row.seq)

    def search(self, where: Filter, after: int = 0, to: int | None = None) -> Iterator[Hits]:
        """All events after seq `after` up to `to` (None = the last one there is now) that meet the filter, bit by bit.

        Each step takes about a tenth of a second, unless one line is huge; its `to` tells how far it has come. Whoever
        has enough closes the iterator. At least one step is given, and the last one's `to` is the end.
        """
        last = self.count()
        end = last if to is None else min(to, last)
        met, few = steps_of(where.root, self._all)
        if few is not None:
            few = few[bisect_right(few, after) : bisect_right(few, end)]
        begin, span = max(0, min(after, end)), _FIRST_SPAN
        while True:
            began = monotonic()
            if few is None:
                step = min(begin + span, end)
                asked = Condition("event.seq > ? AND event.seq <= ?", (begin, step))
            else:
                some, few = few[:span], few[span:]
                step = some[-1] if few else end
                asked = Condition("event.seq IN (SELECT value FROM json_each(?))", (orjson.dumps(some).decode(),))
            rows = self._all(
                f"SELECT event.seq, event.line FROM event WHERE {asked.sql} AND {met.sql} ORDER BY 1",
                (*asked.values, *met.values),
            )
            yield Hits(
                array("q", [self._whole(seq) for seq, _ in rows]),
                array("q", [self._whole(line) for _, line in rows]),
                step,
            )
            if step >= end:
                return
            begin, took = step, monotonic() - began
            span = span * 4 if took < _STEP_SECONDS / 4 else max(1, span // 2) if took > _STEP_SECONDS * 2 else span

    def answer_of(self, seq: int) -> int | None:
        """`seq` of the response to the request `seq`; None if there is none, or it is no request."""
        rows = self._all("SELECT response FROM exchange WHERE request = ?", (seq,))
        return self._maybe(rows[0][0]) if rows else None

    def raw(self, line: int) -> bytes:
        """The bytes of one line. Raises StoreError if the recording has no such line."""
        rows = self._all("SELECT bytes FROM line WHERE id = ?", (line,))
        if not rows:
            raise StoreError(f"{self.path}: there is no line {line}")
        return self._bytes(rows[0][0], line)

    def raws(self, lines: Sequence[int]) -> dict[int, bytes]:
        """The bytes of several lines by number; those that do not exist are left out."""
        found: dict[int, bytes] = {}
        for start in range(0, len(lines), 500):
            some = tuple(lines[start : start + 500])
            query = f"SELECT id, bytes FROM line WHERE id IN ({', '.join('?' * len(some))})"
            found |= {self._whole(number): self._bytes(raw, number) for number, raw in self._all(query, some)}
        return found

    def lines(self, after: int = 0, limit: int | None = None) -> Iterator[StoredLine]:
        """The lines with a number above `after` in order, at most `limit`. Holds a few in memory at a time."""
        left = -1 if limit is None else limit
        while left:
            batch = _LINES_AT_ONCE if left < 0 else min(left, _LINES_AT_ONCE)
            with failures_of(self.path):
                cursor = self._connection.execute(
                    "SELECT id, stream, first_at, last_at, bytes FROM line WHERE id > ? ORDER BY id LIMIT ?",
                    (after, batch),
                )
                count = 0
                for number, stream, first_at, last_at, raw in cursor:
                    yield StoredLine(
                        after := self._whole(number),
                        self._stream(stream),
                        self._whole(first_at),
                        self._whole(last_at),
                        self._bytes(raw, number),
                    )
                    count += 1
            if count < batch:
                return
            left -= count if left > 0 else 0

    def stream_bytes(self, stream: Stream) -> Iterator[bytes]:
        """The bytes of one stream in pieces: joined, they are what crossed."""
        query = "SELECT id, bytes FROM line WHERE stream = ? AND id > ? ORDER BY id LIMIT ?"
        after = 0
        while True:
            with failures_of(self.path):
                count = 0
                for number, raw in self._connection.execute(query, (int(stream), after, _LINES_AT_ONCE)):
                    after = self._whole(number)
                    yield self._bytes(raw, after)
                    count += 1
            if count < _LINES_AT_ONCE:
                return

    def last_line(self) -> int:
        """The number of the last line; 0 without one."""
        return self._maybe(self._one("SELECT max(id) FROM line")[0]) or 0

    def traffic_between(self, first: int, last: int) -> dict[Stream, int]:
        """How many bytes Client and Agent sent on each stream in the lines `first` to `last`; none are left out."""
        rows = self._all(
            "SELECT stream, sum(length(bytes)) FROM line WHERE id BETWEEN ? AND ? AND stream IN (?, ?) GROUP BY 1",
            (first, last, int(Stream.CLIENT_TO_AGENT), int(Stream.AGENT_TO_CLIENT)),
        )
        return {self._stream(stream): self._whole(size) for stream, size in rows}

    def sessions(self) -> list[SessionRow]:
        """The ACP sessions, in the order they were first named."""
        rows = self._all("SELECT session, first, last, events, prompts FROM session ORDER BY first")
        self._learn([row[0] for row in rows])
        return [SessionRow(self._word(session) or "", *map(self._whole, numbers)) for session, *numbers in rows]

    def findings(self, after: int = 0, to: int | None = None) -> list[FindingRow]:
        """What the rules said about the events after `after`, up to `to` (None = the last one), in order of events."""
        rows = self._all(
            f"SELECT {_FINDING} FROM finding WHERE seq > ? AND seq <= ? ORDER BY seq, id",
            (after, 2**63 - 1 if to is None else to),
        )
        return self._finding_rows(rows)

    def new_findings(self, since: int) -> tuple[int, list[FindingRow]]:
        """The findings that were made since, in that order, and what to give for `since` the next time (first: 0).

        After other rules have judged the recording anew, all of theirs.
        """
        ((last,),) = self._all("SELECT coalesce(max(id), 0) FROM finding")
        newest = self._whole(last)
        rows = self._all(
            f"SELECT {_FINDING} FROM finding WHERE id > ? AND id <= ? ORDER BY id",
            (since if since <= newest else 0, newest),
        )
        return newest, self._finding_rows(rows)

    def _finding_rows(self, rows: list[tuple[object, ...]]) -> list[FindingRow]:
        return [
            FindingRow(
                self._whole(seq),
                str(rule),
                str(level),
                str(side),
                str(pointer),
                str(message),
                _numbers(related),
                None if effect is None else str(effect),
                None if evidence is None else str(evidence),
                None if session is None else str(session),
                self._whole(version),
            )
            for seq, rule, level, side, pointer, message, related, effect, evidence, session, version in rows
        ]

    def answered(self, methods: Collection[str], after: int, before: int) -> list[AnsweredRow]:
        """The requests of these methods sent and answered between the events `after` and `before`, in order."""
        rows = self._all(
            "SELECT exchange.request, exchange.session, asked.at, answer.at FROM exchange"
            " JOIN event AS asked ON asked.seq = exchange.request"
            " JOIN event AS answer ON answer.seq = exchange.response"
            " WHERE exchange.request > ? AND exchange.response < ?"
            f" AND +exchange.method IN (SELECT id FROM word WHERE text IN ({', '.join('?' * len(methods))}))"
            " ORDER BY exchange.request",
            (after, before, *methods),
        )
        self._learn([session for _, session, _, _ in rows])
        whole = self._whole
        return [AnsweredRow(whole(seq), self._word(session), whole(at), whole(end)) for seq, session, at, end in rows]

    def marks(self) -> dict[int, str]:
        """The events that somebody marked, by `seq`, with their comments."""
        if not self._all("SELECT 1 FROM sqlite_schema WHERE name = 'mark'"):
            return {}
        rows = self._all("SELECT seq, comment FROM mark ORDER BY seq")
        return {self._whole(seq): str(comment) for seq, comment in rows}

    def pending(self) -> list[PendingRow]:
        """The requests nobody has answered, in the order they were sent."""
        rows = self._all(
            "SELECT request, method, session, owner, cancelled FROM exchange WHERE response IS NULL ORDER BY request"
        )
        self._learn([number for row in rows for number in row[1:4]])
        return [
            PendingRow(
                self._whole(seq),
                self._word(method) or "",
                self._word(session),
                self._word(owner) or "",
                self._maybe(cancelled),
            )
            for seq, method, session, owner, cancelled in rows
        ]

    def seq_at(self, at: int) -> int:
        """`seq` of the last event at or before `at` nanoseconds since the start; 0 if there is none.

        Found by bisection, so times are taken to rise with seq, as they do in what the tee records.
        """
        low, high = 0, self.count()
        while low < high:
            middle = (low + high + 1) // 2
            # Events without a time of their own take the nearest earlier one's.
            rows = self._all(
                "SELECT seq, at FROM event WHERE seq <= ? AND seq > ? AND at >= 0 ORDER BY seq DESC LIMIT 1",
                (middle, low),
            )
            if not rows or self._whole(rows[0][1]) <= at:
                low = middle
            else:
                high = self._whole(rows[0][0]) - 1
        return low

    def seek(self, what: Seek, seq: int, *, forward: bool) -> int | None:
        """The nearest event of a kind after (before) `seq`; None if there is none."""
        rows = self._all(what.query(forward=forward), (seq,))
        return self._whole(rows[0][0]) if rows else None

    def _window(self, bound: str, order: str, seq: int, limit: int, where: Filter | None) -> list[EventRow]:
        met = Condition("1") if where is None else condition_of(where.root, self._all)
        rows = self._all(
            f"{_EVENTS} WHERE {bound} AND {met.sql} ORDER BY event.seq {order} LIMIT ?",
            (min(max(seq, -(2**63)), 2**63 - 1), *met.values, max(0, limit)),
        )
        return self._event_rows(rows)

    def _event_rows(self, rows: list[tuple[object, ...]]) -> list[EventRow]:
        self._learn([number for row in rows for number in (*row[4:9], row[13])])
        whole, maybe, word = self._whole, self._maybe, self._word
        return [
            EventRow(
                whole(row[0]),
                whole(row[1]),
                maybe(row[2]),
                whole(row[3]),
                word(row[4]),
                word(row[5]) or "",
                word(row[6]),
                word(row[7]),
                word(row[8]),
                None if row[9] is None else str(row[9]),
                maybe(row[10]),
                maybe(row[11]),
                maybe(row[12]),
                word(row[13]) or ("pending" if row[15] is not None else None),
                whole(row[14]),
            )
            for row in rows
        ]

    def _learn(self, numbers: Sequence[object]) -> None:
        unknown = list({number for number in numbers if isinstance(number, int) and number not in self._words})
        if len(self._words) > _MAX_WORDS:
            self._words.clear()
        for start in range(0, len(unknown), 500):
            some = tuple(unknown[start : start + 500])
            query = f"SELECT id, text FROM word WHERE id IN ({', '.join('?' * len(some))})"
            self._words |= {self._whole(number): str(text) for number, text in self._all(query, some)}

    def _word(self, number: object) -> str | None:
        if number is None:
            return None
        return self._words.get(self._whole(number), "?")

    def _number(self, word: str) -> int | None:
        rows = self._all("SELECT id FROM word WHERE text = ?", (word,))
        return self._whole(rows[0][0]) if rows else None

    def _one(self, query: str, values: tuple[object, ...] = ()) -> tuple[object, ...]:
        rows = self._all(query, values)
        if not rows:
            raise StoreError(f"{self.path}: the recording is damaged (its first row is missing)")
        return rows[0]

    def _all(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        with failures_of(self.path):
            return self._connection.execute(query, values).fetchall()

    def _whole(self, value: object) -> int:
        if not isinstance(value, int):
            raise StoreError(f"{self.path}: the recording is damaged ({value!r:.60} stands where a number must)")
        return value

    def _maybe(self, value: object) -> int | None:
        return None if value is None else self._whole(value)

    def _bytes(self, value: object, line: object) -> bytes:
        if isinstance(value, bytes):
            return value
        raise StoreError(f"{self.path}: the recording is damaged (line {line} holds no bytes)")

    def _stream(self, value: object) -> Stream:
        try:
            return Stream(self._whole(value))
        except ValueError:
            raise StoreError(f"{self.path}: the recording is damaged (it has a stream {value!r:.20})") from None


def _numbers(text: object) -> tuple[int, ...]:
    try:
        values = orjson.loads(str(text))
    except orjson.JSONDecodeError:
        return ()
    return tuple(value for value in values if isinstance(value, int)) if isinstance(values, list) else ()
