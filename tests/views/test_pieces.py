"""The pieces of summaries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.views.pieces import content, preview, quoted, word
from acp_inspect.wire.json_text import ExactNumber, Json

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.just(ExactNumber("1.0")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({}, "{}"),
        ({"a": 1, "b": {"c": 2}, "d": [1, 2], "e": "x"}, '{a: 1, b: {…}, d: [2], e: "x"}'),
        ([1, None, True], "[1, null, true]"),
        (list(range(10)), "[0, 1, 2, 3, 4, 5, 6, 7, … 10]"),
        (ExactNumber("1.0"), "1.0"),
    ],
)
def test_preview_shows_one_level(value: Json, shown: str) -> None:
    assert preview(value) == shown


def test_a_text_that_is_cut_tells_its_length() -> None:
    assert quoted("x" * 5_000, 4) == "“xxx…” 5,000 characters"
    assert quoted("xxxx", 4) == "“xxxx”"
    assert quoted(None) == ""


@pytest.mark.parametrize(
    ("blocks", "shown"),
    [
        ({"type": "text", "text": "hi"}, "“hi”"),
        ([{"type": "text", "text": "see "}, {"type": "text", "text": "this"}], "“see this”"),
        (
            [{"type": "text", "text": "see"}, {"type": "image", "mimeType": "image/png", "data": "AAAA" * 1000}],
            "“see” + image image/png 3.0 kB",
        ),
        ([{"type": "resource_link", "name": "a", "uri": "file:///a"}], "resource_link file:///a"),
        ([{"type": "resource", "resource": {"uri": "file:///b", "text": "…"}}], "resource file:///b"),
        ([{"type": "content", "content": {"type": "text", "text": "out"}}], "“out”"),
        ([{"type": "diff", "path": "/a", "newText": "b"}], "diff /a"),
        ([{"type": "diff", "changes": [{"operation": "add", "path": "/a"}, {"path": "/b"}]}], "diff /a, /b"),
        ([{"type": "terminal", "terminalId": "t1"}], "terminal t1"),
        ([{"type": "_vendor", "x": 1}], "_vendor {x: 1}"),
        ([{"type": "text", "text": ""}], "“”"),
        ("just text", "just text"),
        (7, "7"),
    ],
)
def test_content_shows_text_and_what_else_there_is(blocks: Json, shown: str) -> None:
    assert content(blocks) == shown


@given(JSON)
def test_any_value_gives_a_short_text(value: Json) -> None:
    for text in (preview(value), quoted(value), word(value), content(value)):
        assert len(text) < 2_000
