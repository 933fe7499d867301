"""Sleep until a file grows or a pipe hangs up: by inotify on Linux, by looking now and then elsewhere."""

from __future__ import annotations

import os
import select
import sys
import time
from pathlib import Path
from typing import Final

_IN_MODIFY: Final = 0x2
_GATHER: Final = 0.02
"""Seconds to let more arrive after the first change: a batch costs hardly more than one line."""
_LOOK: Final = 0.05
"""Seconds between looks where the kernel does not tell."""


class Wakeup:
    """Watches one growing file, and the pipe that hangs up when the process that writes it is gone (None = no pipe)."""

    def __init__(self, path: Path, pipe: int | None) -> None:
        self._poll = select.poll()
        self._notify = _watch(path)
        if self._notify is not None:
            self._poll.register(self._notify, select.POLLIN)
        if pipe is not None:
            self._poll.register(pipe, select.POLLHUP)

    def wait(self, seconds: float) -> bool:
        """Sleep until the file changed, the pipe hung up, or `seconds` passed. True when the pipe has hung up."""
        hung_up = False
        events = self._poll.poll((seconds if self._notify is not None else min(seconds, _LOOK)) * 1000)
        for descriptor, event in events:
            if descriptor == self._notify:
                time.sleep(_GATHER)
                os.read(descriptor, 1 << 16)
            elif event & (select.POLLHUP | select.POLLERR | select.POLLNVAL):
                self._poll.unregister(descriptor)
                hung_up = True
        return hung_up

    def close(self) -> None:
        """Stop watching."""
        if self._notify is not None:
            os.close(self._notify)
            self._notify = None


def _watch(path: Path) -> int | None:
    """An inotify descriptor that is readable when the file was written to; None where there is no such thing."""
    if sys.platform != "linux":
        return None
    import ctypes

    try:
        library = ctypes.CDLL(None, use_errno=True)
        descriptor: int = library.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK)
        if descriptor < 0:
            return None
        if library.inotify_add_watch(descriptor, os.fsencode(path), _IN_MODIFY) < 0:
            os.close(descriptor)
            return None
    except (OSError, AttributeError):
        return None
    return descriptor
