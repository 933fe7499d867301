"""What the heading says, by the room there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.tui.values import Head, State
from acp_inspect.tui.widgets.heading import heading_pieces
from acp_inspect.views.visible import cells_of

_HEAD = Head(
    path=Path("a.acprec"),
    state=State.FINISHED,
    name="a hang",
    when="2026-11-30 00:53",
    client="sample-editor 1.12.0",
    agent="sample-agent 0.4.2",
    protocol="v1",
    duration="40.3 s",
    end="exit 1",
    events=1204,
    errors=2,
    gaps=1,
    pending=3,
)


def _text(head: Head, width: int) -> str:
    return "".join(piece.text for piece in heading_pieces(head, False, width))


def test_with_room_everything_is_said() -> None:
    assert _text(_HEAD, 200) == (
        "a hang · 2026-11-30 00:53 · sample-editor 1.12.0 ⇄ sample-agent 0.4.2 · ACP v1 · 40.3 s · 1,204 events"
        " · ✖ 2 errors · ▲ 1 gap · … 3 pending · exit 1"
    )


@given(st.integers(24, 250), st.sampled_from(State))
def test_it_fits_and_the_parties_are_always_there(width: int, state: State) -> None:
    head = Head(
        path=Path("a"), state=state, client=_HEAD.client, agent=_HEAD.agent, when=_HEAD.when, errors=2, end="exit 0"
    )
    text = _text(head, width)
    assert cells_of(text) <= width
    assert "sample" in text
    assert "⇄" in text


def test_faults_outlast_everything_but_the_parties() -> None:
    assert "✖ 2" in _text(_HEAD, 60)
    assert "exit 1" not in _text(_HEAD, 50)


@pytest.mark.parametrize(
    ("state", "following", "words"),
    [(State.LIVE, True, "● live, following"), (State.LIVE, False, "● live"), (State.UNFINISHED, False, "▲ unfinished")],
)
def test_how_it_stands(state: State, following: bool, words: str) -> None:
    head = Head(path=Path("a"), state=state)
    assert heading_pieces(head, following, 200)[-1].text == words
