"""Where a command's output goes: a file that appears whole, or stdout."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import mkstemp

from acp_inspect.errors import StoreError, UsageError


def write_file(path: Path, chunks: Iterable[bytes], *, force: bool) -> None:
    """Write the chunks to a file, only for its owner to read, that appears when it is complete.

    Raises UsageError if there is one and it may not be replaced, StoreError where the disk refuses.
    """
    if path.exists() and not force:
        raise UsageError(f"{path}: there is a file of that name; choose another, or use --force to replace it")
    if path.exists() and not path.is_file():
        raise UsageError(f"{path}: this is no ordinary file; name one")
    try:
        descriptor, making = mkstemp(prefix=f".{path.name[:80]}.", dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.writelines(chunks)
            os.replace(making, path)
        except BaseException:
            os.unlink(making)
            raise
    except OSError as error:
        raise StoreError(f"{path}: cannot be written: {error.strerror or error}") from None


def write_stdout(chunks: Iterable[bytes]) -> None:
    """Write the chunks to stdout as they are."""
    sys.stdout.flush()
    sys.stdout.buffer.writelines(chunks)
    sys.stdout.buffer.flush()
