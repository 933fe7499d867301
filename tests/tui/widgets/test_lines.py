"""Lines wrapped, coloured and marked."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from acp_inspect.tui.widgets.colour import json_line
from acp_inspect.tui.widgets.lines import Coloured, Lines, plain, wrapped
from acp_inspect.views.visible import cells_of, visible
from acp_inspect.wire.json_text import write_json

_LINES = st.text(max_size=300).map(visible)


class Sample(App[None]):
    """One `Lines`."""

    def compose(self) -> ComposeResult:
        yield Lines(id="lines")


@given(_LINES, st.integers(2, 120))
def test_wrapping_loses_nothing_and_fits(line: str, width: int) -> None:
    rows = wrapped(0, line, width)
    assert "".join(line[row.start : row.end] for row in rows) == line
    assert all(row.indent + cells_of(line[row.start : row.end]) <= width for row in rows)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    )
)
def test_colours_of_json_stand_in_order_and_inside_the_line(value: object) -> None:
    for line in write_json(value, indent=2).split("\n"):
        end = 0
        for start, stop, name in json_line(line):
            assert end <= start < stop <= len(line)
            assert name in ("key", "string", "number", "literal", "punctuation")
            end = stop


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ('  "a": "b",', ["key", "punctuation", "string", "punctuation"]),
        ('  "a\\": \\"b": 1.5e+3', ["key", "punctuation", "number"]),
        ("  true,", ["literal", "punctuation"]),
        ('  "cut off', ["string"]),
    ],
)
def test_json_is_coloured_by_what_it_is(line: str, names: list[str]) -> None:
    assert [name for _, _, name in json_line(line)] == names


@pytest.mark.anyio
async def test_long_lines_go_on_under_their_beginning_or_run_to_the_right() -> None:
    app = Sample()
    async with app.run_test(size=(30, 10)) as pilot:
        lines = app.query_one(Lines)
        lines.show([Coloured('    "text": "' + "word " * 10 + '"', json_line), Coloured("next", plain)])
        await pilot.pause()
        # 28 cells are left by the padding and the scrollbar.
        assert [lines.render_line(y).text.rstrip() for y in range(4)] == [
            '    "text": "word word word',
            "    word word word word word",
            '     word word "',
            "next",
        ]
        lines.wrap = False
        await pilot.pause()
        assert lines.render_line(1).text.rstrip() == "next"
        await pilot.press("tab", "right", "right")
        await pilot.pause()
        assert lines.scroll_offset.x > 0


@pytest.mark.anyio
async def test_matches_are_marked_also_across_colours_and_wraps() -> None:
    app = Sample()
    async with app.run_test(size=(20, 10)) as pilot:
        lines = app.query_one(Lines)
        lines.show([Coloured('"key": "a long value that wraps"', json_line)])
        lines.match = re.compile(re.escape('y": "a long value'))
        await pilot.pause()
        marked = "".join(
            segment.text
            for y in range(3)
            for segment in lines.render_line(y)
            if segment.style is not None and segment.style.reverse
        )
        assert marked == 'y": "a long value'
