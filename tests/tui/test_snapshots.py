"""What the screens look like, as pictures, at three sizes, dark and light. Look at them before committing new ones.

`pytest tests/tui/test_snapshots.py --snapshot-update` makes them again.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

import pytest
from textual.pilot import Pilot

from acp_inspect.tui.app import Viewer
from acp_inspect.tui.screens.help import HelpScreen
from tests.tui.samples import STARTED, STORY, browsing, go_to, inspecting, on_screen, record

RECORDINGS = Path(__file__).parents[2] / "recordings"
SIZES = [(80, 24), (120, 36), (200, 50)]
THEMES = ["acp-dark", "acp-light"]


class Compare(Protocol):
    """The fixture of pytest-textual-snapshot."""

    def __call__(
        self,
        app: Viewer,
        *,
        terminal_size: tuple[int, int],
        run_before: Callable[[Pilot[None]], Awaitable[None]],
    ) -> bool: ...


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_inspect(snap_compare: Compare, story: Path, size: tuple[int, int], theme: str) -> None:
    async def look(pilot: Pilot[None]) -> None:
        pilot.app.theme = theme
        await inspecting(pilot)
        await pilot.press("g", *"12", "enter")
        await inspecting(pilot)

    assert snap_compare(Viewer(story), terminal_size=size, run_before=look)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_recordings(snap_compare: Compare, library: Path, size: tuple[int, int], theme: str) -> None:
    record(library / "20261130-005320-sample-agent-1.acprec", STORY)
    record(library / "20261130-015320-other-agent-2.acprec", STORY.replace("sample-agent", "other-agent"), hours=1)
    record(
        library / "20261130-025320-sample-agent-3.acprec", STORY.replace('"code":1', '"code":0'), name="good", hours=2
    )
    record(library / "20261130-035320-sample-agent-4.acprec", [], hours=3)
    foreign = library / "foreign.acprec"
    foreign.write_bytes(b"no recording at all " * 50)
    os.utime(foreign, ns=(STARTED, STARTED - 1))

    async def look(pilot: Pilot[None]) -> None:
        pilot.app.theme = theme
        await browsing(pilot)
        await pilot.press("down", "down")

    assert snap_compare(Viewer(), terminal_size=size, run_before=look)


@pytest.mark.parametrize(
    ("size", "keys"),
    [((80, 24), "state"), ((80, 24), "findings"), ((120, 36), "state"), ((120, 36), "findings"), ((200, 50), "state")],
    ids=["80x24-state", "80x24-findings", "120x36-state", "120x36-findings", "200x50-state"],
)
def test_state_and_findings(snap_compare: Compare, library: Path, size: tuple[int, int], keys: str) -> None:
    transcript = (RECORDINGS / "v1" / "notice-replayed.acp").read_text()

    async def look(pilot: Pilot[None]) -> None:
        screen = await inspecting(pilot)
        await go_to(pilot, screen, 24)
        await pilot.press(*(("tab", "tab") if keys == "state" else ("shift+tab",)))
        await inspecting(pilot)

    assert snap_compare(Viewer(record(library / "a.acprec", transcript)), terminal_size=size, run_before=look)


def test_a_diff_in_the_tools(snap_compare: Compare, library: Path) -> None:
    transcript = (RECORDINGS / "v1" / "tour.acp").read_text()

    async def look(pilot: Pilot[None]) -> None:
        screen = await inspecting(pilot)
        await go_to(pilot, screen, 43)
        await pilot.press("4", "tab", "tab", "2")
        await inspecting(pilot)

    assert snap_compare(Viewer(record(library / "a.acprec", transcript)), terminal_size=(200, 50), run_before=look)


def test_one_pane_shows_the_detail(snap_compare: Compare, story: Path) -> None:
    async def look(pilot: Pilot[None]) -> None:
        await inspecting(pilot)
        await pilot.press("g", *"24", "enter")
        await inspecting(pilot)
        await pilot.press("tab")

    assert snap_compare(Viewer(story), terminal_size=(80, 24), run_before=look)


def test_the_end_with_gap_and_exit(snap_compare: Compare, story: Path) -> None:
    async def look(pilot: Pilot[None]) -> None:
        await inspecting(pilot)
        await pilot.press("end", "3")
        await inspecting(pilot)

    assert snap_compare(Viewer(story), terminal_size=(140, 40), run_before=look)


def test_hex(snap_compare: Compare, story: Path) -> None:
    async def look(pilot: Pilot[None]) -> None:
        await inspecting(pilot)
        await pilot.press("g", *"18", "enter")
        await inspecting(pilot)
        await pilot.press("x")

    assert snap_compare(Viewer(story), terminal_size=(120, 36), run_before=look)


def test_help(snap_compare: Compare, story: Path) -> None:
    async def look(pilot: Pilot[None]) -> None:
        await inspecting(pilot)
        await pilot.press("question_mark")
        await on_screen(pilot, HelpScreen)

    assert snap_compare(Viewer(story), terminal_size=(120, 50), run_before=look)


def test_empty_library(snap_compare: Compare, library: Path) -> None:
    async def look(pilot: Pilot[None]) -> None:
        await browsing(pilot)

    assert snap_compare(Viewer(), terminal_size=(80, 24), run_before=look)
