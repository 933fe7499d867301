"""Laws of all rules together: total on any traffic, and never surer of a part than of the whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acp_inspect.analysis import Analysis, Inspection
from acp_inspect.rules.declare import Dialect, Finding, Level, On
from acp_inspect.rules.judge import CRASHED, Choice, Judge
from acp_inspect.rules.registry import all_rules
from acp_inspect.rules.remember import all_topics
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import Entry
from tests.rules.traffic import EXCHANGES, SAMPLES, damaged_traffic

STRICTEST = {dialect: Judge(Choice(pedantic=True, dialect=dialect)) for dialect in Dialect}
USUAL = Judge()


def crashes(entries: Iterable[Entry], judge: Judge) -> list[Finding]:
    """What all rules say about themselves. Each part is judged as if nothing came after it, too."""
    analysis, inspection = Analysis(), Inspection(judge)
    found: list[Finding] = []
    for entry in entries:
        for event in analysis.read(entry.stream, entry.raw, entry.at):
            step, findings = inspection.look(event)
            assert step.crash is None
            found += findings + inspection.close(event)
    return [finding for finding in found if finding.rule == CRASHED]


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example])
@given(damaged_traffic(), st.sampled_from(Dialect))
def test_no_rule_fails_on_damaged_traffic(entries: list[Entry], dialect: Dialect) -> None:
    assert crashes(entries, STRICTEST[dialect]) == []


@given(st.lists(st.builds(Entry, st.sampled_from(Stream), st.binary(max_size=60), st.integers(-1, 10**12))))
def test_no_rule_fails_on_any_bytes(entries: list[Entry]) -> None:
    assert crashes(entries, STRICTEST[Dialect.NOVEMBER]) == []


def everywhere(on: tuple[On, ...]) -> tuple[On, ...]:
    """The same without what only saves time."""
    return tuple(one._replace(rich=False, once=None) for one in on)


SLOW = Judge(
    Choice(pedantic=True),
    [replace(rule, on=everywhere(rule.on)) for rule in all_rules()],
    [topic._replace(on=everywhere(topic.on)) for topic in all_topics()],
)


def said(entries: Iterable[Entry], judge: Judge) -> list[Finding]:
    """All findings, in order."""
    analysis, inspection = Analysis(), Inspection(judge)
    found: list[Finding] = []
    event = None
    for entry in entries:
        for event in analysis.read(entry.stream, entry.raw, entry.at):
            found += sorted(inspection.look(event)[1], key=repr)
    return found if event is None else found + sorted(inspection.close(event), key=repr)


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example])
@given(damaged_traffic())
def test_what_rules_do_not_look_at_for_speed_would_tell_them_nothing(entries: list[Entry]) -> None:
    assert said(entries, STRICTEST[Dialect.NOVEMBER]) == said(entries, SLOW)


def test_nor_in_whole_exchanges() -> None:
    for exchange in EXCHANGES:
        assert said(exchange, STRICTEST[Dialect.NOVEMBER]) == said(exchange, SLOW)


class Fault(NamedTuple):
    """An error or a warning."""

    rule: str
    line: int
    version: int

    @property
    def place(self) -> tuple[str, int]:
        """What it is about, by whichever version it was read."""
        return self.rule, self.line


class Listener:
    """Follows a recording, or the rest of one that begins at a line, and keeps its errors and warnings."""

    def __init__(self, begin: int = 0) -> None:
        self._begin = begin
        self._analysis, self._inspection = Analysis(), Inspection(USUAL)
        self._lines: dict[int, int] = {}
        self.faults: set[Fault] = set()
        self.closed: set[Fault] = set()
        """The faults if nothing more came."""

    def hear(self, entry: Entry, *, last: bool) -> None:
        """The next line. `last`: whether to ask what is known if it is the last one."""
        event = None
        for event in self._analysis.read(entry.stream, entry.raw, entry.at):
            self._lines[event.seq] = event.line + self._begin
            self.faults |= self._serious(self._inspection.look(event)[1])
        if last and event is not None:
            self.closed = self.faults | self._serious(self._inspection.close(event))

    def _serious(self, findings: Iterable[Finding]) -> set[Fault]:
        return {
            Fault(finding.rule, self._lines[finding.seq], finding.version)
            for finding in findings
            if finding.level is not Level.INFO
        }


def faults(entries: Sequence[Entry], begin: int = 0) -> set[Fault]:
    """The errors and warnings of what begins at a line."""
    listener = Listener(begin)
    for entry in entries[begin:]:
        listener.hear(entry, last=entry is entries[-1])
    return listener.closed


each_sample = pytest.mark.parametrize("name", SAMPLES)


@each_sample
def test_a_recording_that_stops_early_has_no_fault_that_the_whole_has_not(name: str) -> None:
    whole = faults(SAMPLES[name])
    listener = Listener()
    for entry in SAMPLES[name]:
        listener.hear(entry, last=True)
        assert listener.closed <= whole


@each_sample
def test_a_recording_that_begins_late_has_no_fault_that_the_whole_has_not(name: str) -> None:
    sample = SAMPLES[name]
    whole = {fault.place for fault in faults(sample)}
    # The longest are begun at every second line: it is the whole rest that is read each time.
    for begin in range(1, len(sample), 1 + len(sample) // 60):
        late = faults(sample, begin)
        if name == "v2/faults":
            # What tells the version first is a fault here, a chunk without its id: so it tells the other one.
            late = {fault for fault in late if fault.version == 2}
        assert {fault.place for fault in late} <= whole, begin
