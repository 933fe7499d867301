"""Findings for people: grouped by rule and side, with the place at fault, the proof, and what to do instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from acp_inspect.export.findings.judged import Judged
from acp_inspect.rules.declare import Finding
from acp_inspect.rules.page import read_page
from acp_inspect.rules.registry import rules_by_id
from acp_inspect.views.finding import GLYPHS, LEVELS, STYLES, effect_in_words, excerpt
from acp_inspect.views.text import Piece
from acp_inspect.views.timeline import TimelineRow, arrow
from acp_inspect.views.units import clock
from acp_inspect.views.visible import visible

SHOWN: Final = 3
"""Of the findings of one rule, so many are shown whole; the others by number."""

_WORD: Final = {"error": "MUST", "warning": "SHOULD", "info": "note"}
_INSTEAD: Final = re.compile(r"^## Instead\n(.+?)(?:\n\n|\n```|\Z)", re.MULTILINE | re.DOTALL)


def text_report(judged: Sequence[Judged], width: int, everything: bool) -> Iterator[list[Piece]]:
    """The report, a line at a time. `everything`: show each finding whole."""
    for one in judged:
        yield _heading(one)
        for found in _groups(one.findings):
            yield []
            yield from _group(one, found, width, everything)
        yield []


def _heading(one: Judged) -> list[Piece]:
    pieces = [Piece(visible(one.name), "bold"), Piece(f"  {one.events:,} events  ", "dim")]
    counts = [(level, one.count(level)) for level in LEVELS]
    if not any(number for _, number in counts):
        pieces.append(Piece("nothing found", "good"))
    for level, number in counts:
        if number:
            pieces.append(
                Piece(
                    f"{GLYPHS[level]} {number} {level}{'s' if number > 1 and level != 'info' else ''}  ", STYLES[level]
                )
            )
    if one.known:
        pieces.append(Piece(f"({one.known} more in the baseline)", "dim"))
    return pieces


def _groups(findings: Sequence[Finding]) -> list[list[Finding]]:
    groups: dict[tuple[int, str, str], list[Finding]] = {}
    for finding in findings:
        key = (-finding.level.rank, finding.rule, finding.side.value)
        groups.setdefault(key, []).append(finding)
    return [groups[key] for key in sorted(groups)]


def _group(one: Judged, found: list[Finding], width: int, everything: bool) -> Iterator[list[Piece]]:
    first = found[0]
    level = first.level.value
    rule = rules_by_id().get(first.rule)
    yield [
        Piece(f"{GLYPHS[level]} {first.rule}", STYLES[level]),
        Piece(f"  {first.side.value.capitalize()} · {_WORD[level]} · ACP v{first.version}", "dim"),
        Piece(f"  ×{len(found)}" if len(found) > 1 else "", "bold"),
    ]
    if rule is not None:
        yield [Piece(f"  {read_page(rule.page).summary}")]
    shown = found if everything else found[:SHOWN]
    for finding in shown:
        yield from _finding(one, finding, width)
    if len(shown) < len(found):
        rest = [f"#{finding.seq}" for finding in found[len(shown) :]]
        more = ", ".join(rest[:12]) + (" …" if len(rest) > 12 else "")
        yield [Piece(f"  and {len(rest)} more: {more}", "dim")]
    if rule is not None and (match := _INSTEAD.search(read_page(rule.page).text)):
        yield [Piece("  instead: ", "good"), Piece(" ".join(match[1].split()))]


def _finding(one: Judged, finding: Finding, width: int) -> Iterator[list[Piece]]:
    line = one.source_line(finding.seq)
    effect = effect_in_words(finding.effect)
    yield [
        Piece("  "),
        *_place(one.messages.row(finding.seq), finding.seq),
        Piece(f"  line {line}" if line else "", "dim"),
        Piece(f"  {effect}" if effect else "", "note"),
        Piece(f"  evidence {finding.evidence.value}" if finding.evidence else "", "note"),
    ]
    yield [Piece(f"    {visible(finding.message)}", "bold")]
    message, text = one.messages.message(finding.seq)
    around = excerpt(message, text, finding.pointer, max(40, width - 6))
    yield [
        Piece(f"    {around.before}", "dim"),
        Piece(around.marked, STYLES[finding.level.value]),
        Piece(around.after, "dim"),
    ]
    if finding.pointer:
        marks = "^" * max(1, len(around.marked))
        yield [
            Piece("    " + " " * len(around.before) + marks, STYLES[finding.level.value]),
            Piece(f" {visible(finding.pointer)}", "dim"),
        ]
    for seq in finding.related:
        yield [Piece("    proof: ", "dim"), *_place(one.messages.row(seq), seq, summary=True)]


def _place(row: TimelineRow | None, seq: int, *, summary: bool = False) -> list[Piece]:
    if row is None:
        return [Piece(f"#{seq}")]
    pieces = [
        Piece(f"#{seq}"),
        Piece(f" {clock(row.at)} " if row.at >= 0 else " ", "dim"),
        Piece(f"{arrow(row)} {row.what}", row.sender or ""),
    ]
    if summary:
        pieces.append(Piece(f"  {row.summary[:80]}", "dim"))
    return pieces
