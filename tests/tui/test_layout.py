"""Which panes stand where."""

from __future__ import annotations

import pytest

from acp_inspect.tui.layout import Layout, layout_for


@pytest.mark.parametrize(
    ("width", "height", "layout"),
    [
        (80, 24, Layout.ONE),
        (40, 10, Layout.ONE),
        (120, 23, Layout.ONE),
        (120, 24, Layout.BELOW),
        (80, 50, Layout.BELOW),
        (120, 36, Layout.BELOW),
        (200, 50, Layout.BESIDE),
        (170, 20, Layout.BESIDE),
    ],
)
def test_the_layout_for_a_size(width: int, height: int, layout: Layout) -> None:
    assert layout_for(width, height) is layout
