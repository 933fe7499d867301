"""How a recording is told from every other file, and the names of the files that stand beside it.

`recognise` reads 100 bytes and never hands a foreign file to SQLite.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from acp_inspect.errors import NewerFormat, NoSuchRecording, NotARecording, StoreError

APPLICATION_ID: Final = 0x41435052
"""`ACPR`, in the header of every recording (SQLite's application_id)."""

FORMAT: Final = 1
"""The format this program writes (SQLite's user_version)."""

SUFFIX: Final = ".acprec"
JOURNAL_SUFFIX: Final = ".journal"
LOCK_SUFFIX: Final = ".lock"

_MAGIC: Final = b"SQLite format 3\x00"


def journal_of(recording: Path) -> Path:
    """Where the tee's journal stands while the recording is unfinished."""
    return recording.with_name(recording.name + JOURNAL_SUFFIX)


def lock_of(recording: Path) -> Path:
    """The file whose lock the process holds that fills the recording."""
    return recording.with_name(recording.name + LOCK_SUFFIX)


def recognise(path: Path) -> int:
    """The format number of the recording at `path`.

    Raises NoSuchRecording, NotARecording (a directory, a pipe, an empty or foreign file), NewerFormat, or StoreError
    where the file may not be read.
    """
    try:
        # Without O_NONBLOCK, opening a named pipe would wait for a writer.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise NoSuchRecording(f"{path}: there is no such file; `acp-inspect list` shows the recordings") from None
    except (OSError, ValueError) as error:
        raise StoreError(f"{path}: cannot be read: {_reason(error)}") from None
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            raise NotARecording(f"{path}: this is {_what(mode)}, not a recording; name a file that ends in {SUFFIX}")
        header = os.pread(descriptor, 100, 0)
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {_reason(error)}") from None
    finally:
        os.close(descriptor)
    if not header:
        raise NotARecording(f"{path}: this file is empty, so nothing was recorded in it")
    if not header.startswith(_MAGIC) or len(header) < 100:
        hint = "; to read captured traffic use `acp-inspect import`" if header[:1] in b"{[CAE#" else ""
        raise NotARecording(f"{path}: this is not a recording{hint}")
    if int.from_bytes(header[68:72]) != APPLICATION_ID:
        raise NotARecording(
            f"{path}: this is an SQLite database of another program, not a recording; some can be read by"
            " `acp-inspect import`"
        )
    number = int.from_bytes(header[60:64])
    if number > FORMAT:
        raise NewerFormat(
            f"{path}: has recording format {number}, this acp-inspect reads formats up to {FORMAT}; install a newer one"
        )
    if number < 1:
        raise NotARecording(f"{path}: this recording was never completed by the program that began it")
    return number


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _what(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISFIFO(mode):
        return "a named pipe"
    if stat.S_ISSOCK(mode):
        return "a socket"
    return "a device"
