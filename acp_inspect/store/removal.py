"""Removing a recording: its file and everything that stands beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from acp_inspect.errors import NewerFormat, NotARecording, StoreError, UsageError
from acp_inspect.store.format import JOURNAL_SUFFIX, LOCK_SUFFIX, SUFFIX, recognise
from acp_inspect.store.presence import recorder_is_alive, tee_is_alive

# The recording itself goes last: while anything is left, it can still be found and removed again.
_BESIDE: Final = (JOURNAL_SUFFIX, f"{JOURNAL_SUFFIX}.gap", LOCK_SUFFIX, "-wal", "-shm", "-journal", "")


def is_live(path: Path) -> bool:
    """Whether the recording is being made."""
    return tee_is_alive(path) or recorder_is_alive(path)


def refuse_live(path: Path, *, force: bool) -> None:
    """Raise UsageError if the recording is being made, unless forced."""
    if not force and is_live(path):
        raise UsageError(f"{path}: this is still being recorded; end its client first, or use --force")


def refuse_foreign(path: Path) -> None:
    """Raise UsageError for a file that is no recording: one may be named by any path."""
    if path.suffix == SUFFIX or not path.exists():
        return
    try:
        recognise(path)
    except NewerFormat:
        return
    except NotARecording as error:
        raise UsageError(f"{error}; only recordings are removed") from None


def files_of(path: Path) -> list[Path]:
    """The files of a recording that exist, itself last."""
    files = [path.with_name(path.name + suffix) for suffix in _BESIDE]
    return [file for file in files if file.exists()]


def size_of(path: Path) -> int:
    """Bytes that removing the recording frees."""
    total = 0
    for suffix in _BESIDE:
        try:
            total += path.with_name(path.name + suffix).stat().st_size
        except OSError:
            continue
    return total


def remove(path: Path) -> None:
    """Remove the recording's files. Raises StoreError where the disk refuses."""
    for suffix in _BESIDE:
        file = path.with_name(path.name + suffix)
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"{file}: cannot be removed: {error.strerror or error}") from None
