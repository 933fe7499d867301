"""Sections as lines: nothing is lost, nothing is wider than asked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.views.layout import BAR, Row, Section, laid_out, wrapped
from acp_inspect.views.text import Piece
from acp_inspect.views.visible import cells_of

TEXTS = st.text(st.sampled_from("ab c  你é-"), max_size=60)


def plain(line: object) -> str:
    return "".join(piece.text for piece in line)  # type: ignore[attr-defined]


@given(st.lists(TEXTS, max_size=4), st.integers(2, 40), st.booleans())
def test_a_broken_line_is_narrow_and_loses_only_white_space(texts: list[str], width: int, quoted: bool) -> None:
    line = ((BAR,) if quoted else ()) + tuple(Piece(text, "note") for text in texts)
    lines = list(wrapped(line, width + cells_of(BAR.text)))
    assert all(cells_of(plain(part)) <= width + cells_of(BAR.text) for part in lines)
    if quoted and texts:
        assert all(part[0] == BAR for part in lines)
    written = "".join("".join(plain(part).split()) for part in lines).replace("│", "")
    assert written == "".join("".join(texts).split())


def test_without_a_width_nothing_is_broken() -> None:
    line = (Piece("word " * 100),)
    assert list(wrapped(line, None)) == [line]


def test_words_stay_whole_where_they_fit() -> None:
    assert [plain(part) for part in wrapped((Piece("one two three"),), 8)] == ["one two", "three"]
    assert [plain(part) for part in wrapped((Piece("abcdefghij kl"),), 4)] == ["abcd", "efgh", "ij", "kl"]


def test_a_row_has_its_number_and_label_once() -> None:
    row = Row(12, Piece("agent"), ((Piece("one two three four five six"),), (Piece("seven"),)))
    section = Section((Piece("Title"),), (row, Row(None, Piece("far too long a label"), ())))
    assert [plain(line) for line in laid_out([section, section], 40)][:5] == [
        "Title",
        "    12  agent       one two three four",
        "                    five six",
        "                    seven",
        "        far too long a label ",
    ]
    assert [plain(line) for line in laid_out([section, section], 40)][5] == ""
