"""The lines of a recording that hold what meets a filter. Where messages are left out, a gap says so.

Without the gaps the rules would take what was left out for something that never happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from acp_inspect.store.reader import Recording
from acp_inspect.store.rows import StoredLine
from acp_inspect.views.filter import Filter
from acp_inspect.wire.control import Gap, encode_control
from acp_inspect.wire.framing import Stream

Told = Callable[[int], None]
"""Is told the `seq` that a search has come to."""


def lines_of(recording: Recording, where: Filter | None, told: Told | None = None) -> Iterator[StoredLine]:
    """The lines with an event that meets the filter, whole batches for one entry, and gaps for what is left out."""
    if where is None:
        yield from recording.lines()
        return
    last, last_at = 0, 0 if recording.info().timed else -1
    for first, end in _runs(chosen_lines(recording, where, told)):
        yield from _gap(recording, last + 1, first - 1, last_at)
        for line in recording.lines(first - 1, end - first + 1):
            yield line
            last, last_at = line.id, line.last_at
    yield from _gap(recording, last + 1, recording.last_line(), last_at)


def chosen_lines(recording: Recording, where: Filter, told: Told | None = None) -> Iterator[int]:
    """The numbers of the lines with an event that meets the filter, ascending."""
    last = 0
    for hits in recording.search(where):
        if told is not None:
            told(hits.to)
        for line in hits.lines:
            # The entries of a batch follow one another.
            if line != last:
                yield (last := line)


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Runs of numbers that follow one another, as their first and their last."""
    first = last = None
    for number in numbers:
        if last is not None and first is not None and number != last + 1:
            yield first, last
            first = None
        first, last = (number if first is None else first), number
    if first is not None and last is not None:
        yield first, last


def _gap(recording: Recording, first: int, last: int, at: int) -> Iterator[StoredLine]:
    left_out = recording.traffic_between(first, last)
    if left_out:
        streams = list(left_out)
        gap = Gap(streams[0] if len(streams) == 1 else None, sum(left_out.values()), "left out by a filter")
        yield StoredLine(first, Stream.CONTROL, at, at, encode_control(gap))
