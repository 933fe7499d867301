"""The clock of a playback."""

from __future__ import annotations

from acp_inspect.tui.playing import SPEEDS, Playing


def test_it_runs_at_its_speed_from_where_it_began() -> None:
    playing = Playing()
    before = playing.is_running
    playing.start(7, 2_000_000_000, 100.0)
    assert (before, playing.is_running) == (False, True)
    assert playing.at(100.5) == 2_500_000_000
    assert playing.change_speed(1, 101.0)
    assert playing.speed == 2
    assert (playing.at(101.0), playing.at(102.0)) == (3_000_000_000, 5_000_000_000)
    playing.stop()
    assert playing.at(200.0) == 3_000_000_000


def test_speeds_have_ends_and_are_kept() -> None:
    playing = Playing()
    assert not playing.change_speed(-1, 0.0)
    assert [playing.change_speed(1, 0.0) for _ in SPEEDS] == [True] * (len(SPEEDS) - 1) + [False]
    playing.start(1, 0, 0.0)
    assert (playing.speed, playing.at(1.0)) == (100, 100_000_000_000)
