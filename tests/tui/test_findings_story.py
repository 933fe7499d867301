"""Stories about what the rules found: from a sign on the screen to the place in the message, and to the proof."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from textual.widgets import Markdown

from acp_inspect.tui.app import Viewer
from acp_inspect.tui.screens.rule import RuleScreen
from acp_inspect.tui.values import Found
from tests.tui.samples import (
    detail_shown,
    findings_shown,
    go_to,
    inspecting,
    on_screen,
    record,
    rows_shown,
    state_shown,
    until,
)

pytestmark = pytest.mark.anyio

RECORDINGS = Path(__file__).parents[2] / "recordings"
ALL = (200, 50)
SMALL = (80, 24)


def sample(folder: Path, name: str) -> Path:
    """A recording of one of the project's transcripts."""
    return record(folder / "sample.acprec", (RECORDINGS / f"{name}.acp").read_text())


async def test_find_an_ungated_notice(library: Path) -> None:
    """The heading says that there is an error; the list leads to the notice; its row, its JSON and its card say it."""
    async with Viewer(sample(library, "v1/notice-ungated")).run_test(size=ALL) as pilot:
        screen = await inspecting(pilot)
        assert screen.heading.head is not None
        assert screen.heading.head.findings == (1, 0, 0)
        assert "found ✖1" in str(screen.heading.render())
        await pilot.press("tab", "tab", "tab")
        assert screen.focused is screen.findings
        title, group, finding, proof, *_ = findings_shown(screen)
        assert title == " 1 finding of 1 rule"
        assert group.split() == ["▌▾", "✖", "notice/ungated", "Agent"]
        assert finding.split()[0] == "#10"
        assert proof.split() == ["proof", "#2", "request", "initialize"]
        await pilot.press("down", "enter")
        await inspecting(pilot)
        assert screen.timeline.cursor == 9
        row = next(row for row in rows_shown(screen) if row.lstrip("▌▏ ").startswith("10 "))
        assert "✖" in row
        shown = detail_shown(screen)
        place = next(number for number, line in enumerate(shown) if "✖ notice/ungated:" in line)
        assert shown[place + 1].strip() == '"update": {'
        assert str(screen.state.card.border_title) == "notice · warning · live"
        assert str(screen.state.card.border_subtitle) == "✖ notice/ungated"
        await pilot.press("down", "enter")
        await inspecting(pilot)
        assert screen.timeline.cursor == 1


async def test_find_a_replayed_notice(library: Path) -> None:
    """On a small screen: the list, the event, its findings with the proof, and the state, where it is dimmed."""
    async with Viewer(sample(library, "v1/notice-replayed")).run_test(size=SMALL) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("shift+tab", "down", "enter")
        await inspecting(pilot)
        assert screen.pane == "timeline"
        assert screen.timeline.row is not None
        assert (screen.timeline.row.seq, screen.timeline.row.what) == (24, "notice")
        await pilot.press("5")
        await inspecting(pilot)
        shown = detail_shown(screen)
        assert any("▲ notice/replayed  Agent" in line for line in shown)
        assert any("proof" in line and "#21 request session/load" in line for line in shown)
        await pilot.press("tab", "3")
        await inspecting(pilot)
        assert screen.pane == "state"
        (head,) = [line for line in state_shown(screen) if "replayed" in line]
        assert head.split() == ["▌warning", "replayed", "#24"]
        assert str(screen.state.card.border_title) == "notice · warning · replayed"


async def test_explain_a_finding(library: Path) -> None:
    async with Viewer(sample(library, "v1/notice-ungated")).run_test(size=ALL) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("e")
        assert "Nothing was found at this event" in next(iter(pilot.app._notifications)).message
        await go_to(pilot, screen, 10)
        await pilot.press("e")
        page = await on_screen(pilot, RuleScreen)
        markdown = page.query_one(Markdown)
        await until(pilot, lambda: "Why it matters" in markdown.source, "the page is there")
        await pilot.press("escape")
        assert pilot.app.screen is screen


async def test_groups_fold(library: Path) -> None:
    async with Viewer(sample(library, "v1/faults")).run_test(size=ALL) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("shift+tab")
        rows = screen.findings.count
        levels = [entry.level for entry in screen.findings._entries if isinstance(entry, Found)]
        assert levels == sorted(levels, key=["error", "warning", "info"].index)
        await pilot.press("enter")
        folded = screen.findings.count
        assert folded < rows
        assert "▸" in findings_shown(screen)[1]
        await pilot.press("right")
        assert screen.findings.count == rows
        await pilot.press("down", "left")
        assert screen.findings.cursor == 0
        assert screen.findings.count == folded


async def test_a_recording_that_nobody_judged_is_judged(library: Path) -> None:
    path = sample(library, "v1/notice-ungated")
    async with Viewer(_unjudged(path)).run_test(size=ALL) as pilot:
        screen = await inspecting(pilot)
        await until(
            pilot,
            lambda: screen.heading.head is not None and screen.heading.head.findings == (1, 0, 0),
            "the rules have done their work",
        )
        await inspecting(pilot)
        assert screen.findings.count == 3


def _unjudged(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM finding")
        connection.execute("UPDATE recording SET judged = 0, judged_by = NULL")
    return path
