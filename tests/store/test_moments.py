"""The events of a recording as the state takes them, any part of them, also while it grows."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from acp_inspect.protocol.overview import draw_session
from acp_inspect.store.moments import Moments, events_between, uncollected
from acp_inspect.store.reader import Recording
from acp_inspect.store.writer import Writer
from acp_inspect.trace.event import Event, events_of
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import parse_transcript
from tests.protocol.talk import NEW_V1, text, update
from tests.store.tables import AGENT, CLIENT, ORIGIN, recorded

BATCH = b'[{"method":"a"},{"method":"b"},{"method":"c"}]\n'
LINES = [
    (CLIENT, b'{"method":"first"}\n'),
    (AGENT, BATCH),
    (AGENT, b"\n"),
    *[(AGENT, b'{"method":"n%d"}\n' % number) for number in range(600)],
    (CLIENT, BATCH),
]


def talk(*more: str) -> list[tuple[Stream, bytes]]:
    return [(entry.stream, entry.raw) for entry in parse_transcript("\n".join([*NEW_V1, *more]))]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("moments") / "a.acprec", LINES)


def test_a_part_is_a_slice_of_all_events(path: Path) -> None:
    everything: list[Event] = []
    for number, (stream, raw) in enumerate(LINES, 1):
        everything += events_of(stream, raw, seq=len(everything) + 1, at=(number - 1) * 1_000_000, line=number)
    assert len(everything) == 608
    with Recording.open(path) as recording:
        for after in (0, 1, 2, 3, 4, 5, 300, 604, 605, 606, 607, 608, 700):
            for to in (after - 1, after, after + 1, after + 2, after + 257, 608, 10_000):
                assert list(events_between(recording, after, to)) == everything[after : max(after, to)]


def test_a_history_follows_a_recording_that_grows(tmp_path: Path) -> None:
    lines = talk(*[update("agent_message_chunk", content=text(word)) for word in ("one ", "two ", "three")])
    writer = Writer.create(tmp_path / "live.acprec", ORIGIN)
    for stream, raw in lines[:5]:
        writer.put(stream, raw, 0, 0)
    writer.commit()
    with Recording.open(tmp_path / "live.acprec") as recording:
        history = Moments(recording)
        assert history.extend(100) == 5
        for stream, raw in lines[5:]:
            writer.put(stream, raw, 0, 0)
        writer.commit()
        assert history.extend(100) == 2
        texts = []
        for moment in (7, 5, 6):
            session = draw_session(history.at(moment), "s1")
            assert session is not None
            texts.append([message.text for message in session.messages])
        assert texts == [["one two three"], ["one "], ["one two "]]
    writer.close()


def test_big_lines_have_keyframes_closer_by(tmp_path: Path) -> None:
    big = update("agent_message_chunk", content=text("x" * 2_000_000))
    path = recorded(tmp_path / "big.acprec", talk(*[big] * 6))
    with Recording.open(path) as recording:
        history = Moments(recording)
        history.extend(1_000)
        assert len(history) == 10
        assert history.keyframes == 1 + 3


@pytest.mark.parametrize("enabled", [True, False])
def test_garbage_collection_is_as_it_was_afterwards(enabled: bool) -> None:
    was = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        with uncollected():
            assert not gc.isenabled()
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if was else gc.disable)()
