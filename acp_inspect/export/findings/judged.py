"""What `check` found in one recording or file, with what the reports need to show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from acp_inspect.rules.declare import Finding
from acp_inspect.views.timeline import TimelineRow
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Absent


class Messages(Protocol):
    """Looks up what a report shows of an event."""

    def row(self, seq: int) -> TimelineRow | None:
        """The event as a line of the timeline."""

    def message(self, seq: int) -> tuple[Json | Absent, str]:
        """The event's JSON message, or ABSENT, and its line as text."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The findings of one checked thing."""

    name: str
    """The file, or the recording's name."""
    findings: tuple[Finding, ...]
    """Those that are to be reported, in order of events."""
    known: int
    """How many more are in the baseline."""
    events: int
    sources: tuple[int, ...] | None
    """For each line of the recording (from 1), the line of the file that holds it; None for a recording."""
    lines: dict[int, int]
    """`seq` of each event with a finding → its line of the recording."""
    messages: Messages

    def source_line(self, seq: int) -> int | None:
        """The line (from 1) of the checked file that holds an event; None for a recording, or where nobody knows."""
        line = self.lines.get(seq)
        if self.sources is None or line is None or not 0 < line <= len(self.sources):
            return None
        return self.sources[line - 1] or None

    def count(self, level: str) -> int:
        """How many findings have that level."""
        return sum(finding.level.value == level for finding in self.findings)


def as_object(judged: Judged, finding: Finding) -> dict[str, Any]:
    """A finding as the JSON object that docs/reference/findings-json.md describes."""
    return {
        "file": judged.name,
        "rule": finding.rule,
        "level": finding.level.value,
        "side": finding.side.value,
        "seq": finding.seq,
        "source_line": judged.source_line(finding.seq),
        "pointer": finding.pointer,
        "message": finding.message,
        "related": list(finding.related),
        "effect": finding.effect,
        "evidence": None if finding.evidence is None else finding.evidence.value,
        "session": finding.session,
        "version": finding.version,
    }
