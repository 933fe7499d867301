"""Finds the events that meet a filter, with a connection of its own, and goes on while the recording grows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Final, NamedTuple

from acp_inspect.errors import AcpInspectError
from acp_inspect.store.reader import Recording
from acp_inspect.tui.messages import Filtered, ReadingFailed
from acp_inspect.tui.reading import Post
from acp_inspect.views.filter import Filter

_LOOK_EVERY: Final = 0.25


class Extent(NamedTuple):
    """How much of a recording the screen knows."""

    events: int
    grows: bool


def filter_events(path: Path, where: Filter, cancelled: Event, extent: Callable[[], Extent], post: Post) -> None:
    """Post what meets the filter step by step, never beyond what the screen knows, until `cancelled` or that grows
    no more and all of it is asked. For a thread of its own.
    """
    try:
        with Recording.open(path) as recording:
            asked = 0
            while True:
                total, grows = extent()
                if asked < total or not asked:
                    for hits in recording.search(where, asked, total):
                        if cancelled.is_set():
                            return
                        post(Filtered(where.text, hits.seqs, hits.to, total))
                    asked = total
                if not grows or cancelled.wait(_LOOK_EVERY):
                    return
    except AcpInspectError as error:
        post(ReadingFailed(str(error)))
