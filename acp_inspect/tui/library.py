"""Reads the library for the recordings screen, again and again while it is looked at, in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Condition
from time import monotonic
from typing import Final

from textual.message import Message

from acp_inspect.errors import AcpInspectError
from acp_inspect.store.aside import Aside, sweep
from acp_inspect.store.edit import rename, tag
from acp_inspect.store.library import Entry, library_folder, list_recordings
from acp_inspect.tui.messages import Done, LibraryRead, ReadingFailed, Refused
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
        self._wishes: list[Callable[[], Message]] = []
        self._aside = Aside()

    @property
    def folder(self) -> str:
        """Where recordings are, to be read."""
        return homely(library_folder())

    def pause(self, paused: bool) -> None:
        """Do not read while nobody looks; read at once when somebody looks again."""
        with self._wake:
            self._paused = paused
            self._wake.notify()

    def want_name(self, path: Path, name: str) -> None:
        """Give a recording another name."""
        self._want(partial(_renamed, path, name))

    def want_tags(self, path: Path, tags: Sequence[str]) -> None:
        """Give a recording other tags."""
        self._want(partial(_tagged, path, tuple(tags)))

    def want_removed(self, path: Path) -> None:
        """Move a recording aside; it is gone for good when this ends."""
        self._want(partial(self._remove, path))

    def want_put_back(self) -> None:
        """Undo the last removal."""
        self._want(self._put_back)

    def _want(self, wish: Callable[[], Message]) -> None:
        with self._wake:
            self._wishes.append(wish)
            self._wake.notify()

    def _remove(self, path: Path) -> Message:
        self._aside.move(path)
        return Done("Removed", f"{homely(path)}; u undoes it, until the viewer is closed")

    def _put_back(self) -> Message:
        path = self._aside.put_back()
        return Refused("nothing was removed here") if path is None else Done("Put back", homely(path))

    def stop(self) -> None:
        """Let `run` return."""
        with self._wake:
            self._stopped = True
            self._wake.notify()

    def run(self) -> None:
        """The thread: list, wait, list; in between, do what is wanted."""
        sweep(library_folder())
        try:
            self._run()
        finally:
            self._aside.close()

    def _run(self) -> None:
        posted: tuple[Head, ...] | None = None
        while True:
            self._do_wishes()
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
                self._wake.wait_for(lambda: self._stopped or self._paused or bool(self._wishes), pause)
                self._wake.wait_for(lambda: self._stopped or not self._paused)
                if self._stopped:
                    return

    def _do_wishes(self) -> None:
        with self._wake:
            wishes, self._wishes = self._wishes, []
        for wish in wishes:
            try:
                self._post(wish())
            except AcpInspectError as error:
                self._post(Refused(visible(str(error))))


def _renamed(path: Path, name: str) -> Message:
    rename(path, name)
    return Done("Renamed", visible(name.strip()) or "it has no name now")


def _tagged(path: Path, tags: tuple[str, ...]) -> Message:
    tag(path, tags)
    return Done("Tagged", visible(" ".join(tags)) or "it has no tags now")


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
