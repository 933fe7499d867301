"""Windows into a recording."""

from __future__ import annotations

import threading
from itertools import pairwise
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.errors import StoreError
from acp_inspect.store.reader import Recording
from acp_inspect.store.rows import EventRow
from acp_inspect.store.writer import Writer
from acp_inspect.views.filter import Filter, read_filter
from acp_inspect.wire.framing import Stream
from tests.record.journals import conversation, update
from tests.store.tables import AGENT, CLIENT, ORIGIN, STDERR, recorded

LINES = [(Stream(stream), part + b"\n") for stream, data in conversation(12) for part in data.split(b"\n")]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("reader") / "a.acprec", LINES)


@pytest.fixture(scope="module")
def everything(path: Path) -> list[EventRow]:
    with Recording.open(path) as recording:
        rows = recording.events(0, 10_000)
        assert [row.seq for row in rows] == list(range(1, recording.count() + 1))
        assert len(rows) >= len(LINES)
        return rows


_PLACES = st.integers(-5, 300) | st.sampled_from([-(2**70), 2**70])


@given(place=_PLACES, limit=st.integers(0, 40))
def test_a_window_is_a_slice_of_everything(path: Path, everything: list[EventRow], place: int, limit: int) -> None:
    with Recording.open(path) as recording:
        assert recording.events(place, limit) == [row for row in everything if row.seq > place][:limit]
        before = [row for row in everything if row.seq < place]
        assert recording.events_before(place, limit) == before[max(0, len(before) - limit) :]


def _filter(text: str) -> Filter:
    where = read_filter(text)
    assert isinstance(where, Filter)
    return where


_FILTERS = [
    "",
    "method:session/update",
    "stderr",
    'text:"word 1"',
    "not update:* side:agent",
    "method:no",
    "status:error",
]


@given(text=st.sampled_from(_FILTERS), place=_PLACES, limit=st.integers(0, 30))
def test_a_filtered_window_is_a_slice_of_what_a_search_finds(
    path: Path, everything: list[EventRow], text: str, place: int, limit: int
) -> None:
    where = _filter(text)
    with Recording.open(path) as recording:
        met = [seq for hits in recording.search(where) for seq in hits.seqs]
        after, before = [seq for seq in met if seq > place], [seq for seq in met if seq < place]
        assert [row.seq for row in recording.events(place, limit, where)] == after[:limit]
        assert [row.seq for row in recording.events_before(place, limit, where)] == before[
            max(0, len(before) - limit) :
        ]


@pytest.mark.parametrize("span", [1, 7, 10_000])
@pytest.mark.parametrize("text", _FILTERS)
def test_a_search_comes_to_its_end_in_steps(
    path: Path, everything: list[EventRow], monkeypatch: pytest.MonkeyPatch, text: str, span: int
) -> None:
    monkeypatch.setattr("acp_inspect.store.reader._FIRST_SPAN", span)
    # Never quick enough to take bigger steps.
    monkeypatch.setattr("acp_inspect.store.reader._STEP_SECONDS", 0)
    lines = {row.seq: row.line for row in everything}
    with Recording.open(path) as recording:
        for after, to in ((0, None), (5, 20), (0, 10_000), (20, 5), (10_000, None), (30, 30)):
            steps = list(recording.search(_filter(text), after, to))
            end = min(recording.count(), recording.count() if to is None else to)
            met = [row.seq for row in recording.events(after, 10_000, _filter(text)) if row.seq <= end]
            assert [seq for hits in steps for seq in hits.seqs] == met
            assert [line for hits in steps for line in hits.lines] == [lines[seq] for seq in met]
            assert steps[-1].to == end
            assert [hits.to for hits in steps] == sorted(hits.to for hits in steps)
            assert all(seq <= hits.to for hits in steps for seq in hits.seqs)
        if span == 1 and text == "":
            assert len(list(recording.search(_filter(text)))) == recording.count()


def test_a_search_may_be_left(path: Path) -> None:
    with Recording.open(path) as recording:
        searching = recording.search(_filter("stderr"))
        next(searching)
        assert recording.events(0, 1)


def test_events_by_number(path: Path, everything: list[EventRow]) -> None:
    with Recording.open(path) as recording:
        assert recording.events_at([9, 3, 99_999]) == [everything[2], everything[8]]
        assert recording.events_at(range(2_000)) == everything
        assert recording.events_at([]) == []


def test_what_crossed_between_two_lines(path: Path) -> None:
    with Recording.open(path) as recording:
        assert recording.last_line() == len(LINES)
        for first, last in ((1, len(LINES)), (3, 9), (9, 3), (7, 7)):
            sizes: dict[Stream, int] = {}
            for stream, raw in LINES[first - 1 : last]:
                if stream in (CLIENT, AGENT):
                    sizes[stream] = sizes.get(stream, 0) + len(raw)
            assert recording.traffic_between(first, last) == sizes


def test_one_event_and_its_bytes(path: Path, everything: list[EventRow]) -> None:
    with Recording.open(path) as recording:
        assert recording.event(3) == everything[2]
        assert recording.event(0) is None
        assert recording.event(10_000) is None
        assert recording.raw(1) == LINES[0][1]
        assert recording.raws([3, 1, 3, 99_999]) == {1: LINES[0][1], 3: LINES[2][1]}
        assert len(recording.raws(range(1, 2_000))) == len(LINES)
        with pytest.raises(StoreError, match="no line 99999"):
            recording.raw(99_999)


def test_lines_come_in_order_and_from_anywhere(path: Path) -> None:
    with Recording.open(path) as recording:
        lines = list(recording.lines())
        assert [(line.stream, line.raw) for line in lines] == LINES
        assert list(recording.lines(after=7, limit=3)) == lines[7:10]
        assert list(recording.lines(after=len(lines) - 1)) == lines[-1:]
        assert list(recording.lines(limit=0)) == []
        assert [line.first_at for line in lines[:3]] == [0, 1_000_000, 2_000_000]


def test_many_lines_come_in_several_steps(tmp_path: Path) -> None:
    lines = [(AGENT if number % 3 else STDERR, b"%d\n" % number) for number in range(700)]
    with Recording.open(recorded(tmp_path / "a.acprec", lines)) as recording:
        assert [(line.stream, line.raw) for line in recording.lines()] == lines
        assert len(list(recording.lines(limit=600))) == 600
        for stream in (AGENT, STDERR, CLIENT):
            assert b"".join(recording.stream_bytes(stream)) == b"".join(raw for kind, raw in lines if kind is stream)


def test_an_empty_recording(tmp_path: Path) -> None:
    with Recording.open(recorded(tmp_path / "a.acprec", [])) as recording:
        assert recording.count() == 0
        assert recording.events(0, 10) == recording.events_before(10, 10) == []
        assert recording.seq_at(5) == 0
        assert (recording.sessions(), recording.pending(), list(recording.lines())) == ([], [], [])
        assert recording.info().duration is None


@given(st.integers(-2, 40).map(lambda ms: ms * 500_000))
def test_the_event_at_a_time(path: Path, everything: list[EventRow], at: int) -> None:
    with Recording.open(path) as recording:
        assert recording.seq_at(at) == max((row.seq for row in everything if row.at <= at), default=0)


@given(st.lists(st.sampled_from([-1, 10, 20, 30]), max_size=12), st.integers(0, 40))
def test_the_event_at_a_time_where_some_times_are_unknown(
    tmp_path_factory: pytest.TempPathFactory, steps: list[int], at: int
) -> None:
    times = sorted(time for time in steps if time >= 0)
    writer = Writer.create(path := tmp_path_factory.mktemp("times") / "a.acprec", ORIGIN)
    expected = seq = 0
    known = iter(times)
    latest = -1
    for seq, step in enumerate(steps, 1):
        time = -1 if step < 0 else next(known)
        writer.put(AGENT, b"{}\n", time, time)
        latest = max(latest, time)
        if latest <= at:
            expected = seq
    writer.commit()
    writer.close()
    with Recording.open(path) as recording:
        assert recording.seq_at(at) == expected


def test_reading_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.acprec"
    writer = Writer.create(path, ORIGIN)
    done = threading.Event()
    seen: list[int] = []

    def read() -> None:
        with Recording.open(path) as recording:
            while not done.is_set():
                count = recording.count()
                rows = recording.events(max(0, count - 50), 50)
                assert [row.seq for row in rows] == list(
                    range(max(0, count - 50) + 1, len(rows) + max(0, count - 50) + 1)
                )
                assert len(rows) >= min(count, 50)
                assert recording.raws([row.line for row in rows]).keys() == {row.line for row in rows}
                info = recording.info()
                assert info.counts.events >= count
                seen.append(count)

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(2_000):
        writer.put(AGENT, update(number), number, number)
        if number % 20 == 0:
            writer.commit()
    done.set()
    reader.join()
    writer.finish("unfinished", None)
    assert seen == sorted(seen)
    with Recording.open(path) as recording:
        assert recording.count() == 2_000


def test_a_follower_sees_new_words(tmp_path: Path) -> None:
    writer = Writer.create(path := tmp_path / "a.acprec", ORIGIN)
    with Recording.open(path) as recording:
        for number in range(3):
            writer.put(CLIENT, b'{"method":"m/%d"}\n' % number, 0, 0)
            writer.commit()
            (row,) = recording.events(number, 10)
            assert row.method == f"m/{number}"
    writer.close()


_CHUNKS = st.tuples(st.sampled_from("ab"), st.sampled_from(["user_message_chunk", "agent_message_chunk", "plan", ""]))


@given(sent=st.lists(_CHUNKS, max_size=30), after=st.integers(0, 30), to=st.integers(0, 30))
def test_run_starts_are_all_but_what_goes_on_a_run_of_chunks(
    tmp_path_factory: pytest.TempPathFactory, sent: list[tuple[str, str]], after: int, to: int
) -> None:
    lines = [
        (AGENT, orjson.dumps(_update(session, kind)) + b"\n") if kind else (STDERR, b"words\n")
        for session, kind in sent
    ]
    starts = [
        seq
        for seq, (before, here) in enumerate(pairwise([("", ""), *sent]), 1)
        if before != here or not here[1].endswith("_chunk")
    ]
    with Recording.open(recorded(tmp_path_factory.mktemp("runs") / "a.acprec", lines)) as recording:
        assert list(recording.run_starts(after, to)) == [seq for seq in starts if after < seq <= to]


def _update(session: str, kind: str) -> dict[str, object]:
    params = {"sessionId": session, "update": {"sessionUpdate": kind}}
    return {"jsonrpc": "2.0", "method": "session/update", "params": params}


def test_events_at_are_those_of_these_numbers(path: Path, everything: list[EventRow]) -> None:
    with Recording.open(path) as recording:
        assert recording.events_at([3, 1, 10**6, -1]) == [everything[0], everything[2]]


def test_answered_requests_come_with_both_times(path: Path, everything: list[EventRow]) -> None:
    by_seq = {row.seq: row for row in everything}
    with Recording.open(path) as recording:
        asked = [row for row in everything if row.kind == "request" and row.answered_by is not None]
        methods = sorted({row.method for row in asked if row.method is not None})
        assert methods
        found = recording.answered(methods, 0, len(everything) + 1)
        assert [(row.seq, row.session, row.asked_at, row.answered_at) for row in found] == [
            (row.seq, row.session or by_seq[row.answered_by or 0].session, row.at, by_seq[row.answered_by or 0].at)
            for row in asked
        ]
        assert recording.answered(["no/such"], 0, len(everything)) == []
