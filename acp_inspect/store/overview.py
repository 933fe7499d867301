"""What the whole recording looks like from far away: which events have findings, how much crossed when, the turns.

Each is one query over all events, for a thread that may take its time.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from acp_inspect.store.connection import connect_to_read, failures_of

LEVELS: Final = ("info", "warning", "error")
"""By weight."""

_WEIGHT: Final = "CASE level WHEN 'error' THEN 2 WHEN 'warning' THEN 1 ELSE 0 END"

_PROMPT: Final = "session/prompt"


class Mark(NamedTuple):
    """The findings of one event."""

    level: str
    """The worst."""
    number: int


class Bucket(NamedTuple):
    """A stretch of the recording, by who spoke: how many events."""

    client: int
    agent: int
    stderr: int
    other: int
    level: str
    """Of the worst finding in it; empty = none."""
    found: int
    """`seq` of the first event with a finding of that level; 0 = none."""


class Turn(NamedTuple):
    """A prompt and its answer, as places on the axis from 0 to 1."""

    begin: float
    end: float
    """1 where nobody answered."""


class Overview(NamedTuple):
    """The whole recording on one axis."""

    timed: bool
    """The axis is time; else the number of the event."""
    length: int
    """Nanoseconds, or events."""
    buckets: tuple[Bucket, ...]
    turns: tuple[Turn, ...]


def read_marks(path: Path) -> dict[int, Mark]:
    """The events with findings by `seq`. Raises StoreError."""
    query = f"SELECT seq, max({_WEIGHT}), count(*) FROM finding GROUP BY seq ORDER BY seq"
    shared: dict[Mark, Mark] = {}
    with closing(connect_to_read(path)) as connection, failures_of(path):
        found = {}
        for seq, weight, count in connection.execute(query):
            mark = Mark(LEVELS[int(weight)], int(count))
            found[int(seq)] = shared.setdefault(mark, mark)
        return found


def read_overview(path: Path, buckets: int, turns: int = 2_000) -> Overview:
    """The recording in so many buckets, with at most so many turns (the last ones). Raises StoreError."""
    with closing(connect_to_read(path)) as connection, failures_of(path):
        ((events, last_at),) = connection.execute(
            "SELECT (SELECT max(seq) FROM event), (SELECT last_at FROM recording)"
        ).fetchall()
        timed = isinstance(last_at, int) and last_at > 0
        length = last_at if timed else events or 0
        if not length or buckets < 1:
            return Overview(timed, 0, (), ())
        place = "event.at" if timed else "event.seq - 1"
        # The last moment belongs to the last bucket.
        slot = f"min({buckets - 1}, max(0, {place}) * {buckets} / {length})"
        kinds = dict(connection.execute("SELECT text, id FROM word WHERE text IN ('client', 'agent', 'stderr')"))
        counts = [[0, 0, 0, 0, -1, 0] for _ in range(buckets)]
        speakers = {
            (kinds.get("client"), False): 0,
            (kinds.get("agent"), False): 1,
            (kinds.get("agent"), True): 2,
        }
        for number, sender, stderr, count in connection.execute(
            f"SELECT {slot} AS slot, sender, kind IS ? AS stderr, count(*) FROM event GROUP BY 1, 2, 3",
            (kinds.get("stderr"),),
        ):
            speaker = 3 if sender is None else speakers.get((sender, bool(stderr)), 3)
            counts[int(number)][speaker] += int(count)
        for number, weight, seq in connection.execute(
            f"SELECT {slot} AS slot, {_WEIGHT} AS weight, min(finding.seq) FROM finding"
            " JOIN event ON event.seq = finding.seq GROUP BY 1, 2 ORDER BY 2"
        ):
            counts[int(number)][4:] = int(weight), int(seq)
        spans = connection.execute(
            f"SELECT {place}, (SELECT {place.replace('event', 'answer')} FROM event AS answer"
            " WHERE answer.seq = exchange.response) FROM exchange JOIN event ON event.seq = exchange.request"
            " WHERE exchange.method = (SELECT id FROM word WHERE text = ?) ORDER BY request DESC LIMIT ?",
            (_PROMPT, turns),
        ).fetchall()
        return Overview(
            timed,
            int(length),
            tuple(
                Bucket(client, agent, stderr, other, LEVELS[level] if level >= 0 else "", found)
                for client, agent, stderr, other, level, found in counts
            ),
            tuple(
                Turn(max(0, begin) / length, 1.0 if end is None else min(1.0, max(0, end) / length))
                for begin, end in reversed(spans)
            ),
        )
