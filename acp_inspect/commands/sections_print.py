"""Prints sections of rows: broken to the terminal's width and in colours there, whole and plain where it is piped."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from acp_inspect.commands.paint import has_colours, painted, terminal_width
from acp_inspect.views.layout import Section, laid_out


def print_sections(sections: Iterable[tuple[Section, int]], color: str) -> None:
    """Print them. Each comes with the place of its session from 0, which has its own colour.

    `color`: auto, always or never.
    """
    colours, width = has_colours(color), terminal_width()
    write = sys.stdout.write
    for number, (section, session) in enumerate(sections):
        if number:
            write("\n")
        for line in laid_out([section], width):
            text = painted(line, session) if colours else "".join(piece.text for piece in line)
            write(text.rstrip() + "\n")
    sys.stdout.flush()
