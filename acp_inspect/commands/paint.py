"""Colours for plain output: on a terminal, unless NO_COLOR asks for none."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from typing import Final

from acp_inspect.views.text import Piece

_STYLES: Final = {
    "dim": "2",
    "client": "36",
    "agent": "32",
    "stderr": "33",
    "error": "1;31",
    "warning": "1;33",
    "bold": "1",
    "good": "32",
    "note": "35",
}
_SESSIONS: Final = ("34", "33", "35", "36", "32", "31")


def has_colours(choice: str) -> bool:
    """Whether stdout is to be coloured. `choice`: auto, always or never."""
    if choice == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return choice == "always"


def terminal_width() -> int | None:
    """Cells of a line of the terminal; None where stdout is none, so that what is piped is whole."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def painted(pieces: Iterable[Piece], session: int) -> str:
    """The pieces with colours. `session`: the place of the row's session, from 0; each has its own colour."""
    line = []
    for text, style in pieces:
        code = _SESSIONS[session % len(_SESSIONS)] if style == "session" else _STYLES.get(style)
        line.append(f"\x1b[{code}m{text}\x1b[0m" if code and text.strip() else text)
    return "".join(line)
