"""Time of filters on one recording: `python -m tests.benchmarks.filters PATH [FILTER]…`. Prints, asserts nothing.

Make a long recording with `python -m tests.tui.large PATH 1000000`.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from time import perf_counter, process_time

from acp_inspect.store.reader import Recording
from acp_inspect.views.filter import Filter, read_filter

_PAGE = 200

_FILTERS = (
    "kind:request",
    "stderr",
    "gap",
    "method:session/prompt",
    "method:no/such",
    "update:tool_call*",
    "session:A",
    "session:B status:error",
    "status:error",
    "pending",
    "latency:>1s",
    "latency:>10h",
    "side:client",
    "size:>100MB",
    "seq:900000..",
    "at:>15m",
    "id:12345",
    "finding:*",
    "not finding:*",
    "not method:session/update",
    "kind:request or stderr",
    "text:notes",
    'text:"nobody says this"',
    "text:café",
    "raw:nobody",
)


def measure(path: Path, filters: tuple[str, ...]) -> None:
    """Milliseconds, and those of them that were computed, of the first page, the last page and a whole search."""
    sys.stdout.write(
        f"{'filter':<28} {'first page':>16} {'last page':>16} {'search':>16} {'longest step':>13} {'found':>9}" + "\n"
    )
    with Recording.open(path) as recording:
        for text in filters:
            where = read_filter(text)
            assert isinstance(where, Filter), where
            times = [(perf_counter(), process_time())]
            recording.events(0, _PAGE, where)
            times.append((perf_counter(), process_time()))
            recording.events_before(recording.count() + 1, _PAGE, where)
            times.append((perf_counter(), process_time()))
            found, longest, last = 0, 0.0, perf_counter()
            for hits in recording.search(where):
                found += len(hits.seqs)
                longest, last = max(longest, perf_counter() - last), perf_counter()
            times.append((perf_counter(), process_time()))
            spent = [
                f"{(wall - wall_before) * 1e3:>8.1f} ({(used - used_before) * 1e3:>5.0f})"
                for (wall_before, used_before), (wall, used) in pairwise(times)
            ]
            sys.stdout.write(
                f"{text:<28} {' '.join(f'{one:>16}' for one in spent)} {longest * 1e3:>13.1f} {found:>9,}" + "\n"
            )


if __name__ == "__main__":
    measure(Path(sys.argv[1]), tuple(sys.argv[2:]) or _FILTERS)
