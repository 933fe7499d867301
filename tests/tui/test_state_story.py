"""Stories about the state at the cursor: what the Client holds, what an event changed, what waits."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from acp_inspect.tui.app import Viewer
from acp_inspect.tui.screens.inspect import InspectScreen
from tests.tui.samples import detail_shown, go_to, inspecting, line, record, state_shown, until
from tests.tui.test_findings_story import ALL, SMALL, sample

pytestmark = pytest.mark.anyio


def changed(lines: list[str]) -> str:
    """The lines with the bar of what the last event changed."""
    return "\n".join(line.removeprefix("▌").strip() for line in lines if line.startswith("▌"))


async def test_watch_a_tool_call_grow(library: Path) -> None:
    """Step through the updates of a tool call; each time the state and the changes say what it did."""
    async with Viewer(sample(library, "v1/tour")).run_test(size=ALL) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("tab", "tab", "2", "shift+tab", "4", "shift+tab")
        await go_to(pilot, screen, 32)
        assert "○ pending  read  Read greeting.py" in changed(state_shown(screen))
        assert any(line.startswith("+ read") or "+ read" in line for line in detail_shown(screen))
        await pilot.press("down")
        await inspecting(pilot)
        assert "▸ in_progress  read  Read greeting.py" in changed(state_shown(screen))
        shown = " ".join(detail_shown(screen))
        assert "tool call call_2" in shown
        assert "status pending → in_progress" in shown
        await pilot.press("down")
        await inspecting(pilot)
        # A request of the Agent for a file changes no tool call.
        assert changed(state_shown(screen)) == ""
        await pilot.press("down", "down")
        await inspecting(pilot)
        assert "✔ completed  read  Read greeting.py" in changed(state_shown(screen))
        assert "status in_progress → completed" in " ".join(detail_shown(screen))


async def test_find_a_hang(story: Path) -> None:
    """Who owes what since when, at the end and at the moment before the agent went."""
    async with Viewer(story).run_test(size=ALL) as pilot:
        screen = await inspecting(pilot)
        await go_to(pilot, screen, 29)
        await pilot.press("tab", "tab", "5")
        await inspecting(pilot)
        owed = " ".join(state_shown(screen)).split()
        assert " ".join(owed) == "agent #28 the Agent owes session/prompt, id 5, for 32.2 s session A"
        assert "after #29" in str(screen.state.title.render())
        await go_to(pilot, screen, 30)
        assert "no answer can come any more" in " ".join(state_shown(screen))


async def test_the_conversation_follows_the_cursor(story: Path) -> None:
    async with Viewer(story).run_test(size=ALL) as pilot:
        screen = await inspecting(pilot)
        await go_to(pilot, screen, 9)
        assert changed(state_shown(screen)).split("\n")[1:] == ["I'll look at the failing test"]
        await pilot.press("right")
        await inspecting(pilot)
        assert changed(state_shown(screen)).split("\n")[1:] == ["I'll look at the failing test first."]
        # Another session, in which nothing has been said but what the cursor is on.
        await go_to(pilot, screen, 24)
        told = screen.state.told
        assert told is not None
        assert told.session == "sess-two"
        assert not any("failing" in line for line in state_shown(screen))
        # Hostile text is inert: its control characters are signs.
        assert "\x1b" not in "".join(state_shown(screen))
        assert "␛[31mred␇ [bold]not bold" in "".join(state_shown(screen))


async def test_the_other_session_can_be_chosen(story: Path) -> None:
    async with Viewer(story).run_test(size=ALL) as pilot:
        screen = await inspecting(pilot)
        await go_to(pilot, screen, 24)
        for wanted in ("sess-one", "sess-two"):
            await pilot.press("s")
            await until(pilot, partial(_is_about, screen, wanted), f"the state of {wanted}")


def _is_about(screen: InspectScreen, session: str) -> bool:
    return screen.state.told is not None and screen.state.told.session == session


async def test_a_permission_shows_its_answer(story: Path) -> None:
    async with Viewer(story).run_test(size=ALL) as pilot:
        screen = await inspecting(pilot)
        await go_to(pilot, screen, 12)
        assert "waits for the Client" in changed(state_shown(screen))
        await pilot.press("down")
        await inspecting(pilot)
        assert "= allowed" in changed(state_shown(screen))


async def test_panes_at_each_size(story: Path) -> None:
    """One at a time, two, all."""
    async with Viewer(story).run_test(size=SMALL) as pilot:
        screen = await inspecting(pilot)
        panes = [screen.timeline, screen.detail, screen.state, screen.findings]
        for expected in (0, 1, 2, 3, 0):
            assert [bool(pane.size.height) for pane in panes] == [number == expected for number in range(4)]
            await pilot.press("tab")
            await inspecting(pilot)
        await pilot.press("shift+tab")
        await pilot.resize_terminal(120, 36)
        await pilot.press("tab", "tab")
        await inspecting(pilot)
        assert [bool(pane.size.height) for pane in panes] == [True, False, True, False]
        await pilot.resize_terminal(*ALL)
        await inspecting(pilot)
        await until(pilot, lambda: all(pane.size.height for pane in panes), "all panes are shown")


async def test_a_click_on_the_overview_jumps(story: Path) -> None:
    async with Viewer(story).run_test(size=ALL) as pilot:
        screen = await inspecting(pilot)
        assert screen.overview.cursor_column == 0
        await pilot.click(screen.overview, offset=(100, 0))
        # Nothing crossed between 8 and 40 seconds.
        await until(pilot, lambda: screen.timeline.cursor == 27, "the last event before the middle")
        await inspecting(pilot)
        assert screen.overview.cursor_column == 200 * 8_000_000_000 // 40_300_000_000


async def test_a_recording_without_messages_has_a_state(library: Path) -> None:
    path = record(library / "odd.acprec", [line(b"\xff\xfe\n"), line(b"[]\n"), line(b"{\n")])
    async with Viewer(path).run_test(size=ALL) as pilot:
        screen = await inspecting(pilot)
        assert state_shown(screen)[-1].strip() == "Nobody has said anything yet."
        assert "no session" in str(screen.state.title.render())
        for tab in "2345678":
            await pilot.press(*("tab", "tab") if tab == "2" else (), tab)
            await inspecting(pilot)
