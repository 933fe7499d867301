"""Rows as lines of text."""

from __future__ import annotations

import pytest

from acp_inspect.views.text import text_line
from acp_inspect.views.visible import cells_of
from tests.views.rows import timeline

TRAFFIC = """
    C @12.4 {"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"prompt":[{"type":"text","text":"日本語のテスト"}]}}
    A @20.6 {"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_turn"}}
    C [{"jsonrpc":"2.0","id":2,"method":"x"}]
"""


def lines(width: int | None = None) -> list[str]:
    return ["".join(piece.text for piece in text_line(row, "A", width)) for row in timeline(TRAFFIC)]


def test_the_columns_stand_below_each_other() -> None:
    assert lines() == [
        "     1    12.400        –  ━━▶ request      session/prompt             A  8.2 s ok       “日本語のテスト”",
        "     2    20.600   +8.200  ◀━━ response     session/prompt             A  → 1            end_turn",
        "     3         –        –  ━━▶ request      x                          A  pending        [batch 1] ",
    ]


@pytest.mark.parametrize("width", [0, 1, 10, 80, 95, 96, 97, 200])
def test_a_line_is_cut_to_the_width(width: int) -> None:
    for cut, whole in zip(lines(width), lines(), strict=True):
        assert cells_of(cut) <= width
        assert cut == whole or cut.endswith("…") or width == 0


def test_styles_tell_lanes_and_faults_apart() -> None:
    asked, answered, _ = (text_line(row, "A") for row in timeline(TRAFFIC))
    assert (f"{'session/prompt':<26} ", "client") in asked
    assert (f"{'session/prompt':<26} ", "agent") in answered
    (orphan,) = timeline('A {"jsonrpc":"2.0","id":7,"result":{}}')
    assert ("orphan         ", "error") in text_line(orphan, "")
