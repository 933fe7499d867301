"""What is remembered of notices and of the history around them."""

from __future__ import annotations

import pytest

from acp_inspect.rules.memory.notice_history import NoticeHistory, Piece, Track, Words
from acp_inspect.wire.transcript import Entry
from tests.rules.exchanges import client, followed, text, update, v1


def track_of(*entries: Entry) -> Track:
    _, inspection = followed([*v1(session={"notices": {}}), *entries], [])
    history: NoticeHistory = inspection.memory[NoticeHistory]
    return history.tracks["s1"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Piece("agent", "m1"), Piece("agent", "m1", "x"), True),
        (Piece("agent", "m1"), Piece("thought", "m1"), False),
        (Piece("agent", "m1", "same text"), Piece("agent", "m2", "same text"), False),
        (Piece("agent", None, "I will"), Piece("agent", "m2", "I will look"), True),
        (Piece("agent", None, ""), Piece("agent", None, "x"), False),
        (Piece("plan", None, "a"), Piece("plan", None, "b"), False),
    ],
)
def test_pieces_are_known_by_id_or_by_how_they_begin(one: Piece, other: Piece, same: bool) -> None:
    assert one.same(other) is same
    assert other.same(one) is same


def test_a_live_notice_stands_between_two_pieces() -> None:
    track = track_of(
        client(id=2, method="session/prompt", params={"sessionId": "s1", "prompt": [text("Hi")]}),
        update("notice", severity="info", title="A"),
        update("usage_update", used=1, size=2),
        update("agent_message_chunk", content=text("Hel")),
        update("agent_message_chunk", content=text("lo")),
    )
    seen = track.live[Words("info", "A", None)]
    assert seen.before == Piece("user", None, "Hi")
    assert seen.after == Piece("agent", None, "Hel")
    assert track.last == Piece("agent", None, "Hello")


def test_the_first_of_equal_notices_counts() -> None:
    notices = [update("notice", severity="info", title="A") for _ in range(3)]
    track = track_of(*notices)
    assert [seen.seq for seen in track.live.values()] == [5]


def test_a_load_begins_without_history() -> None:
    track = track_of(
        update("agent_message_chunk", content=text("Hello")),
        client(id=3, method="session/load", params={"sessionId": "s1", "cwd": "/", "mcpServers": []}),
        update("notice", severity="info", title="A"),
    )
    assert track.window is not None
    assert [(seen.before, seen.after) for seen in track.window.notices] == [(None, None)]
    assert not track.live
