"""Finds text in the payloads of a recording, with a connection of its own, so that the screen's reading goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from acp_inspect.errors import AcpInspectError
from acp_inspect.store.reader import Recording
from acp_inspect.tui.messages import ReadingFailed, Searched, SearchEnded
from acp_inspect.tui.needle import Needle
from acp_inspect.tui.reading import Post

_LINES_AT_ONCE: Final = 2_000


def search(path: Path, needle: Needle, start: int, forward: bool, is_cancelled: Callable[[], bool], post: Post) -> None:
    """Find the next event after (before) `start` whose line holds the needle, going on round the end. For a
    thread of its own.
    """
    try:
        with Recording.open(path) as recording:
            total = recording.count()
            here = recording.event(start)
            line = here.line if here is not None else 0
            last = _last_line(recording)
            legs = [(line, last), (0, line)] if forward else [(0, line - 1), (line - 1, last)]
            read = 0
            for turn, (after, until) in enumerate(legs):
                blocks = [(low, min(low + _LINES_AT_ONCE, until)) for low in range(after, until, _LINES_AT_ONCE)]
                for low, high in blocks if forward else reversed(blocks):
                    if is_cancelled():
                        return
                    hits = [stored.id for stored in recording.lines(low, high - low) if needle.is_in(stored.raw)]
                    if hits:
                        post(SearchEnded(_first_of_line(recording, hits[0 if forward else -1]), turn > 0))
                        return
                    read += high - low
                    post(Searched(min(read, total), total))
            post(SearchEnded(None, False))
    except AcpInspectError as error:
        post(ReadingFailed(str(error)))


def _last_line(recording: Recording) -> int:
    last = recording.event(recording.count())
    return last.line if last is not None else 0


def _first_of_line(recording: Recording, line: int) -> int:
    """`seq` of a line's first event: every line has one at least, so it is not below the line's number."""
    low, high = line, recording.count()
    while low < high:
        middle = (low + high) // 2
        event = recording.event(middle)
        if event is not None and event.line >= line:
            high = middle
        else:
            low = middle + 1
    return low
