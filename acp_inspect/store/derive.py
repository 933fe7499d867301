"""Make the derived rows of a recording out of its lines: the one way for live, resumed, imported and rebuilt ones.

Rows are collected in memory and written by `flush` inside the caller's transaction, so a refused transaction can be
tried again with nothing lost and nothing twice.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from acp_inspect.analysis import ANALYSIS_VERSION, Analysis
from acp_inspect.store.connection import transaction
from acp_inspect.store.words import Words, shortened
from acp_inspect.trace.event import Event, Outcome, kind_of, update_of
from acp_inspect.trace.handshake import Party
from acp_inspect.wire.control import Exited, Started, StartFailed
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.rpc import ABSENT, Request, Response

BATCH_ROWS: Final = 1_000

_CANCELLING: Final = frozenset(("session/cancel", "$/cancel_request"))

_COUNTED: Final = {
    "request": "requests",
    "notification": "notifications",
    "response": "responses",
    "malformed": "malformed",
    "stderr": "stderr",
    "gap": "gaps",
}

_BYTES: Final = ("bytes_c2a", "bytes_a2c", "bytes_stderr")


class Derivation:
    """Reads lines in order; owns event, exchange, session and word, and the derived columns of recording."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._words = Words(connection)
        self.analysis = Analysis()
        self.last_at = -1
        """The latest time of a line."""
        self._bytes = [0, 0, 0, 0]
        self._kinds: dict[str, int] = {}
        self._errors = 0
        self._facts: dict[str, int | None] = {"agent_pid": None, "exit_code": None, "exit_signal": None}
        self._forget_rows()

    def _forget_rows(self) -> None:
        self._events: list[tuple[object, ...]] = []
        self._exchanges: list[tuple[object, ...]] = []
        self._answers: list[tuple[object, ...]] = []
        self._cancels: list[tuple[int, int]] = []
        self._sessions: dict[int, list[int]] = {}

    @property
    def waiting(self) -> int:
        """How many event rows wait for `flush`."""
        return len(self._events)

    @property
    def start_failed(self) -> bool:
        """Whether a line said that the agent could not be started."""
        return "start-failed" in self._kinds

    @property
    def exited(self) -> bool:
        """Whether a line said how the agent ended."""
        return "exited" in self._kinds

    def read(self, stream: Stream, raw: bytes, at: int) -> None:
        """Derive the rows of the next line. `at`: nanoseconds since the start, -1 = unknown."""
        word = self._words.number
        self._bytes[stream] += len(raw)
        if at > self.last_at:
            self.last_at = at
        for event in self.analysis.read(stream, raw, at):
            kind = kind_of(event)
            self._kinds[kind] = self._kinds.get(kind, 0) + 1
            method, session, outcome, body = event.method, event.session, event.outcome, event.body
            update = update_of(event)
            session_number = None if session is None else word(session)
            self._events.append(
                (
                    event.seq,
                    event.line,
                    event.part,
                    event.at,
                    None if event.sender is None else word(event.sender),
                    word(kind),
                    None if method is None else word(method),
                    None if update is None else word(update),
                    session_number,
                    _rpc_id(body) if kind in ("request", "response") else None,
                    event.answers,
                    event.latency,
                    None if outcome is None else word(outcome),
                    event.size,
                )
            )
            if session_number is not None:
                self._note_session(session_number, event)
            if kind == "request" or kind == "response":
                self._note_exchange(event)
            if method in _CANCELLING and kind != "response":
                self._note_cancels(event)
            if stream is Stream.CONTROL:
                self._note_fact(event)

    def flush(self) -> None:
        """Write what was derived since `clear`. The caller holds the transaction, and calls `clear` once it is done."""
        write = self._connection.executemany
        self._words.flush()
        write("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", self._events)
        write("INSERT INTO exchange (request, method, session, owner) VALUES (?, ?, ?, ?)", self._exchanges)
        write(
            "UPDATE exchange SET response = ?, session = coalesce(session, ?), latency = ?, outcome = ?"
            " WHERE request = ? AND response IS NULL",
            self._answers,
        )
        write("UPDATE exchange SET cancelled = ? WHERE request = ?", self._cancels)
        write(
            "INSERT INTO session VALUES (?, ?, ?, ?, ?) ON CONFLICT (session) DO UPDATE"
            " SET last = excluded.last, events = events + excluded.events, prompts = prompts + excluded.prompts",
            [(number, *counted) for number, counted in self._sessions.items()],
        )
        columns = self._columns()
        self._connection.execute(
            f"UPDATE recording SET {', '.join(f'{name} = ?' for name in columns)}", list(columns.values())
        )

    def clear(self) -> None:
        """Forget the rows that are safely written."""
        self._words.clear()
        self._forget_rows()

    def replay(self, stream: Stream, raw: bytes, at: int) -> None:
        """Read a line whose rows are in the tables already."""
        self.read(stream, raw, at)
        self._forget_rows()

    def _note_session(self, number: int, event: Event) -> None:
        counted = self._sessions.get(number)
        if counted is None:
            counted = self._sessions[number] = [event.seq, event.seq, 0, 0]
        counted[1] = event.seq
        counted[2] += 1
        if event.method == "session/prompt" and isinstance(event.body, Request):
            counted[3] += 1

    def _note_exchange(self, event: Event) -> None:
        word = self._words.number
        session = None if event.session is None else word(event.session)
        match event.body:
            case Request(method=method) if event.sender is not None:
                self._exchanges.append((event.seq, word(method), session, word(event.sender.peer)))
            case Response(error=error):
                if error is not ABSENT:
                    self._errors += 1
                if event.answers is not None and event.outcome is not None and event.outcome is not Outcome.DUPLICATE:
                    self._answers.append((event.seq, session, event.latency, word(event.outcome), event.answers))

    def _note_cancels(self, event: Event) -> None:
        for asked in self.analysis.exchanges.pending():
            if asked.cancelled == event.seq:
                self._cancels.append((event.seq, asked.seq))

    def _note_fact(self, event: Event) -> None:
        match event.body:
            case Started(pid=pid):
                self._facts["agent_pid"] = _small(pid)
            case StartFailed(code=code):
                self._facts["exit_code"] = _small(code)
            case Exited(code=code, signal=signal):
                self._facts |= {"exit_code": _small(code), "exit_signal": _small(signal)}

    def _columns(self) -> dict[str, object]:
        shake = self.analysis.handshake
        client, client_version = _names(shake.client)
        agent, agent_version = _names(shake.agent)
        return {
            **{column: self._kinds.get(kind, 0) for kind, column in _COUNTED.items()},
            **dict(zip(_BYTES, self._bytes, strict=False)),
            **self._facts,
            "errors": self._errors,
            "lines": self.analysis.lines,
            "events": self.analysis.events,
            "last_at": self.last_at,
            "client": client,
            "client_version": client_version,
            "agent": agent,
            "agent_version": agent_version,
            "protocol_offered": _small(shake.offered),
            "protocol": _small(shake.version),
        }


def _rpc_id(body: object) -> str | None:
    if isinstance(body, Request | Response) and body.id is not ABSENT:
        return shortened(body.id.text)
    return None


def _names(party: Party) -> tuple[str | None, str | None]:
    name = party.name or party.title
    return name and shortened(name), party.version and shortened(party.version)


def _small(number: int | None) -> int | None:
    # A hostile number may be too long for the database.
    return number if number is None or abs(number) < 2**31 else None


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
