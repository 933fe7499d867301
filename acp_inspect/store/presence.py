"""Who is at work on a recording right now, asked of the kernel: locks end with their process, however it ends."""

from __future__ import annotations

import os
from pathlib import Path

from acp_inspect.store.format import journal_of, lock_of


def tee_is_alive(recording: Path) -> bool:
    """Whether the tee that fills the recording's journal still runs."""
    return _is_locked(journal_of(recording))


def recorder_is_alive(recording: Path) -> bool:
    """Whether a process is filling the recording from its journal."""
    return _is_locked(lock_of(recording))


def _is_locked(path: Path) -> bool:
    """Whether another process holds a POSIX lock on the file. Takes no lock itself, so asking disturbs nobody."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        os.lockf(descriptor, os.F_TEST, 0)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False
