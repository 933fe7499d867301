"""The findings of a recording as `show` prints them: with their events, and by themselves when they come late."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from acp_inspect.rules.declare import Level
from acp_inspect.views.finding import marks
from acp_inspect.views.text import Piece

if TYPE_CHECKING:
    from acp_inspect.store.reader import Recording
    from acp_inspect.store.rows import FindingRow


class TimelineFindings:
    """Looks up findings by event, and remembers which were told."""

    def __init__(self, recording: Recording, least: Level) -> None:
        """`least`: findings below this level do not count."""
        self._recording = recording
        self._least = least
        self._found: dict[int, list[FindingRow]] = {}
        self._told: set[FindingRow] = set()
        self._since = 0

    def look(self, after: int, to: int) -> list[int]:
        """Look up the findings about the events after `after` up to `to`; the events that have some, ascending."""
        self._found = self._by_event(self._recording.findings(after, to))
        return list(self._found)

    def of(self, seq: int) -> list[FindingRow]:
        """The findings about an event of those looked up, which is told now."""
        found = self._found.get(seq, [])
        self._told.update(found)
        return found

    def late(self, printed: int) -> dict[int, list[FindingRow]]:
        """What was found since the last call about events up to `printed` and is not told yet. It is told now."""
        self._since, new = self._recording.new_findings(self._since)
        late = [finding for finding in new if finding.seq <= printed and finding not in self._told]
        found = self._by_event(late)
        self._told.update(finding for some in found.values() for finding in some)
        return found

    def _by_event(self, findings: Iterable[FindingRow]) -> dict[int, list[FindingRow]]:
        found: dict[int, list[FindingRow]] = {}
        for finding in findings:
            if _rank(finding.level) >= self._least.rank:
                found.setdefault(finding.seq, []).append(finding)
        return found


def signs(findings: Iterable[FindingRow]) -> list[Piece]:
    """How many findings there are of each level."""
    return marks(Counter(finding.level for finding in findings))


def _rank(level: str) -> int:
    # Another one's recording may hold any word.
    return Level(level).rank if level in set(Level) else 0
