"""Reads the library for the recordings screen, again and again while it is looked at, in a thread of its own."""

from __future__ import annotations

from threading import Condition
from time import monotonic
from typing import Final

from acp_inspect.errors import AcpInspectError
from acp_inspect.store.library import Entry, library_folder, list_recordings
from acp_inspect.tui.messages import LibraryRead, ReadingFailed
from acp_inspect.tui.reading import Post, head_of, homely
from acp_inspect.tui.values import Head, State
from acp_inspect.views.visible import visible

_LOOK_EVERY: Final = 1.0
_SHARE: Final = 10
"""Reading may take this part of the time at most, however many recordings there are."""


class LibrarySource:
    """Posts the list whenever it has changed. Every method but `run` returns at once."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._wake = Condition()
        self._stopped = False
        self._paused = False

    @property
    def folder(self) -> str:
        """Where recordings are, to be read."""
        return homely(library_folder())

    def pause(self, paused: bool) -> None:
        """Do not read while nobody looks; read at once when somebody looks again."""
        with self._wake:
            self._paused = paused
            self._wake.notify()

    def stop(self) -> None:
        """Let `run` return."""
        with self._wake:
            self._stopped = True
            self._wake.notify()

    def run(self) -> None:
        """The thread: list, wait, list."""
        posted: tuple[Head, ...] | None = None
        while True:
            begun = monotonic()
            try:
                heads = tuple(map(_head, list_recordings()))
            except AcpInspectError as error:
                self._post(ReadingFailed(str(error)))
                return
            if heads != posted:
                posted = heads
                self._post(LibraryRead(heads))
            pause = max(_LOOK_EVERY, _SHARE * (monotonic() - begun))
            with self._wake:
                self._wake.wait_for(lambda: self._stopped or self._paused, pause)
                self._wake.wait_for(lambda: self._stopped or not self._paused)
                if self._stopped:
                    return


def _head(entry: Entry) -> Head:
    if entry.info is not None:
        return head_of(entry.info, entry.info.counts.events, (), visible(entry.trouble or ""))
    return Head(
        path=entry.path,
        state=State.UNREADABLE,
        file=homely(entry.path),
        name=visible(entry.path.stem),
        # The row says which file it is about.
        reason=visible((entry.trouble or "it cannot be read").removeprefix(f"{entry.path}: ")),
    )
