"""The catalogue: every observable rule is ours, or left out for a reason; its bad example is found, its good one is not."""

from __future__ import annotations

import pytest

from acp_inspect.rules.declare import Dialect, Finding, Level
from acp_inspect.rules.judge import Choice
from acp_inspect.rules.registry import rules_by_id
from acp_inspect.wire.transcript import Entry
from tests.rules.catalogue import Observable, catalogue
from tests.rules.judging import findings

CATALOGUE = tuple(catalogue())
MAPPED = [entry for entry in CATALOGUE if entry.rule is not None]


def _choice(entry: Observable, *, pedantic: bool) -> Choice:
    return Choice(pedantic=pedantic, dialect=entry.dialect or Dialect.NOVEMBER)


def _found(entries: tuple[Entry, ...], choice: Choice) -> list[tuple[int, Finding]]:
    return [(line - 1, finding) for line, finding in findings(entries, None, choice)]


@pytest.mark.parametrize("entry", CATALOGUE, ids=str)
def test_every_entry_is_one_of_our_rules_or_left_out_for_a_reason(entry: Observable) -> None:
    if entry.rule is None:
        assert entry.left_out
    else:
        assert entry.rule in rules_by_id()
        assert entry.version in rules_by_id()[entry.rule].versions
        assert entry.bad
        assert entry.good


@pytest.mark.parametrize("entry", MAPPED, ids=str)
def test_the_bad_example_is_found_at_its_message(entry: Observable) -> None:
    assert entry.bad is not None
    first, last = entry.fault
    found = _found(entry.bad, _choice(entry, pedantic=True))
    hits = [finding for line, finding in found if finding.rule == entry.rule and first <= line <= last]
    assert hits, found
    assert entry.level in {finding.level for finding in hits}
    if entry.side is not None:
        assert {finding.side for finding in hits} == {entry.side}


@pytest.mark.parametrize("entry", MAPPED, ids=str)
def test_the_good_example_raises_no_error_or_warning(entry: Observable) -> None:
    assert entry.good is not None
    also = {other.rule for other in CATALOGUE if other.version == entry.version and other.id in entry.good_also}
    found = _found(entry.good, _choice(entry, pedantic=False))
    assert [finding for _, finding in found if finding.level is not Level.INFO and finding.rule not in also] == []
    assert entry.rule not in {finding.rule for _, finding in _found(entry.good, _choice(entry, pedantic=True))}
