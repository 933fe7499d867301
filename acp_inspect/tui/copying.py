"""What goes to the clipboard: the very text, never the marks that made it harmless on the screen."""

from __future__ import annotations

from typing import Final, NamedTuple

from acp_inspect.tui.values import Shown
from acp_inspect.views.units import size
from acp_inspect.wire.json_text import JsonFault, read_json, write_json

COPIED_BYTES: Final = 1_000_000
"""Terminals drop clipboard sequences that are much longer."""


class Copy(NamedTuple):
    """A text for the clipboard, and in words what it is; without a text, why there is none."""

    text: str | None
    what: str


def copy_of(shown: Shown, tab: str) -> Copy:
    """What a tab of the detail shows of an event."""
    if tab == "envelope":
        text = "".join(f"{fact.name}: {fact.value}\n" for fact in shown.detail.facts)
        return Copy(text, f"the facts around #{shown.seq:,}")
    if not shown.is_whole or shown.size > COPIED_BYTES:
        return Copy(
            None, f"#{shown.seq:,} has {size(shown.size)}, too much for a clipboard; use acp-inspect show --raw."
        )
    if tab == "message" and shown.detail.is_json:
        read = read_json(shown.raw)
        if not isinstance(read, JsonFault):
            value = read.value
            if shown.part is not None and isinstance(value, list) and shown.part < len(value):
                value = value[shown.part]
            text = write_json(value, indent=2)
            return Copy(text, f"#{shown.seq:,} as laid out JSON, {size(len(text.encode(errors='replace')))}")
    line = shown.raw.removesuffix(b"\n").removesuffix(b"\r")
    return Copy(_text(line), f"#{shown.seq:,} as it crossed, {size(len(line))}" + _loss(line))


def _text(line: bytes) -> str:
    return line.decode(errors="replace")


def _loss(line: bytes) -> str:
    return "; bytes that are no UTF-8 became �" if "\ufffd" in _text(line) else ""
