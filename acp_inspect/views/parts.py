"""Lines for texts, content blocks and tool calls: whole where they are short, else their beginning or their end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from acp_inspect.protocol.picture import ChangePicture, ContentPicture, ToolCallPicture
from acp_inspect.views.layout import BAR, Line
from acp_inspect.views.pieces import content, join, members, preview, word
from acp_inspect.views.text import Piece
from acp_inspect.views.units import count
from acp_inspect.views.visible import clip, visible, visible_lines
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT

_MESSAGE_LINES: Final = 40
_OUTPUT_LINES: Final = 8
_LINE_LENGTH: Final = 2_000
_TAB: Final = 4

FULL_HINT: Final = "; --full shows them"
"""Ends the line that says how much is left out. A viewer, which has no options, cuts it off."""

STATUSES: Final = {
    "completed": ("✔", "good"),
    "failed": ("✖", "error"),
    "cancelled": ("⊘", "note"),
    "in_progress": ("▸", "note"),
    "pending": ("○", "dim"),
}
"""Glyph and style of a tool call's status."""


def line(text: str, style: str = "") -> Line:
    """A line of one piece."""
    return (Piece(visible(text), style),)


def styled_status(status: str, more: str = "") -> Line:
    """A status with its glyph, and what follows it."""
    glyph, style = STATUSES.get(status, ("?", "note"))
    return (Piece(f"{glyph} {visible(word(status))}", style), Piece(f"  {more}" if more else ""))


def first_lines(text: str, full: bool, style: str = "", limit: int = _MESSAGE_LINES) -> tuple[Line, ...]:
    """The first lines of a text, and how many there are more."""
    lines = _lines(text)
    kept = lines if full or len(lines) <= limit + 1 else lines[:limit]
    shown = [line(one if full else clip(one, _LINE_LENGTH), style) for one in kept]
    return (*shown, *_left_out(len(lines) - len(kept)))


def last_lines(text: str, full: bool, limit: int = _OUTPUT_LINES) -> tuple[Line, ...]:
    """The last lines of an output, marked as such, and how many there were before."""
    lines = _lines(text)
    kept = lines if full or len(lines) <= limit + 1 else lines[-limit:]
    shown = [_quoted(one if full else clip(one, _LINE_LENGTH)) for one in kept]
    return (*_left_out(len(lines) - len(kept), "before"), *shown)


def body_lines(blocks: list[Json], full: bool, style: str = "") -> tuple[Line, ...]:
    """Content blocks: their text, then what else they hold."""
    text = "".join(block["text"] for block in blocks if block.get("type") == "text")
    others = [block for block in blocks if block.get("type") != "text"]
    lines = first_lines(text.strip("\n"), full, style) if text or not others else ()
    return (*lines, *(line(f"[{content(block)}]", "note") for block in others))


def call_lines(call: ToolCallPicture, full: bool) -> tuple[Line, ...]:
    """A tool call: status, kind and title; where it is at work; its content, or else its input and output."""
    glyph, style = STATUSES.get(call.shown_as or call.status, ("?", "note"))
    status = f"{word(call.shown_as)} (the Agent said {word(call.status)})" if call.shown_as else word(call.status)
    title = call.title or call.name or call.id
    head = (
        Piece(f"{glyph} {visible(status)}", style),
        Piece(f"  {visible(word(call.kind))}", "dim"),
        Piece(f"  {visible(title)}", "bold"),
    )
    remarks = join(
        "never announced" if call.implicit else "",
        "asked to cancel, and it agreed" if call.cancel_accepted else "",
        by=", ",
    )
    lines: list[Line] = [head]
    if remarks:
        lines.append(line(f"({remarks})", "dim"))
    places = [join(word(members(place).get("path"), 200), _at(place), by=":") for place in call.locations]
    if places:
        lines.append(line(", ".join(places), "dim"))
    for item in call.content:
        lines += _content(item, full)
    if not call.content:
        for name, value in (("input", call.raw_input), ("output", call.raw_output)):
            if value is not ABSENT and value is not None:
                lines.append(line(f"{name} {preview(value)}", "dim"))
    return tuple(lines)


def _at(place: Json) -> str:
    number = members(place).get("line")
    return "" if number is None else word(number)


def _content(item: ContentPicture, full: bool) -> Iterable[Line]:
    match item.kind:
        case "text":
            text = [piece[0].text for piece in first_lines(item.text or "", full, limit=_OUTPUT_LINES)]
            return map(_quoted, text)
        case "diff" if item.patch is not None:
            return (*map(_change, item.changes), *_patch(item.patch, full))
        case "diff":
            return [made for change in item.changes for made in _diff(change, full)]
        case "terminal":
            return ((BAR, Piece(visible(f"terminal {item.terminal}"), "dim")),)
    return ((BAR, Piece(visible(content(item.raw)), "dim")),)


def _change(change: ChangePicture) -> Line:
    moved = f"{change.old_path} → {change.path}" if change.old_path else change.path or "?"
    return (BAR, Piece(f"{visible(word(change.operation))} {visible(moved)}", "dim"))


def _diff(change: ChangePicture, full: bool) -> Iterable[Line]:
    """A file's text before and after, where they differ: what both begin and end with is left out."""
    old, new = _lines(change.old_text or ""), _lines(change.new_text or "")
    begin = 0
    while begin < min(len(old), len(new)) and old[begin] == new[begin]:
        begin += 1
    end = 0
    while end < min(len(old), len(new)) - begin and old[-1 - end] == new[-1 - end]:
        end += 1
    gone, came = old[begin : len(old) - end], new[begin : len(new) - end]
    yield _change(change)
    made = [f"-{one}" for one in gone] + [f"+{one}" for one in came]
    kept = made if full or len(made) <= _OUTPUT_LINES * 2 else made[: _OUTPUT_LINES * 2]
    for one in kept:
        yield _signed(one)
    yield from _left_out(len(made) - len(kept))


def _patch(patch: str, full: bool) -> Iterable[Line]:
    lines = _lines(patch)
    kept = lines if full or len(lines) <= _OUTPUT_LINES * 2 else lines[: _OUTPUT_LINES * 2]
    return (*map(_signed, kept), *_left_out(len(lines) - len(kept)))


def _signed(text: str) -> Line:
    style = {"+": "good", "-": "error"}.get(text[:1], "dim")
    return (BAR, Piece(visible(clip(text, _LINE_LENGTH)), style))


def _quoted(text: str) -> Line:
    return (BAR, Piece(visible(text)))


def _left_out(lines: int, where: str = "") -> tuple[Line, ...]:
    if lines <= 0:
        return ()
    return (line(f"… {count(lines, 'line')} {where or 'more'}{FULL_HINT}", "dim"),)


def _lines(text: str) -> list[str]:
    """A text's lines as visible text; tabs as spaces."""
    lines = visible_lines(text.replace("\r\n", "\n").expandtabs(_TAB)).split("\n")
    return lines[:-1] if len(lines) > 1 and not lines[-1] else lines
