"""Time and memory of the viewer on one recording: `python -m tests.tui.measure PATH`. Prints, asserts nothing.

Make a long recording with `python -m tests.tui.large PATH`.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

import anyio
from textual.pilot import Pilot

from acp_inspect.store.reader import Recording
from acp_inspect.tui.app import Viewer
from acp_inspect.tui.fold import Span
from acp_inspect.tui.reading import read_head, read_rows
from acp_inspect.tui.screens.inspect import InspectScreen
from acp_inspect.tui.widgets.timeline import Timeline

_SIZE = (200, 50)
_PAGE = 128


async def measure(path: Path) -> None:
    """Open, page, scroll, jump; print milliseconds and megabytes."""
    with Recording.open(path) as recording:
        begun = perf_counter()
        head = read_head(recording)
        _print("head of the recording", [perf_counter() - begun])
        begun = perf_counter()
        recording.run_starts(0, head.events)
        _print("all runs of chunks", [perf_counter() - begun])
        spread = range(1, head.events - _PAGE, max(1, head.events // 200))
        pages = [await _timed_page(recording, first) for first in spread]
        _print(f"a page of {_PAGE} rows, from the store to views", pages)
    viewer = Viewer(path)
    begun = perf_counter()
    async with viewer.run_test(size=_SIZE) as pilot:
        await _until(pilot, lambda: bool(_timeline(pilot).row_at(0)))
        _print("from start to the first rows on screen", [perf_counter() - begun])
        _print("key down to paint", [await _timed(lambda: pilot.press("down")) for _ in range(200)])
        _print("page down to paint", [await _timed(lambda: pilot.press("pagedown")) for _ in range(200)])
        jumps = [await _timed(lambda: pilot.press("end")), await _timed(lambda: pilot.press("home"))]
        _print("end and home to paint", jumps)
        rows = range(0, head.events, max(1, head.events // 50))
        _print("jump anywhere until its rows are there", [await _timed_jump(pilot, row) for row in rows])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "linux" else 1024 * 1024)
    sys.stdout.write(f"{'peak memory':<50} {peak:8.1f} MB\n")


async def _timed_page(recording: Recording, first: int) -> float:
    begun = perf_counter()
    read_rows(recording, [Span(seq, seq) for seq in range(first, first + _PAGE)])
    return perf_counter() - begun


async def _timed_jump(pilot: Pilot[None], row: int) -> float:
    begun = perf_counter()
    timeline = _timeline(pilot)
    timeline.cursor = row
    await _until(pilot, lambda: timeline.row is not None)
    return perf_counter() - begun


async def _timed(step: Callable[[], Awaitable[None]]) -> float:
    begun = perf_counter()
    await step()
    return perf_counter() - begun


async def _until(pilot: Pilot[None], done: Callable[[], bool]) -> None:
    while not (isinstance(pilot.app.screen, InspectScreen) and pilot.app.screen.is_mounted and done()):
        await pilot.pause(0.001)


def _timeline(pilot: Pilot[None]) -> Timeline:
    return pilot.app.screen.query_one(Timeline)


def _print(what: str, seconds: list[float]) -> None:
    high = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
    sys.stdout.write(f"{what:<50} {median(seconds) * 1000:8.2f} ms   p95 {high * 1000:8.2f} ms\n")


if __name__ == "__main__":
    anyio.run(measure, Path(sys.argv[1]))
