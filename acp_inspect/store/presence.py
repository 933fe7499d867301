"""Who is at work on a recording right now, asked of the kernel: locks end with their process, however it ends."""

from __future__ import annotations

import os
from pathlib import Path

from acp_inspect.store.format import journal_of, lock_of


def tee_is_alive(recording: Path) -> bool:
    """Whether the tee that fills the recording's journal still runs."""
    return is_locked(journal_of(recording))


def recorder_is_alive(recording: Path) -> bool:
    """Whether a process is filling the recording from its journal."""
    return is_locked(lock_of(recording))


def is_locked(path: Path) -> bool:
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


class Lock:
    """A lock file held by this process. The process may not open the file again meanwhile: closing it would unlock."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> Lock | None:
        """The lock of that file, made if need be; None if another process holds it. Raises OSError."""
        while True:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            try:
                os.lockf(descriptor, os.F_TLOCK, 0)
            except (BlockingIOError, PermissionError):
                os.close(descriptor)
                return None
            except OSError:
                os.close(descriptor)
                raise
            # The holder before us may have removed the file between our opening and our locking it.
            if _same_file(path, descriptor):
                return cls(path, descriptor)
            os.close(descriptor)

    def release(self) -> None:
        """Remove the file and let go."""
        self._path.unlink(missing_ok=True)
        os.close(self._descriptor)


def _same_file(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    except FileNotFoundError:
        return False
