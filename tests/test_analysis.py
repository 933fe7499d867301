"""The one loop."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.analysis import Analysis
from acp_inspect.wire.framing import Stream


@given(st.lists(st.tuples(st.sampled_from(Stream), st.binary(), st.integers(-1, 10**12))))
def test_it_reads_anything_and_counts_it(lines: list[tuple[Stream, bytes, int]]) -> None:
    analysis = Analysis()
    events = [event for stream, raw, at in lines for event in analysis.read(stream, raw, at)]
    assert analysis.lines == len(lines)
    assert analysis.events == len(events) >= len(lines)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert {event.line for event in events} == set(range(1, len(lines) + 1))
