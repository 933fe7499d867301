"""Run rules over an exchange."""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.analysis import Analysis, Inspection
from acp_inspect.rules.declare import Finding, Level, Rule
from acp_inspect.rules.judge import Choice, Judge
from acp_inspect.wire.transcript import Entry

_DEFAULT = Choice()


def findings(
    entries: Iterable[Entry], rule: Rule | None = None, choice: Choice = _DEFAULT
) -> list[tuple[int, Finding]]:
    """The findings of one rule, or of all together, each with the number of the line it is about."""
    judge = Judge(choice._replace(pedantic=True), [rule]) if rule is not None else Judge(choice)
    analysis, inspection = Analysis(), Inspection(judge)
    lines: dict[int, int] = {}
    found: list[Finding] = []
    event = None
    for entry in entries:
        for event in analysis.read(entry.stream, entry.raw, entry.at):
            lines[event.seq] = event.line
            found += inspection.look(event)[1]
    if event is not None:
        found += inspection.close(event)
    return [(lines[finding.seq], finding) for finding in found]


def lines_reported(
    entries: Iterable[Entry], rule: Rule | None, choice: Choice = _DEFAULT, *, at_least: Level = Level.INFO
) -> list[int]:
    """The numbers of the lines that are reported, in order."""
    return sorted({line for line, finding in findings(entries, rule, choice) if finding.level.rank >= at_least.rank})
