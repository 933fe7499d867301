"""Stories on the recordings screen."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest
from textual.pilot import Pilot

from acp_inspect.commands.export_to import export_to
from acp_inspect.store.findings import judge_recording
from acp_inspect.store.reader import Recording
from acp_inspect.tui.app import Viewer
from acp_inspect.tui.screens.inspect import InspectScreen
from acp_inspect.tui.screens.recordings import RecordingsScreen
from acp_inspect.wire.transcript import parse_transcript
from tests.tui.samples import STORY, browsing, on_screen, record, until

pytestmark = pytest.mark.anyio

WIDE = (140, 40)


@pytest.fixture
def shelf(library: Path) -> Path:
    """Three recordings, the newest named last."""
    record(library / "first.acprec", STORY)
    record(library / "second.acprec", STORY.replace("sample-agent", "other-agent"), name="a hang", hours=1)
    record(library / "third.acprec", [], hours=2)
    return library


async def test_the_newest_comes_first_with_what_is_known(shelf: Path) -> None:
    viewer = Viewer()
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await browsing(pilot)
        titles, third, second, first = _shown(screen)[:4]
        assert titles.split() == [
            "#",
            "when",
            "name",
            "agent",
            "client",
            "ACP",
            "sessions",
            "messages",
            "errors",
            "found",
            "length",
            "end",
        ]
        assert third.split()[:4] == ["▌", "1", "2026-11-30", "02:53"]
        assert second.split()[:5] == ["2", "2026-11-30", "01:53", "a", "hang"]
        assert "other-agent 0.4.2" in second
        assert first.split()[3:] == [
            *("first", "sample-agent", "0.4.2", "sample-editor", "1.12.0"),
            *("v1", "2", "24", "✖", "2", "✖2", "40.3", "s", "exit", "1"),
        ]


async def test_filter_as_you_type_then_open(shelf: Path) -> None:
    viewer = Viewer()
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await browsing(pilot)
        await pilot.press("slash", *"OTHER han")
        assert [head.path.name for _, head in screen.list._heads] == ["second.acprec"]
        assert "1 with “OTHER han”" in str(screen.bar.render())
        await pilot.press("enter", "enter")
        inspect = await on_screen(pilot, InspectScreen)
        assert inspect.path == shelf / "second.acprec"
        await pilot.press("q")
        await browsing(pilot)
        await pilot.press("escape")
        assert screen.list.count == 3


async def test_a_filter_without_hits_says_so(shelf: Path) -> None:
    viewer = Viewer()
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await browsing(pilot)
        await pilot.press("slash", *"nowhere")
        assert any("No recording has “nowhere”." in text for text in _shown(screen))
        await pilot.press("escape", "enter")
        assert pilot.app.screen is screen


async def test_an_empty_library_tells_the_command(home: Path) -> None:
    viewer = Viewer()
    async with viewer.run_test(size=(80, 24)) as pilot:
        screen = await browsing(pilot)
        text = "\n".join(_shown(screen))
        assert "acp-inspect record -- AGENT ARGUMENTS" in text
        assert "~/acp/recordings" in text
        await pilot.press("enter", "y", "down")
        assert pilot.app.screen is screen


async def test_recordings_appear_and_the_cursor_stays_on_its_own(shelf: Path) -> None:
    viewer = Viewer()
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await browsing(pilot)
        await pilot.press("down")
        await until(pilot, lambda: _chosen(screen) == "second.acprec", "the cursor has moved")
        record(shelf / "fourth.acprec", STORY, hours=3)
        await until(pilot, lambda: screen.list.count == 4, "the new recording is there")
        assert _chosen(screen) == "second.acprec"
        assert screen.list.cursor == 2


async def test_what_cannot_be_read_is_told_in_its_row(shelf: Path) -> None:
    (shelf / "foreign.acprec").write_bytes(b"no recording at all " * 50)
    viewer = Viewer()
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await browsing(pilot)
        row = next(text for text in _shown(screen) if "foreign" in text)
        assert "✖" in row
        assert "not a recording" in row
        assert len([text for text in _shown(screen) if text.strip()]) == 5


async def test_names_from_the_wire_are_inert(library: Path) -> None:
    name = "\\u001b]0;owned\\u0007[red]x[/red]"
    record(library / "evil.acprec", STORY.replace("sample-agent", name), name="\x1b[2J[b]n[/b]")
    viewer = Viewer()
    async with viewer.run_test(size=(200, 30)) as pilot:
        screen = await browsing(pilot)
        row = _shown(screen)[1]
        assert "␛[2J[b]n[/b]" in row
        assert "␛]0;owned␇[red]x[/red]" in row
        assert _no_controls(pilot)


async def test_the_path_is_copied(shelf: Path) -> None:
    viewer = Viewer()
    async with viewer.run_test(size=WIDE) as pilot:
        await browsing(pilot)
        await pilot.press("y")
        assert viewer.clipboard == str(shelf / "third.acprec")


def _wait_for(done: Callable[[], bool]) -> None:
    """The thread that reads the library tidies up when it ends, which may be after the viewer."""
    deadline = monotonic() + 60
    while not done() and monotonic() < deadline:
        sleep(0.02)


def _shown(screen: RecordingsScreen) -> list[str]:
    return [screen.list.render_line(y).text.rstrip() for y in range(screen.list.size.height)]


def _chosen(screen: RecordingsScreen) -> str:
    return screen.list.head.path.name if screen.list.head is not None else ""


def _no_controls(pilot: Pilot[None]) -> bool:
    screen = pilot.app.screen
    assert isinstance(screen, RecordingsScreen)
    return all(text.isprintable() for text in [*_shown(screen), *str(screen.about.render()).splitlines()])


async def test_a_name_and_tags_are_given_and_found(shelf: Path) -> None:
    viewer = Viewer()
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await browsing(pilot)
        await pilot.press("down", "down", "r", *"[b]slow", "enter")
        await until(pilot, lambda: screen.list.head is not None and screen.list.head.name == "[b]slow", "it is renamed")
        await pilot.press("t", *"bug #zed", "enter")
        await until(pilot, lambda: screen.list.head is not None and screen.list.head.tags == ("bug", "zed"), "tagged")
        assert "[b]slow" in screen.list.render_line(3).text
        await pilot.press("slash", *"#zed", "enter")
        await until(pilot, lambda: screen.list.count == 1, "only the one with the tag")
        with Recording.open(shelf / "first.acprec") as recording:
            assert (recording.info().name, recording.info().tags) == ("[b]slow", ("bug", "zed"))


async def test_remove_undo_and_remove_for_good(shelf: Path) -> None:
    viewer = Viewer()
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await browsing(pilot)
        await pilot.press("down", "d")
        await until(pilot, lambda: screen.list.count == 2, "it is gone")
        assert not (shelf / "second.acprec").exists()
        await pilot.press("u")
        await until(pilot, lambda: screen.list.count == 3, "it is back")
        await pilot.press("home", "d")
        await until(pilot, lambda: screen.list.count == 2, "another one is gone")
    _wait_for(lambda: len(os.listdir(shelf)) == 2)
    assert sorted(os.listdir(shelf)) == ["first.acprec", "second.acprec"]


async def test_export_by_the_name_of_the_file(shelf: Path, home: Path) -> None:
    viewer = Viewer(export=export_to)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await browsing(pilot)
        await pilot.press("end", "e")
        screen.prompt.field.value = str(home / "out.txt")
        await until(pilot, lambda: ".jsonl" in str(screen.prompt.note.render()), "it says which names it knows")
        screen.prompt.field.value = str(home / "out.acp")
        await pilot.press("enter")
        await until(pilot, lambda: (home / "out.acp").exists(), "it is written")
        entries = parse_transcript((home / "out.acp").read_text())
        assert [entry.raw for entry in entries] == [entry.raw for entry in parse_transcript(STORY)]
        await pilot.press("e")
        screen.prompt.field.value = str(home / "out.acp")
        await pilot.press("enter")
        refused = "there is a file of that name"
        await until(
            pilot, lambda: any(refused in note.message for note in viewer._notifications), "nothing is replaced"
        )


async def test_findings_by_level(shelf: Path) -> None:
    judge_recording(shelf / "first.acprec")
    with Recording.open(shelf / "first.acprec") as recording:
        levels = recording.info().findings
    viewer = Viewer()
    async with viewer.run_test(size=(180, 40)) as pilot:
        screen = await browsing(pilot)
        row = screen.list.render_line(3).text
        signs = {"error": "✖", "warning": "▲", "info": "ⓘ"}
        assert " ".join(f"{sign}{levels[level]}" for level, sign in signs.items() if level in levels) in row
        assert "✖" not in screen.list.render_line(1).text
