"""Recordings that somebody removed and may want back: moved aside, and gone for good when the mover closes.

They stand in hidden folders beside where they were, so that moving is renaming; the list passes over them.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final, NamedTuple

from acp_inspect.errors import StoreError
from acp_inspect.store.removal import files_of, refuse_live

_PREFIX: Final = ".removed-"


class _Moved(NamedTuple):
    path: Path
    folder: Path


class Aside:
    """What one process has moved aside."""

    def __init__(self) -> None:
        self._moved: list[_Moved] = []

    def move(self, path: Path) -> None:
        """Move a recording aside, with what stands beside it.

        Raises UsageError if it is being made, StoreError where the disk refuses.
        """
        refuse_live(path, force=False)
        folder = path.with_name(f"{_PREFIX}{os.getpid()}-{os.urandom(4).hex()}")
        try:
            folder.mkdir(0o700)
            for file in files_of(path):
                file.rename(folder / file.name)
        except OSError as error:
            raise StoreError(f"{path}: cannot be removed: {error.strerror or error}") from None
        self._moved.append(_Moved(path, folder))

    def put_back(self) -> Path | None:
        """Put the recording back that was moved last; None if there is none. Raises StoreError."""
        if not self._moved:
            return None
        path, folder = self._moved[-1]
        if path.exists():
            raise StoreError(f"{path}: there is a recording of that name again; move it away first")
        try:
            for file in sorted(folder.iterdir(), key=lambda file: len(file.name), reverse=True):
                file.rename(path.with_name(file.name))
            folder.rmdir()
        except OSError as error:
            raise StoreError(f"{path}: cannot be put back: {error.strerror or error}") from None
        self._moved.pop()
        return path

    def close(self) -> None:
        """Remove what was not put back."""
        for _, folder in self._moved:
            shutil.rmtree(folder, ignore_errors=True)
        self._moved.clear()


def sweep(folder: Path) -> None:
    """Remove what processes moved aside that were killed before they could close."""
    for left in folder.glob(f"{_PREFIX}*-*"):
        number = left.name.removeprefix(_PREFIX).partition("-")[0]
        if number.isdecimal() and not _is_running(int(number)) and left.is_dir() and not left.is_symlink():
            shutil.rmtree(left, ignore_errors=True)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
