"""Which findings of a check are about events that meet a filter; it is asked of what this check found, not of what is
stored."""

from __future__ import annotations

from collections import defaultdict

from acp_inspect.rules.declare import Finding
from acp_inspect.store.reader import Recording
from acp_inspect.views.filter import Filter


def met(findings: list[Finding], where: Filter, recording: Recording) -> list[Finding]:
    """The findings about events that meet the filter."""
    around = _Around(recording, findings)
    events = recording.events_at(sorted({finding.seq for finding in findings}))
    seqs = {event.seq for event in events if where.meets(event, around)}
    return [finding for finding in findings if finding.seq in seqs]


class _Around:
    """What the filter may ask about the events of a checked recording."""

    def __init__(self, recording: Recording, findings: list[Finding]) -> None:
        self._recording = recording
        self._sessions = [row.session for row in recording.sessions()]
        self._said: defaultdict[int, list[Finding]] = defaultdict(list)
        for finding in findings:
            self._said[finding.seq].append(finding)

    def raw(self, line: int) -> bytes:
        """The bytes of a line."""
        return self._recording.raw(line)

    def said(self, seq: int) -> list[Finding]:
        """The findings about an event."""
        return self._said.get(seq, [])

    def session_at(self, place: int) -> str | None:
        """The id of the session that came at that place."""
        return self._sessions[place] if place < len(self._sessions) else None
