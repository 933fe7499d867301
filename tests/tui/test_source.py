"""The thread that reads a recording: newest wishes first, trouble as messages, no wish ever waited for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

from textual.message import Message

from acp_inspect.store.format import APPLICATION_ID
from acp_inspect.tui.fold import Span
from acp_inspect.tui.messages import (
    DetailRead,
    HeadRead,
    ReadingFailed,
    RowsRead,
    RunsRead,
    Searched,
    SearchEnded,
    TimeFound,
)
from acp_inspect.tui.needle import needle_of
from acp_inspect.tui.search import search
from acp_inspect.tui.source import Source
from acp_inspect.tui.values import State
from acp_inspect.wire.framing import Stream
from tests.tui.samples import chunks, line, record

_Kind = TypeVar("_Kind", bound=Message)

_PATIENCE = 60


class Inbox:
    """Takes what is posted; gives the next message of a kind."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Message] = SimpleQueue()

    def post(self, message: Message) -> None:
        """From any thread."""
        self._queue.put(message)

    def next(self, kind: type[_Kind]) -> _Kind:
        """Wait for a message of that kind; others are passed over."""
        while True:
            message = self._queue.get(timeout=_PATIENCE)
            if isinstance(message, kind):
                return message

    def rest(self) -> Iterator[Message]:
        """What nobody has taken."""
        while not self._queue.empty():
            yield self._queue.get()


@contextmanager
def _reading(path: Path) -> Iterator[tuple[Source, Inbox]]:
    inbox = Inbox()
    source = Source(path, inbox.post)
    thread = Thread(target=source.run)
    thread.start()
    try:
        yield source, inbox
    finally:
        source.stop()
        thread.join(_PATIENCE)
        assert not thread.is_alive()


def _long(folder: Path, count: int) -> Path:
    return record(folder / "long.acprec", [line(b"line %d\n" % n, Stream.STDERR, n) for n in range(1, count + 1)])


def _spans(*seqs: int) -> list[Span]:
    return [Span(seq, seq) for seq in seqs]


def test_rows_come_batch_by_batch_and_know_the_event_before(library: Path) -> None:
    with _reading(_long(library, 138)) as (source, inbox):
        head = inbox.next(HeadRead).head
        assert (head.events, head.state) == (138, State.FINISHED)
        source.want_rows([_spans(*range(129, 139)), _spans(1, 2)])
        last, first = inbox.next(RowsRead), inbox.next(RowsRead)
        assert [row.seq for row in last.rows] == list(range(129, 139))
        assert last.rows[0].delta == 1
        assert [(row.seq, row.delta) for row in first.rows] == [(1, None), (2, 1)]


def test_runs_of_chunks_are_told_and_read_as_one_row(library: Path) -> None:
    with _reading(record(library / "chunks.acprec", chunks("one ", "two ", "three"))) as (source, inbox):
        told = inbox.next(RunsRead)
        assert (list(told.starts), told.until) == ([1, 2, 5], 5)
        source.want_rows([[Span(2, 4)]])
        (row,) = inbox.next(RowsRead).rows
        assert (row.seq, row.run, row.summary) == (2, 3, "“one two three”")


def test_only_the_newest_wish_is_answered(library: Path) -> None:
    path = _long(library, 50)
    inbox = Inbox()
    source = Source(path, inbox.post)
    for seq in range(1, 51):
        source.want_detail(seq)
        source.want_rows([_spans(seq)])
    source.want_rows([_spans(7)])
    source.want_time(20)
    thread = Thread(target=source.run)
    thread.start()
    assert [row.seq for row in inbox.next(RowsRead).rows] == [7]
    assert inbox.next(TimeFound).seq == 20
    assert inbox.next(DetailRead).shown.seq == 50
    source.stop()
    thread.join(_PATIENCE)
    assert not any(isinstance(message, RowsRead | DetailRead) for message in inbox.rest())


def test_a_newer_format_and_a_foreign_file_are_told(library: Path) -> None:
    newer = _long(library, 1)
    with newer.open("r+b") as file:
        file.seek(60)
        file.write((999).to_bytes(4, "big"))
    assert newer.read_bytes()[68:72] == APPLICATION_ID.to_bytes(4, "big")
    with _reading(newer) as (_, inbox):
        assert "newer" in inbox.next(ReadingFailed).reason
    with _reading(library / "missing.acprec") as (_, inbox):
        assert "no such file" in inbox.next(ReadingFailed).reason


def test_a_search_goes_round_in_both_directions(library: Path) -> None:
    batch = b'[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]\n'
    entries = [
        line(b"one\n", Stream.STDERR),
        line(batch),
        line(b"two\n", Stream.STDERR),
        line(b"one more\n", Stream.STDERR),
    ]
    path = record(library / "few.acprec", entries)

    def found(text: str, start: int, forward: bool) -> tuple[int | None, bool]:
        inbox = Inbox()
        search(path, needle_of(text), start, forward, lambda: False, inbox.post)
        ended = inbox.next(SearchEnded)
        return ended.seq, ended.wrapped

    assert found("one", 0, True) == (1, False)
    assert found("one", 1, True) == (5, False)
    assert found("one", 5, True) == (1, True)
    assert found("one", 5, False) == (1, False)
    assert found("one", 1, False) == (5, True)
    assert found('"b"', 1, True) == (2, False)
    assert found("two", 4, True) == (4, True)
    assert found("three", 2, True) == (None, False)


def test_a_search_can_be_stopped_and_says_how_far_it_is(library: Path) -> None:
    path = _long(library, 5_000)
    inbox = Inbox()
    search(path, needle_of("nowhere"), 0, True, lambda: False, inbox.post)
    assert (inbox.next(Searched).read, inbox.next(Searched).read) == (2_000, 4_000)
    stopped = Inbox()
    search(path, needle_of("nowhere"), 0, True, lambda: True, stopped.post)
    assert stopped._queue.empty()
