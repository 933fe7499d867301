"""Markdown as lines of text in pieces: what a Client shows formatted.

Inert: no link can be followed, no image is loaded, HTML stays text, and every character passes through `visible` after
Markdown has decoded its entities.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from acp_inspect.views.layout import BAR, Line
from acp_inspect.views.text import Piece
from acp_inspect.views.visible import visible, visible_lines

LONGEST: Final = 12_000
"""Characters that are read as Markdown; a longer text is shown as it is."""

_TAB: Final = 4
_INLINE: Final = {"strong_open": "bold", "em_open": "italic", "s_open": "dim"}


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table").enable("strikethrough")


def markdown_lines(text: str, style: str = "") -> tuple[Line, ...]:
    """The lines of a Markdown text. `style`: of what has none of its own."""
    text = text.replace("\r\n", "\n").expandtabs(_TAB)
    if len(text) > LONGEST:
        return tuple((Piece(line, style),) for line in visible_lines(text).split("\n"))
    lines = list(_Page(style).lines(_parser().parse(text)))
    while lines and not lines[-1]:
        lines.pop()
    return tuple(lines)


class _Page:
    def __init__(self, style: str) -> None:
        self._style = style
        self._prefix: list[str] = []
        """What each line begins with: quotes and indents of lists."""
        self._bullet = ""
        """What the next line begins with instead of its last indent."""
        self._numbers: list[int | None] = []
        self._cells: list[Line] = []

    def lines(self, tokens: Sequence[Token]) -> Iterator[Line]:
        heading = ""
        tight = False
        for token in tokens:
            match token.type:
                case "heading_open":
                    heading = "heading"
                case "heading_close":
                    heading = ""
                    yield ()
                case "paragraph_open":
                    tight = token.hidden
                case "paragraph_close" if not tight:
                    yield self._blank()
                case "inline" if self._cells or token.map is None:
                    pass
                case "inline":
                    for line in self._inline(token.children or (), heading or self._style):
                        yield self._led(line)
                case "fence" | "code_block":
                    if language := token.info.strip():
                        yield self._led((Piece(visible(language), "dim"),))
                    for code in visible_lines(token.content.rstrip("\n")).split("\n"):
                        yield self._led((BAR, Piece(code, "code")))
                    yield self._blank()
                case "hr":
                    yield self._led((Piece("─" * 20, "dim"),))
                    yield self._blank()
                case "html_block":
                    for text in visible_lines(token.content.rstrip("\n")).split("\n"):
                        yield self._led((Piece(text, self._style),))
                case "blockquote_open":
                    self._prefix.append("▎ ")
                case "blockquote_close":
                    self._prefix.pop()
                case "bullet_list_open":
                    self._numbers.append(None)
                case "ordered_list_open":
                    self._numbers.append(int(token.attrGet("start") or 1))
                case "bullet_list_close" | "ordered_list_close":
                    self._numbers.pop()
                    if not self._numbers:
                        yield self._blank()
                case "list_item_open":
                    self._open_item()
                case "list_item_close":
                    self._prefix.pop()
                    self._bullet = ""
                case "tr_close":
                    yield self._led(tuple(self._row()))
                    self._cells = []
                case "table_close":
                    yield self._blank()
                case "thead_close":
                    yield self._led((Piece("─" * 20, "dim"),))
            if token.type in ("th_open", "td_open"):
                self._cells.append(())
            elif token.type == "inline" and self._cells:
                style = "bold" if heading else self._style
                self._cells[-1] = next(iter(self._inline(token.children or (), style)), ())

    def _row(self) -> Iterator[Piece]:
        for number, cell in enumerate(self._cells):
            if number:
                yield Piece("  │  ", "dim")
            yield from cell

    def _open_item(self) -> None:
        number = self._numbers[-1]
        self._bullet = "• " if number is None else f"{number}. "
        if number is not None:
            self._numbers[-1] = number + 1
        self._prefix.append(" " * len(self._bullet))

    def _blank(self) -> Line:
        return (Piece("".join(self._prefix).rstrip()),) if any(map(str.strip, self._prefix)) else ()

    def _led(self, line: Line) -> Line:
        if not self._prefix:
            return line
        lead = "".join(self._prefix)
        if self._bullet:
            lead = "".join(self._prefix[:-1]) + self._bullet
            self._bullet = ""
        return (Piece(lead, "dim"), *line)

    def _inline(self, tokens: Sequence[Token], style: str) -> Iterator[Line]:
        line: list[Piece] = []
        styles = [style]
        targets: list[str] = []
        for token in tokens:
            match token.type:
                case "text" | "html_inline":
                    line.append(Piece(visible(token.content), styles[-1]))
                case "code_inline":
                    line.append(Piece(visible(token.content), "code"))
                case "softbreak" | "hardbreak":
                    yield tuple(line)
                    line = []
                case "image":
                    line.append(Piece(f"[image {visible(token.content)} {visible(str(token.attrGet('src')))}]", "note"))
                case "link_open":
                    targets.append(visible(str(token.attrGet("href") or "")))
                    styles.append("link")
                case "link_close":
                    styles.pop()
                    target = targets.pop()
                    if target and not (line and line[-1].text == target):
                        line.append(Piece(f" ({target})", "dim"))
                case opened if opened.endswith("_open"):
                    styles.append(_INLINE.get(opened, styles[-1]))
                case closed if closed.endswith("_close") and len(styles) > 1:
                    styles.pop()
        if line:
            yield tuple(line)
