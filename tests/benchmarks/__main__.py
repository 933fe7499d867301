"""`python -m tests.benchmarks [CASE…]`: what the tee costs, as ratios to no tee in the same run; medians over rounds.

Cases: ping, stream, big, start, growth, kill, all (the default is all). Tees take turns within a round, in random order.
And of the state and the rules, which `all` leaves out: fold, jump, check.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tests.benchmarks import checking, harness, kills, moments, start
from tests.benchmarks.harness import Run, Spinners, Tee, build, run, tees
from tests.benchmarks.recorded import recorded

console = Console(width=150)
Measure = Callable[[Tee], dict[str, float]]

_TEE = ("ping", "stream", "big", "start", "growth", "kill")
_STATE = {"fold": moments.fold, "jump": moments.jump, "check": checking.check}


def main() -> int:
    """Runs the cases named on the command line; exit code 1 when a tee of ours changed or lost a byte."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", choices=[[], *_TEE, *_STATE, "all"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="a tenth of the messages: does it work, not how fast")
    options = parser.parse_args()
    scale = 10 if options.quick else 1
    cases = options.cases or ["all"]
    for case in cases:
        if case in _STATE:
            _STATE[case](console, scale)
    cases = [*_TEE] if "all" in cases else [case for case in cases if case in _TEE]
    if not cases:
        return 0
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        made = build(Path(folder))
        if made is None:
            print("benchmarks skipped: they need a C compiler (cc or gcc) for the two ends", file=sys.stderr)  # noqa: T201
            return 0
        ends, relay = made
        harness.become_reaper()
        bench = _Bench(ends, tees(relay), options.rounds, scale)
        for case in cases:
            getattr(bench, case)()
    return 1 if bench.faults else 0


class _Bench:
    def __init__(self, ends: Path, candidates: list[Tee], rounds: int, scale: int) -> None:
        self._ends = ends
        self._tees = candidates
        self._ours = [tee for tee in candidates if tee.name in ("none", "acp-inspect")]
        self._rounds = rounds
        self._scale = scale
        self.faults = 0

    def ping(self) -> None:
        """Round trips of 300 bytes; the naive tee makes fewer, for it is slow."""

        def measure(tee: Tee) -> dict[str, float]:
            count = 10_000 // self._scale // (10 if tee.name.startswith("naive") else 1)
            done = run(self._ends, tee, ["echo", "300"], ["ping", str(count), "300"])
            times = sorted(done.times)
            figures = {"p50 µs": times[len(times) // 2] / 1e3, "p99 µs": times[len(times) * 99 // 100] / 1e3}
            warm_up = count // 20 + 20
            return figures | self._facts(tee, done, 2 * (count + warm_up), per_message=True)

        # A stream keeps the cores awake by itself; a round trip mostly waits.
        with Spinners(self._ends):
            self._table("Round trip, 300 bytes", self._tees, measure, ("p50 µs", "p99 µs"))

    def stream(self) -> None:
        """300,000 session updates of 250 bytes, one write each."""

        def measure(tee: Tee) -> dict[str, float]:
            count = 300_000 // self._scale // (30 if tee.name.startswith("naive") else 1)
            return self._stream(tee, count, 250)

        self._table("Stream, lines of 250 bytes", self._tees, measure, ("µs a line",))

    def big(self) -> None:
        """Lines of 5 MB."""
        self._table(
            "Stream, lines of 5 MB",
            self._tees,
            lambda tee: self._stream(tee, max(4, 40 // self._scale), 5_000_000),
            ("µs a line",),
        )

    def growth(self) -> None:
        """What a line costs, and the memory, from 10,000 to 1,000,000 lines."""
        for count in (10_000, 100_000, 1_000_000 // self._scale):
            self._table(
                f"Growth: {count:,} lines of 250 bytes",
                self._ours,
                lambda tee, count=count: self._stream(tee, count, 250),  # type: ignore[misc]
                ("µs a line",),
                rounds=min(3, self._rounds),
            )

    def start(self) -> None:
        """From spawning to the agent's first byte, in milliseconds; 'bare' starts the interpreter and becomes the agent."""
        table = Table(title="Start: to the agent's first byte", title_justify="left")
        for heading in ("command", "ms", "over bare, ms"):
            table.add_column(heading, justify="left" if heading == "command" else "right")
        for name, milliseconds, over in start.measure(
            self._ends, 15 // (1 + (self._scale > 1)) * max(1, self._rounds // 3)
        ):
            table.add_row(name, f"{milliseconds:.1f}", f"{over:+.1f}")
        console.print(table)

    def kill(self) -> None:
        """`kill -9` while 20,000 lines a second cross: delivered lines that the recording misses."""
        table = Table(title="Killed with -9: delivered lines missing from the recording", title_justify="left")
        for heading in ("killed", "times", "lines delivered", "missing"):
            table.add_column(heading, justify="left" if heading == "killed" else "right")
        ours = next(tee for tee in self._tees if tee.name == "acp-inspect")
        for victim in kills.VICTIMS:
            times = max(2, 25 // self._scale)
            outcomes = [kills.kill_once(self._ends, ours, victim) for _ in track(range(times), victim, console=console)]
            missing = sum(outcome.missing for outcome in outcomes)
            self.faults += missing
            table.add_row(victim, str(times), f"{sum(outcome.delivered for outcome in outcomes):,}", str(missing))
        console.print(table)

    def _stream(self, tee: Tee, count: int, size: int) -> dict[str, float]:
        done = run(self._ends, tee, ["stream", str(count), str(size)], ["stream", str(count), str(size)])
        figures = {"µs a line": done.figures["nanoseconds"] / 1e3 / count}
        return figures | self._facts(tee, done, count + 2, per_message=True)

    def _facts(self, tee: Tee, done: Run, messages: int, *, per_message: bool) -> dict[str, float]:
        wrong = done.figures["errors"] + done.figures["agent errors"]
        facts = {
            "CPU µs a message": done.figures["tee cpu"] * 1e6 / messages,
            "MB": done.figures["memory"] / 1e6,
            "drain s": done.figures["drain"] / 1e9,
            "wrong bytes": wrong,
        }
        if tee.recording is not None:
            facts["recorded %"] = 100 * recorded(done.folder / tee.recording) / messages
        if tee.name == "acp-inspect":
            self.faults += int(wrong) + (facts["recorded %"] != 100)
        shutil.rmtree(done.folder)
        return facts

    def _table(
        self, title: str, candidates: list[Tee], measure: Measure, ratios: tuple[str, ...], rounds: int | None = None
    ) -> None:
        rounds = rounds or self._rounds
        results: dict[str, list[dict[str, float]]] = defaultdict(list)
        for _ in track(range(rounds), title, console=console, transient=True):
            for tee in random.sample(candidates, len(candidates)):
                results[tee.name].append(measure(tee))
        base = results["none"]
        columns = list(dict.fromkeys(name for runs in results.values() for name in runs[0]))
        table = Table(title=f"{title}; medians of {rounds}", title_justify="left")
        table.add_column("tee")
        for column in columns:
            table.add_column(column, justify="right")
            if column in ratios:
                table.add_column("× none", justify="right", style="bold")
        for tee in candidates:
            runs = results[tee.name]
            cells = [tee.name]
            for column in columns:
                values = [figures[column] for figures in runs if column in figures]
                cells.append(f"{statistics.median(values):,.1f}" if values else "")
                if column in ratios:
                    times = [figures[column] / none[column] for figures, none in zip(runs, base, strict=True)]
                    cells.append(f"{statistics.median(times):.2f}")
            table.add_row(*cells)
        console.print(table)


if __name__ == "__main__":
    sys.exit(main())
