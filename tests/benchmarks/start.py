"""How long it takes from spawning a tee to the first byte of the agent behind it."""

from __future__ import annotations

import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

_BARE = "import os, sys; os.execv(sys.argv[1], sys.argv[1:])"


def measure(ends: Path, rounds: int) -> Iterator[tuple[str, float, float]]:
    """Name, median milliseconds, and median difference to a bare interpreter of the same round."""
    # A recorder may still write when its agent is gone.
    with tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as folder:
        record = ("record", "--quiet", "--output")
        commands: dict[str, tuple[str, ...]] = {
            "no tee": (),
            "bare interpreter": (sys.executable, "-c", _BARE),
            "python -m acp_inspect": (sys.executable, "-m", "acp_inspect", *record, folder + "/{n}.acprec", "--"),
        }
        script = shutil.which("acp-inspect", path=str(Path(sys.executable).parent))
        if script is not None:
            commands["acp-inspect (script)"] = (script, *record, folder + "/{n}.acprec", "--")
        times: dict[str, list[float]] = defaultdict(list)
        number = 0
        for _ in range(rounds + 1):
            for name in random.sample(list(commands), len(commands)):
                number += 1
                command = [word.replace("{n}", str(number)) for word in commands[name]]
                times[name].append(_first_byte([*command, str(ends), "agent", "first"]))
        # The first round warms the caches.
        for name in commands:
            over = [mine - bare for mine, bare in zip(times[name][1:], times["bare interpreter"][1:], strict=True)]
            yield name, statistics.median(times[name][1:]), statistics.median(over)


def _first_byte(command: list[str]) -> float:
    started = time.perf_counter_ns()
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    os.read(process.stdout.fileno(), 1)
    took = (time.perf_counter_ns() - started) / 1e6
    process.stdin.close()
    process.stdout.read()
    process.wait()
    process.stdout.close()
    return took
