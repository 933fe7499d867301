"""Stories on the inspect screen, told with the keyboard and the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.binding import Binding
from textual.command import CommandList, CommandPalette
from textual.widget import Widget

from acp_inspect.commands.export_to import export_to
from acp_inspect.store.findings import judge_recording
from acp_inspect.store.reader import Recording
from acp_inspect.tui.app import Viewer
from acp_inspect.tui.layout import Layout
from acp_inspect.tui.screens.filtering import FilteringScreen
from acp_inspect.tui.screens.help import HelpScreen
from acp_inspect.tui.screens.inspect import InspectScreen
from acp_inspect.tui.screens.marking import MarkingScreen
from acp_inspect.tui.screens.recordings import RecordingsScreen
from acp_inspect.tui.screens.scrubbing import ScrubbingScreen
from acp_inspect.tui.widgets.timeline import Timeline
from acp_inspect.views.filter import Filter, read_filter
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import parse_transcript
from tests.tui.samples import (
    STORY,
    chunks,
    detail_seq,
    detail_shown,
    inspecting,
    line,
    on_screen,
    record,
    rows_shown,
    until,
)

pytestmark = pytest.mark.anyio

WIDE = (140, 40)


async def test_the_timeline_shows_who_said_what_and_how_it_was_answered(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=(140, 56)) as pilot:
        screen = await inspecting(pilot)
        titles, *rows = rows_shown(screen)
        assert titles.split() == ["#", "!", "time", "Δ", "C", "A", "kind", "s", "what", "summary", "latency", "answer"]
        shown = {int(row.strip("▌▏ ").split()[0]): row for row in rows if row.strip()}
        assert "│   ●" in shown[1]
        assert "sample-agent --stdio" in shown[1]
        assert "┝━━▶│" in shown[2]
        assert "41 ms" in shown[2]
        assert shown[2].endswith("ok")
        assert "│◀┅┅┥" in shown[3]
        assert "↩ 2" in shown[3]
        assert "│◀──┤" in shown[4]
        assert "2.1 s" in shown[12]
        assert "✖" in shown[14]
        assert shown[14].endswith("error")
        assert "malformed" in shown[18]
        assert shown[20].endswith("orphan")


async def test_find_a_hang(story: Path) -> None:
    """From the list's end to the request that nobody answered: the heading says there is one, its row says which."""
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        assert screen.heading.head is not None
        assert screen.heading.head.pending == 1
        await pilot.press("end", "up", "up")
        await inspecting(pilot)
        assert screen.timeline.row is not None
        assert screen.timeline.row.outcome == "pending"
        await pilot.press("enter")
        assert screen.timeline.cursor == 27
        assert "Nobody has answered" in next(iter(viewer._notifications)).message
        await pilot.press("3")
        assert "answered by  nothing: pending" in detail_shown(screen)


async def test_enter_goes_from_a_request_to_its_answer_and_back(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("down", "enter")
        assert screen.timeline.cursor == 2
        await pilot.press("enter")
        assert screen.timeline.cursor == 1


async def test_enter_elsewhere_goes_into_the_detail(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("enter")
        assert screen.focused is screen.detail.text


@pytest.mark.parametrize(
    ("typed", "seq"),
    [("12", 12), ("#2", 2), ("+1.65", 9), ("0:05", 21), ("9999", 30), ("4.1s", 20)],
)
async def test_go_to_a_number_or_a_time(story: Path, typed: str, seq: int) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("g", *typed, "enter")
        await until(pilot, lambda: screen.timeline.cursor == seq - 1, f"the cursor is on {seq}")
        assert screen.focused is screen.timeline


async def test_a_place_that_is_none_keeps_the_prompt_open_and_says_so(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("g", *"soon", "enter")
        assert screen.prompt.is_open
        assert "+12.5" in str(screen.prompt.note.render())
        await pilot.press("escape")
        await until(pilot, lambda: not screen.prompt.is_open, "the prompt is closed")
        assert screen.timeline.cursor == 0


async def test_find_text_step_through_its_hits_and_see_it_marked(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("slash", *"notes.TXT")
        await until(pilot, lambda: "not found" in str(screen.prompt.note.render()), "the search says there is none")
        await pilot.press(*["backspace"] * 3, *"txt")
        await until(pilot, lambda: screen.timeline.cursor == 6, "the first hit")
        await pilot.press("enter", "n")
        await until(pilot, lambda: screen.timeline.cursor == 10, "the next hit")
        await inspecting(pilot)
        marked = [
            segment.text
            for y in range(screen.detail.text.size.height)
            for segment in screen.detail.text.render_line(y)
            if segment.style is not None and segment.style.reverse
        ]
        assert marked == ["notes.txt"]
        await pilot.press("N", "N")
        await until(pilot, lambda: screen.timeline.cursor == 15, "backwards round the beginning to the last hit")


async def test_the_search_knows_how_json_writes_text(library: Path) -> None:
    entries = [
        line(b'{"jsonrpc":"2.0","method":"a"}\n'),
        line(b'{"jsonrpc":"2.0","method":"m","x":"say \\"\\u00fc\\""}\n'),
    ]
    viewer = Viewer(record(library / "escaped.acprec", entries))
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("slash", *'say "ü"')
        await until(pilot, lambda: screen.timeline.cursor == 1, "the escaped text is found")


async def test_raw_bytes_as_text_and_as_a_hex_dump(library: Path) -> None:
    viewer = Viewer(record(library / "raw.acprec", [line(b"\xff\x1b[31m\r\n")]))
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("2")
        assert detail_shown(screen)[1].strip() == "⟨ff⟩␛[31m␍␊"
        await pilot.press("x")
        assert "00000000  ff 1b 5b 33 31 6d 0d 0a" in detail_shown(screen)[1]
        await pilot.press("x")
        assert detail_shown(screen)[1].strip() == "⟨ff⟩␛[31m␍␊"


async def test_text_from_the_wire_is_inert(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=(160, 56)) as pilot:
        screen = await inspecting(pilot)
        row = next(row for row in rows_shown(screen) if "not bold" in row)
        assert "␛[31mred␇ [bold]not bold[/bold] ⟨RLO⟩gnp.exe" in row
        await pilot.press("g", *"24", "enter")
        await inspecting(pilot)
        assert any("\\u001b[31mred\\u0007 [bold]not bold[/bold] ⟨RLO⟩gnp.exe" in text for text in detail_shown(screen))


async def test_a_huge_message_is_cut_and_says_so(library: Path) -> None:
    huge = b'{"jsonrpc":"2.0","method":"m","params":{"data":"' + b"x" * 64_000_000 + b'"}}\n'
    deep = b'{"jsonrpc":"2.0","method":"d","params":' + b"[" * 5_000 + b"]" * 5_000 + b"}\n"
    viewer = Viewer(record(library / "huge.acprec", [line(huge), line(deep)]))
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        assert "64.0 MB" in detail_shown(screen)[0]
        assert "64.0 MB" in rows_shown(screen)[1]
        await pilot.press("2")
        assert "the first 300 kB of 64.0 MB" in detail_shown(screen)[0]
        await pilot.press("y")
        assert "too much for a clipboard" in next(iter(viewer._notifications)).message
        await pilot.press("1", "down")
        await inspecting(pilot)
        assert "too deep" in detail_shown(screen)[0]


async def test_copying_says_what_was_copied_and_copies_the_very_text(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        await inspecting(pilot)
        await pilot.press("g", *"24", "enter")
        await inspecting(pilot)
        await pilot.press("2", "y")
        assert viewer.clipboard == next(entry for entry in STORY.splitlines() if "gnp.exe" in entry)[8:-2].replace(
            "\\\\", "\\"
        )
        assert "#24 as it crossed" in next(iter(viewer._notifications)).message


async def test_panes_by_the_room_there_is(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=(80, 24)) as pilot:
        screen = await inspecting(pilot)
        assert screen.has_class(Layout.ONE.value)
        assert (screen.timeline.display, screen.detail.display) == (True, False)
        await pilot.press("tab")
        assert (screen.timeline.display, screen.detail.display) == (False, True)
        assert screen.focused is screen.detail.text
        await pilot.press("escape")
        assert (screen.timeline.display, screen.detail.display) == (True, False)
        await pilot.resize_terminal(120, 36)
        await until(pilot, lambda: screen.has_class(Layout.BELOW.value), "the panes stand below each other")
        assert screen.timeline.region.bottom <= screen.detail.region.y
        await pilot.resize_terminal(200, 50)
        await until(pilot, lambda: screen.has_class(Layout.BESIDE.value), "the panes stand side by side")
        assert screen.timeline.region.bottom <= screen.detail.region.y
        assert screen.timeline.region.right <= screen.findings.region.x


async def test_the_mouse_does_what_it_looks_like(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await pilot.click(screen.timeline, offset=(30, 2))
        assert screen.timeline.cursor == 1
        await pilot.click(screen.timeline, offset=(30, 2), times=2)
        assert screen.timeline.cursor == 2
        await pilot.click("Tabs", offset=(28, 0))
        assert screen.detail.tab == "envelope"
        await pilot.click(screen.detail.text)
        assert screen.focused is screen.detail.text
        await pilot.click(screen.timeline, offset=(30, 0))
        assert screen.timeline.cursor == 2


async def test_every_key_is_in_the_help_and_in_the_palette(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=(140, 100)) as pilot:
        screen = await inspecting(pilot)
        keys = [
            *InspectScreen.BINDINGS,
            *MarkingScreen.BINDINGS,
            *FilteringScreen.BINDINGS,
            *ScrubbingScreen.BINDINGS,
            *Timeline.BINDINGS,
        ]
        bound = [binding for binding in Binding.make_bindings(keys) if binding.action not in ("follow", "export")]
        assert all(binding.description and binding.tooltip for binding in bound)
        await pilot.press("question_mark")
        shown = await on_screen(pilot, HelpScreen)
        page = " ".join(" ".join(_text(shown.query_one("#help-text"))).split())
        assert [binding.tooltip for binding in bound if binding.tooltip not in page] == []
        await pilot.press("escape")
        await inspecting(pilot)
        await pilot.press("colon", *"hex dump")
        commands = await on_screen(pilot, CommandPalette)
        await until(pilot, lambda: commands.query_one(CommandList).option_count == 1, "the palette found it")
        await pilot.press("down", "enter")
        await until(pilot, lambda: viewer.screen is screen and screen.detail.as_hex, "the command ran")


async def test_runs_fold_and_unfold_and_the_cursor_stays_on_its_event(library: Path) -> None:
    viewer = Viewer(record(library / "chunks.acprec", chunks("I'll ", "look ", "at ", "it.")))
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await until(pilot, lambda: "×4" in rows_shown(screen)[2], "the run is one row")
        assert "▸ agent_message_chunk ×4" in rows_shown(screen)[2]
        assert "“I'll look at it.”" in rows_shown(screen)[2]
        assert rows_shown(screen)[3].split()[0] == "6"
        await pilot.press("g", *"4", "enter")
        await until(pilot, lambda: detail_seq(screen) == 4, "the detail shows a chunk inside of the run")
        assert screen.timeline.line_of(screen.timeline.cursor) == 1
        await pilot.press("o")
        await until(pilot, lambda: "“at ”" in rows_shown(screen)[4], "the chunks have rows of their own")
        assert (screen.timeline.cursor, screen.timeline.line_of(screen.timeline.cursor)) == (3, 3)
        await pilot.press("O", "O")
        await until(pilot, lambda: "×4" in rows_shown(screen)[2], "all is folded")
        assert screen.timeline.cursor == 3
        await pilot.press("down")
        assert screen.timeline.cursor == 5
        await pilot.press("up")
        assert screen.timeline.cursor == 1
        await pilot.click(screen.timeline, offset=(60, 2), times=2)
        await until(pilot, lambda: "“I'll ”" in rows_shown(screen)[2], "a double click unfolds")


async def test_steps_by_event_message_turn_and_finding(story: Path) -> None:
    judge_recording(story)
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)

        async def pressed(key: str, seq: int) -> None:
            await pilot.press(key)
            await until(pilot, lambda: screen.timeline.cursor == seq - 1, f"{key} goes to {seq}")

        await pressed("right_curly_bracket", 7)
        await pressed("right_curly_bracket", 23)
        await pressed("left_curly_bracket", 7)
        await pressed("shift+right", 8)
        await pressed("shift+right", 9)
        await pressed("right", 10)
        await pressed("left", 9)
        await pressed("right", 10)
        await pressed("shift+left", 9)
        await pressed("shift+right", 11)
        await pressed("shift+left", 9)
        await pressed("home", 1)
        await pressed("shift+right", 2)
        with Recording.open(story) as recording:
            first, second = sorted({finding.seq for finding in recording.findings() if finding.seq > 2})[:2]
        await pressed("right_square_bracket", first)
        await pressed("right_square_bracket", second)
        await pressed("left_square_bracket", first)
        await pressed("end", 30)
        await pilot.press("right_curly_bracket")
        await until(pilot, lambda: bool(viewer._notifications), "it says that there is none")
        assert "no turn after" in next(iter(viewer._notifications)).message


async def test_play_at_the_recorded_pace_until_somebody_moves_or_it_ends(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await pilot.press(*["greater_than_sign"] * 6, "p")
        await until(pilot, lambda: screen.timeline.cursor == 29, "the end is reached")
        assert "×100" in str(screen.playing_line.render())
        await until(pilot, lambda: not screen.playing_line.display, "it ends there")
        await pilot.press("home")
        await inspecting(pilot)
        await pilot.press(*["less_than_sign"] * 6, "p")
        await until(pilot, lambda: screen.playing_line.display, "it says that it plays")
        await until(pilot, lambda: screen.timeline.cursor > 0, "it plays")
        await pilot.press("end")
        await until(pilot, lambda: not screen.playing_line.display, "moving pauses")
        assert screen.timeline.cursor == 29


async def test_without_times_nothing_is_played(library: Path) -> None:
    viewer = Viewer(record(library / "untimed.acprec", [line(b"one\n", Stream.STDERR), line(b"two\n", Stream.STDERR)]))
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("p")
        assert "has no time" in next(iter(viewer._notifications)).message
        assert not screen.playing_line.display


async def test_times_since_the_start_of_the_clock_and_since_the_event_before(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        assert rows_shown(screen)[7].split()[:3] == ["7", "1.500", "+1.420"]
        await pilot.press("t")
        assert rows_shown(screen)[0].split()[:4] == ["#", "!", "clock", "Δ"]
        assert rows_shown(screen)[7].split()[:3] == ["7", "00:53:21.500", "+1.420"]
        await pilot.press("t")
        assert rows_shown(screen)[7].split()[:2] == ["7", "+1.420"]
        await pilot.resize_terminal(80, 40)
        await pilot.press("t")
        await until(
            pilot, lambda: rows_shown(screen)[0].split()[:4] == ["#", "!", "time", "C"], "one time at 80 columns"
        )
        assert rows_shown(screen)[7].split()[:2] == ["7", "1.500"]


async def test_the_time_of_the_user_is_told_from_the_time_of_the_agent(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=(160, 56)) as pilot:
        screen = await inspecting(pilot)
        shown = {row.strip("▌▏ ").split()[0]: row for row in rows_shown(screen) if row.strip()}
        assert "░ 2.1 s user" in shown["7"]
        assert shown["7"].endswith("2.5 s ━░░░░  ok")
        assert "░ user" in shown["12"]
        assert shown["12"].endswith("2.1 s ░░░░░  ok")


async def test_escape_goes_back_to_the_recordings(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        await inspecting(pilot)
        await pilot.press("escape")
        await on_screen(pilot, RecordingsScreen)


async def test_a_foreign_file_is_a_clear_message(library: Path) -> None:
    foreign = library / "foreign.acprec"
    foreign.write_bytes(b"no recording at all " * 50)
    viewer = Viewer(foreign)
    async with viewer.run_test(size=WIDE) as pilot:
        await pilot.pause()
        await until(pilot, lambda: viewer.screen.has_class("-problem"), "the problem is shown")
        assert "not a recording" in str(viewer.screen.query_one("#problem").render())
        await pilot.press("escape")
        await on_screen(pilot, RecordingsScreen)


async def test_an_empty_recording_says_so(library: Path) -> None:
    viewer = Viewer(record(library / "empty.acprec", []))
    async with viewer.run_test(size=WIDE) as pilot:
        await until(pilot, lambda: any("Nothing was recorded" in text for text in _rows(viewer)), "it says so")


async def test_unknown_times_are_dashes(library: Path) -> None:
    viewer = Viewer(record(library / "untimed.acprec", [line(b"one\n", Stream.STDERR), line(b"two\n", Stream.STDERR)]))
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        assert rows_shown(screen)[2].split()[:3] == ["2", "–", "–"]


async def test_no_colour_is_needed(story: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        strips = [
            strip.apply_filter(each, screen.styles.background)
            for each in viewer._filters
            for strip in [screen.timeline.render_line(2)]
        ]
        colours = {
            segment.style.color.triplet
            for strip in strips
            for segment in strip
            if segment.style is not None and segment.style.color is not None and segment.style.color.triplet is not None
        }
        assert any(colour.red == colour.green == colour.blue for colour in colours)
        assert detail_seq(screen) == 1


async def test_light_and_dark(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        dark = screen.timeline.render_line(1).apply_style(screen.timeline.rich_style)
        await pilot.press("T")
        assert not viewer.current_theme.dark
        await pilot.pause()
        assert screen.timeline.render_line(1) != dark


def _text(widget: Widget) -> list[str]:
    return [widget.render_line(y).text for y in range(widget.size.height)]


def _rows(viewer: Viewer) -> list[str]:
    timeline = viewer.screen.query("Timeline")
    if not timeline or not viewer.screen.is_mounted:
        return []
    assert isinstance(viewer.screen, InspectScreen)
    return rows_shown(viewer.screen)


async def test_a_filter_shows_what_meets_it_and_how_many_that_are(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("g", *"10", "enter", "f", *"status:")
        await until(pilot, lambda: "at " in str(screen.prompt.note.render()), "it says what is wrong")
        await pilot.press("enter")
        assert screen.prompt.is_open
        await pilot.press(*"error", "enter")
        with Recording.open(story) as recording:
            where = read_filter("status:error")
            assert isinstance(where, Filter)
            seqs = [row.seq for row in recording.events(0, 100, where)]
        assert 14 in seqs
        await until(pilot, lambda: screen.timeline.lines == len(seqs), "the hits have rows")
        await until(pilot, lambda: screen.timeline.cursor == seqs[0] - 1, "the cursor goes to the first hit from here")
        assert f"{len(seqs)} of 30" in str(screen.filter_line.render())
        assert [int(row.strip("▌▏ ").split()[0]) for row in rows_shown(screen)[1 : len(seqs) + 1]] == seqs
        await pilot.press("right")
        assert screen.timeline.cursor == seqs[1] - 1
        await pilot.press("v")
        assert screen.timeline.lines > len(seqs)
        assert screen.timeline.cursor == seqs[1] - 1
        await pilot.press("v")
        assert screen.timeline.lines == len(seqs)
        await pilot.press("g", *"2", "enter")
        await until(pilot, lambda: screen.timeline.lines > len(seqs), "what is elsewhere is shown all the same")
        assert screen.timeline.cursor == 1
        assert "off for a moment" in str(screen.filter_line.render())
        await pilot.press("f")
        assert screen.prompt.field.value == "status:error"
        await pilot.press("up")
        assert screen.prompt.field.value == "status:error"
        await pilot.press("escape", "escape")
        await until(pilot, lambda: not screen.filter_line.display, "escape ends the filter")
        assert viewer.screen is screen


async def test_a_filter_without_hits_says_so_and_completion_goes_on(story: Path) -> None:
    viewer = Viewer(story)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("f")
        await until(pilot, lambda: screen._known() is not None, "the names are read")
        await pilot.press(*"update:agent_thought_")
        await until(pilot, lambda: screen.prompt.field._suggestion == "update:agent_thought_chunk", "it is suggested")
        await pilot.press("right")
        assert screen.prompt.field.value == "update:agent_thought_chunk"
        await pilot.press("enter")
        await until(pilot, lambda: screen.timeline.cursor == 7, "the one there is")
        await pilot.press("f")
        screen.prompt.field.value = "method:no/such"
        await pilot.press("enter")
        await until(pilot, lambda: "0 of 30" in str(screen.filter_line.render()), "it says that there are none")
        await until(pilot, lambda: any("No event" in row for row in rows_shown(screen)), "and the list does")
        await pilot.press("escape")
        await until(pilot, lambda: screen.timeline.lines > 20, "all are back")


async def test_mark_and_export_a_range(story: Path, home: Path) -> None:
    viewer = Viewer(story, export_to)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("g", *"7", "enter", "m", *"[red]starts", "enter")
        await until(pilot, lambda: 7 in screen.timeline.marks, "the first mark is kept")
        assert "7⚑" in rows_shown(screen)[7]
        assert "⚑ [red]starts" in rows_shown(screen)[7]
        await pilot.press("g", *"19", "enter", "m", "enter")
        await until(pilot, lambda: 19 in screen.timeline.marks, "and the second")
        await pilot.press("g", *"30", "enter", "m", "enter")
        await until(pilot, lambda: 30 in screen.timeline.marks, "and the third")
        await pilot.press("M")
        await until(pilot, lambda: 30 not in screen.timeline.marks, "which is taken away")
        await pilot.press("quotation_mark")
        assert screen.timeline.cursor == 18
        await pilot.press("quotation_mark")
        assert screen.timeline.cursor == 6
        await pilot.press("apostrophe")
        assert screen.timeline.cursor == 18
        await pilot.press("E")
        assert "#7 to #19" in str(screen.prompt.label.render())
        screen.prompt.field.value = str(home / "part.acp")
        await pilot.press("enter")
        await until(pilot, (home / "part.acp").exists, "the range is written")
        written = parse_transcript((home / "part.acp").read_text())
        assert [entry.raw for entry in written[1:-1]] == [entry.raw for entry in parse_transcript(STORY)[6:19]]
        assert all(b"left out by a filter" in entry.raw for entry in (written[0], written[-1]))
    with Recording.open(story) as recording:
        assert recording.marks() == {7: "[red]starts", 19: ""}
