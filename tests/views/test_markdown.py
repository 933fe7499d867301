"""Markdown as inert lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.views.markdown import LONGEST, markdown_lines
from acp_inspect.views.visible import visible


def shown(text: str) -> list[str]:
    return ["".join(piece.text for piece in line) for line in markdown_lines(text)]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# Title\nHello *it* **bold** `code`", ["Title", "", "Hello it bold code"]),
        ("one\ntwo", ["one", "two"]),
        ("- a\n- b\n  1. c\n  2. d", ["• a", "• b", "  1. c", "  2. d"]),
        ("7. a\n8. b", ["7. a", "8. b"]),
        ("> quote", ["▎ quote", "▎"]),
        ("```py\nx = 1\n\ny\n```", ["py", "│ x = 1", "│ ", "│ y"]),
        ("| a | b |\n|---|---|\n| 1 | 2 |", ["a  │  b", "─" * 20, "1  │  2"]),
        ("[name](http://example.org)", ["name (http://example.org)"]),
        ("![alt](http://x.org/a.png)", ["[image alt http://x.org/a.png]"]),
        ("<b>x</b> <script>", ["<b>x</b> <script>"]),
        ("[bold]no markup[/bold]", ["[bold]no markup[/bold]"]),
        ("", []),
    ],
)
def test_what_it_looks_like(text: str, lines: list[str]) -> None:
    assert shown(text) == lines


def test_the_styles() -> None:
    ((*pieces,),) = markdown_lines("a **b** `c` [d](e)", "dim")
    assert [(piece.text.strip(), piece.style) for piece in pieces] == [
        ("a", "dim"),
        ("b", "bold"),
        ("", "dim"),
        ("c", "code"),
        ("", "dim"),
        ("d", "link"),
        ("(e)", "dim"),
    ]


def test_entities_cannot_bring_back_what_moves_the_cursor() -> None:
    (line,) = shown("a&#x202e;b&#27;c&#155;\x1b[31m")
    assert line.startswith("a⟨RLO⟩b")
    assert visible(line) == line


def test_a_long_text_is_shown_as_it_is() -> None:
    text = "*a* " * (LONGEST // 4 + 1)
    assert shown(text) == [text]


@given(st.text(alphabet=st.sampled_from("ab *_`#>-[]()!|\n\t1.&;<>\x1b\u202e\u200b~\\"), max_size=80))
def test_any_text_is_inert(text: str) -> None:
    for line in shown(text):
        assert visible(line) == line
