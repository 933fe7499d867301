"""Recordings for the viewer's tests, made of transcripts, and waiting for what the viewer reads in its threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import orjson
from textual.pilot import Pilot
from textual.screen import Screen

from acp_inspect.store.findings import judge_recording
from acp_inspect.store.writer import Origin, Writer
from acp_inspect.tui.screens.inspect import InspectScreen
from acp_inspect.tui.screens.recordings import RecordingsScreen
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import Entry, parse_transcript

STORY = (Path(__file__).parent / "story.acp").read_text()

STARTED = 1_796_000_000_000_000_000
"""2026-11-30 00:53:20 UTC."""

_PATIENCE = 60.0

_Kind = TypeVar("_Kind", bound="Screen[Any]")


def record(path: Path, entries: Iterable[Entry] | str, *, name: str | None = None, hours: int = 0) -> Path:
    """A finished and judged recording at `path` of a transcript's entries, begun `hours` after STARTED."""
    if isinstance(entries, str):
        entries = parse_transcript(entries)
    path.parent.mkdir(parents=True, exist_ok=True)
    origin = Origin(
        "tee",
        STARTED + hours * 3_600_000_000_000,
        argv=("sample-agent", "--stdio", "two words"),
        cwd="/home/sam/project",
        name=name,
    )
    writer = Writer.create(path, origin)
    at = -1
    for entry in entries:
        at = entry.at
        writer.put(entry.stream, entry.raw, at, at)
    writer.finish("ended", at)
    writer.close()
    judge_recording(path)
    return path


def line(raw: bytes, stream: Stream = Stream.AGENT_TO_CLIENT, at: int = -1) -> Entry:
    """One line of a recording."""
    return Entry(stream, raw, at)


def chunks(*texts: str, session: str = "s", kind: str = "agent_message_chunk") -> list[Entry]:
    """A line of stderr, one chunk for each text, another line of stderr; a second apart."""
    updates = [
        {"sessionUpdate": kind, "content": {"type": "text", "text": text}, "messageId": "message-1"} for text in texts
    ]
    messages = [
        {"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": session, "update": update}}
        for update in updates
    ]
    return [
        line(b"before\n", Stream.STDERR, 0),
        *(line(orjson.dumps(message) + b"\n", at=number * 1_000_000_000) for number, message in enumerate(messages, 1)),
        line(b"after\n", Stream.STDERR, (len(texts) + 1) * 1_000_000_000),
    ]


async def until(pilot: Pilot[None], done: Callable[[], bool], what: str) -> None:
    """Let the viewer work until `done`, however slow the machine is."""
    deadline = monotonic() + _PATIENCE
    while not done():
        assert monotonic() < deadline, f"waited in vain until {what}; screen: {pilot.app.screen}"
        await pilot.pause(0.02)
    await pilot.pause()


async def on_screen(pilot: Pilot[None], kind: type[_Kind]) -> _Kind:
    """The screen of that kind, once it is shown."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and pilot.app.screen.is_mounted, f"{kind.__name__}")
    screen = pilot.app.screen
    assert isinstance(screen, kind)
    return screen


async def inspecting(pilot: Pilot[None]) -> InspectScreen:
    """The inspect screen with its rows and its detail read."""
    screen = await on_screen(pilot, InspectScreen)
    await until(pilot, lambda: screen.timeline.row is not None, "the row under the cursor is read")
    await until(pilot, lambda: detail_seq(screen) == screen.timeline.cursor + 1, "the detail is read")
    await until(pilot, lambda: _findings_are_read(screen), "the findings are read")
    await until(pilot, lambda: screen.overview.overview is not None, "the whole recording is looked at")
    await until(pilot, lambda: _state_is_read(screen), "the state is read")
    return screen


def _findings_are_read(screen: InspectScreen) -> bool:
    head = screen.heading.head
    return head is not None and not head.judging and bool(screen.findings.count) == bool(sum(head.findings))


def _state_is_read(screen: InspectScreen) -> bool:
    if not screen.state_is_shown:
        return True
    told = screen.state.told
    return told is not None and (told.moment.seq, told.tab) == (screen.timeline.cursor + 1, screen.state.tab)


def state_shown(screen: InspectScreen) -> list[str]:
    """The state's lines, those above and below the screen too, from the first on."""
    return [line.rstrip() for line in screen.state.text.shown_text.split("\n")]


def findings_shown(screen: InspectScreen) -> list[str]:
    """The lines of the list of findings as they are on the screen, from the title on."""
    findings = screen.findings
    return [findings.render_line(y).text.rstrip() for y in range(findings.size.height)]


async def go_to(pilot: Pilot[None], screen: InspectScreen, seq: int) -> None:
    """Put the cursor on an event, by its number."""
    await pilot.press("g", *str(seq), "enter")
    await until(pilot, lambda: screen.timeline.cursor == seq - 1, f"the cursor is on #{seq}")
    await inspecting(pilot)


async def browsing(pilot: Pilot[None]) -> RecordingsScreen:
    """The recordings screen with its list read."""
    screen = await on_screen(pilot, RecordingsScreen)
    await until(pilot, lambda: screen.list.empty != ("reading …",), "the recordings are listed")
    return screen


def detail_seq(screen: InspectScreen) -> int | None:
    """Which event the detail shows."""
    return screen.detail.shown.seq if screen.detail.shown is not None else None


def rows_shown(screen: InspectScreen) -> list[str]:
    """The timeline's lines as they are on the screen, from the titles on."""
    timeline = screen.timeline
    return [timeline.render_line(y).text.rstrip() for y in range(timeline.size.height)]


def detail_shown(screen: InspectScreen) -> list[str]:
    """The detail's lines as they are on the screen."""
    text = screen.detail.text
    return [text.render_line(y).text.rstrip() for y in range(text.size.height)]
