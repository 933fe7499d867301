"""How the panes of a screen stand, by the room there is."""

from __future__ import annotations

from enum import Enum


class Layout(Enum):
    """The value is the class that the screen carries."""

    ONE = "-one"
    """One pane at a time."""
    BELOW = "-below"
    """The detail under the timeline."""
    BESIDE = "-beside"
    """The detail to the right of the timeline."""


def layout_for(width: int, height: int) -> Layout:
    """The layout for a terminal of `width` by `height` cells."""
    if width >= 170:
        return Layout.BESIDE
    if height >= 30 or (width >= 120 and height >= 24):
        return Layout.BELOW
    return Layout.ONE
