"""Paths as peers write them: is one absolute, do two mean the same place. Nothing here looks at a file system."""

from __future__ import annotations

import re
from posixpath import normpath
from typing import Final

_ABSOLUTE: Final = re.compile(r"/|[A-Za-z]:[\\/]|\\\\")
_DRIVE: Final = re.compile(r"[A-Za-z]:")


def is_absolute(path: str) -> bool:
    """Whether a path is absolute on some platform: `/x`, `C:\\x`, `C:/x`, `\\\\host\\share`. URIs and `~` are not."""
    return _ABSOLUTE.match(path) is not None


def same_path(one: str, other: str) -> bool:
    """Whether two paths are equal but for separators, a trailing one, `.` and the case of the drive letter."""
    return _plain(one) == _plain(other)


def may_be_same_path(one: str, other: str) -> bool:
    """Whether one path ends with the whole of the other, as `/private/tmp` and `/tmp` do: links cannot be told apart
    from the outside."""
    shorter, longer = sorted((_plain(one), _plain(other)), key=len)
    return bool(shorter) and longer.endswith(shorter)


def is_inside(path: str, root: str) -> bool:
    """Whether an absolute path is an absolute root or below it, `..` resolved, as far as the text tells."""
    below, above = (normpath(_plain(one)) for one in (path, root))
    return below == above or below.startswith(above.rstrip("/") + "/")


def _plain(path: str) -> str:
    if _DRIVE.match(path):
        path = path[0].lower() + path[1:]
    steps = [step for step in path.replace("\\", "/").split("/") if step not in ("", ".")]
    root = "/" if path[:1] in ("/", "\\") else ""
    return root + "/".join(steps)
