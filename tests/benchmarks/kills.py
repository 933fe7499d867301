"""Kill parts of a running tee with -9, and count the delivered lines that the recording misses afterwards."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.harness import Tee, family, run
from tests.benchmarks.recorded import recorded

VICTIMS = ("tee", "recorder", "group", "all")
_LINES = 100_000


@dataclass(frozen=True)
class Outcome:
    """Of one kill: lines that reached the client, and those of them the recording does not hold."""

    delivered: int
    missing: int


def kill_once(ends: Path, tee: Tee, victim: str) -> Outcome:
    """Streams 20,000 lines a second and kills `victim` after a random while."""

    def strike(pid: int) -> None:
        time.sleep(0.5 + random.random())
        others = [member for member in family(pid) if member != pid and _is_python(member)]
        match victim:
            case "tee":
                os.kill(pid, signal.SIGKILL)
            case "recorder":
                _kill(others)
            case "group":
                os.killpg(pid, signal.SIGKILL)
            case "all":
                _kill([pid, *others])

    count = str(_LINES if victim != "recorder" else 30_000)
    done = run(ends, tee, ["paced", count, "250"], ["stream", count, "250"], during=strike)
    delivered = int(done.figures["lines"])
    # The request went the other way, and the last response may have come.
    assert tee.recording is not None
    missing = max(0, delivered + 1 - recorded(done.folder / tee.recording))
    shutil.rmtree(done.folder)
    return Outcome(delivered, missing)


def _kill(pids: list[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _is_python(pid: int) -> bool:
    try:
        return b"python" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
