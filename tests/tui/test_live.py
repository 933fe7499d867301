"""A recording that grows while it is looked at. Who holds the locks of a tee and a recorder is a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from acp_inspect.store.format import journal_of, lock_of
from acp_inspect.store.writer import Origin, Writer
from acp_inspect.tui.app import Viewer
from acp_inspect.wire.framing import Stream
from tests.tui.samples import STARTED, browsing, inspecting, rows_shown, until

pytestmark = pytest.mark.anyio

WIDE = (140, 40)

_HOLD = """
import os, sys
for path in sys.argv[1:]:
    os.lockf(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), os.F_LOCK, 0)
print("held", flush=True)
sys.stdin.read()
"""


class Growing:
    """A recording, and the pretence that a tee and its recorder are at it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        command = [sys.executable, "-c", _HOLD, str(journal_of(path)), str(lock_of(path))]
        self._holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._holder.stdout is not None
        self._holder.stdout.readline()
        self._writer = Writer.create(path, Origin("tee", STARTED, argv=("sample-agent",)))
        self._lines = 0

    def put(self, *raws: bytes, stream: Stream = Stream.STDERR) -> None:
        """Lines cross, a second apart."""
        for raw in raws:
            at = self._lines * 1_000_000_000
            self._writer.put(stream, raw, at, at)
            self._lines += 1
        self._writer.commit()

    def finish(self) -> None:
        """The tee ends."""
        self._writer.finish("ended", self._lines * 1_000_000_000)
        self._writer.close()
        self._let_go()

    def _let_go(self) -> None:
        if self._holder.poll() is None:
            self._holder.communicate(b"")
            journal_of(self.path).unlink(missing_ok=True)

    def close(self) -> None:
        """End what is left."""
        self._let_go()
        self._writer.close()


@pytest.fixture
def growing(library: Path) -> Iterator[Growing]:
    """A live recording with five lines."""
    growing = Growing(library / "live.acprec")
    growing.put(*(b"line %d\n" % number for number in range(1, 6)))
    yield growing
    growing.close()


async def test_the_cursor_follows_the_end_until_it_moves_away(growing: Growing) -> None:
    viewer = Viewer(growing.path)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        assert screen.heading.head is not None
        assert screen.heading.head.live
        assert (screen.timeline.cursor, screen.timeline.following) == (4, True)
        growing.put(b"line 6\n", b"line 7\n")
        await until(pilot, lambda: screen.timeline.cursor == 6, "the cursor follows")
        await inspecting(pilot)
        assert "line 7" in rows_shown(screen)[7]
        await pilot.press("up")
        assert not screen.timeline.following
        growing.put(b"line 8\n")
        await until(pilot, lambda: screen.timeline.count == 8, "the new line is there")
        assert screen.timeline.cursor == 5
        await pilot.press("F")
        assert screen.timeline.cursor == 7
        growing.put(b"line 9\n")
        await until(pilot, lambda: screen.timeline.cursor == 8, "the cursor follows again")
        await pilot.press("F")
        growing.put(b"line 10\n")
        await until(pilot, lambda: screen.timeline.count == 10, "the last line is there")
        assert screen.timeline.cursor == 8


async def test_an_answer_that_comes_later_joins_its_request(growing: Growing) -> None:
    growing.put(b'{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}\n', stream=Stream.CLIENT_TO_AGENT)
    viewer = Viewer(growing.path)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        assert rows_shown(screen)[6].endswith("pending")
        await pilot.press("3")
        growing.put(b'{"jsonrpc":"2.0","id":1,"result":{}}\n', stream=Stream.AGENT_TO_CLIENT)
        await until(pilot, lambda: rows_shown(screen)[6].endswith("ok"), "the request's row has its answer")
        await pilot.press("up")
        await until(pilot, lambda: any("#7 after 1.0 s, ok" in fact for fact in _facts(screen)), "and its facts too")


async def test_a_filter_goes_on_while_it_grows(growing: Growing) -> None:
    viewer = Viewer(growing.path)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        await pilot.press("f", *"kind:request", "enter")
        await until(pilot, lambda: "0 of 5" in str(screen.filter_line.render()), "there is none")
        growing.put(b'{"jsonrpc":"2.0","id":1,"method":"session/list"}\n', b"x\n", stream=Stream.CLIENT_TO_AGENT)
        await until(pilot, lambda: screen.timeline.lines == 1, "there is one")
        await until(pilot, lambda: screen.timeline.cursor == 5, "the cursor is on it")
        growing.put(b'{"jsonrpc":"2.0","id":2,"method":"session/list"}\n', stream=Stream.CLIENT_TO_AGENT)
        await until(pilot, lambda: screen.timeline.lines == 2, "there are two")


async def test_when_it_ends_it_says_how(growing: Growing) -> None:
    viewer = Viewer(growing.path)
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await inspecting(pilot)
        growing.finish()
        await until(pilot, lambda: screen.heading.head is not None and not screen.heading.head.live, "it is not live")
        assert screen.heading.head is not None
        assert screen.heading.head.end == "ended"
        assert not screen.timeline.following


async def test_a_live_recording_grows_in_the_list(growing: Growing) -> None:
    viewer = Viewer()
    async with viewer.run_test(size=WIDE) as pilot:
        screen = await browsing(pilot)
        assert "●" in screen.list.render_line(1).text
        assert "1 live" in str(screen.bar.render())
        growing.put(b'{"jsonrpc":"2.0","method":"a"}\n', stream=Stream.AGENT_TO_CLIENT)
        await until(pilot, lambda: screen.list.head is not None and screen.list.head.messages == 1, "it grew")


def _facts(screen: object) -> list[str]:
    from acp_inspect.tui.screens.inspect import InspectScreen

    assert isinstance(screen, InspectScreen)
    shown = screen.detail.shown
    return [fact.value for fact in shown.detail.facts] if shown is not None else []
