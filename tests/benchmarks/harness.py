"""Run one tee once between the two ends, as an editor would start it, and say what it cost.

Both ends compare every byte, so a tee that changes, drops or reorders anything shows in `errors`.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
_PR_SET_CHILD_SUBREAPER = 36
PATIENCE = 120.0
"""Seconds after which a run counts as hung."""


@dataclass(frozen=True)
class Tee:
    """A tee under test: its command, in which `{out}` is the run's own folder, and the agent's words follow."""

    name: str
    command: tuple[str, ...]
    recording: str | None = None
    """Of the files in `{out}`, the one that `recorded` can count."""


@dataclass
class Run:
    """What one run cost. Times in nanoseconds; memory in bytes."""

    tee: str
    figures: dict[str, float] = field(default_factory=dict)
    times: list[int] = field(default_factory=list)
    """Of a ping run: each round trip."""
    folder: Path = Path()


def build(folder: Path) -> tuple[Path, Path] | None:
    """The two ends and the C relay, compiled; None where there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    made = []
    for name in ("ends", "relay"):
        made.append(folder / name)
        subprocess.run([compiler, "-O2", "-o", str(folder / name), str(HERE / f"{name}.c")], check=True)
    return made[0], made[1]


def tees(relay: Path) -> list[Tee]:
    """No tee first, for the ratios are to it."""
    ours = (sys.executable, "-m", "acp_inspect", "record", "--quiet", "--output", "{out}/rec.acprec", "--")
    return [
        Tee("none", ()),
        Tee("C relay", (str(relay), "-")),
        Tee("C relay with journal", (str(relay), "{out}/journal")),
        Tee("acp-inspect", ours, "rec.acprec"),
        Tee("naive asyncio", (sys.executable, str(HERE / "naive.py"), "{out}/naive.db"), "naive.db"),
    ]


class Spinners:
    """Keeps every core out of idle states while open: a sleeping core's wake-up would hide what a tee costs."""

    def __init__(self, ends: Path) -> None:
        cores = sorted(os.sched_getaffinity(0))
        self._processes = [subprocess.Popen([str(ends), "spin", str(core)]) for core in cores]

    def __enter__(self) -> Spinners:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
            process.wait()


def run(
    ends: Path, tee: Tee, agent: list[str], client: list[str], *, during: Callable[[int], None] | None = None
) -> Run:
    """One run of a tee between the ends. The run's folder stays until the caller removes it.

    `during` is called with the tee's process id, which is its group's too, once both ends run.
    """
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    result = Run(tee.name, folder=folder)
    command = [word.replace("{out}", str(folder)) for word in tee.command] + [str(ends), "agent", *agent]
    environment = os.environ | {"BENCH_CLIENT": str(folder / "client"), "BENCH_AGENT": str(folder / "agent")}
    to_agent, to_client = os.pipe(), os.pipe()
    started = time.monotonic_ns()
    near = subprocess.Popen(
        [str(ends), "client", *client], stdin=to_client[0], stdout=to_agent[1], env=environment, close_fds=True
    )
    under_test = subprocess.Popen(
        command, stdin=to_agent[0], stdout=to_client[1], env=environment, start_new_session=True
    )
    for descriptor in (*to_agent, *to_client):
        os.close(descriptor)
    watch = _Memory(under_test.pid)
    watch.start()
    if during is not None:
        during(under_test.pid)
    near.wait(PATIENCE)
    result.figures["wall"] = time.monotonic_ns() - started
    _, status, used = os.wait4(under_test.pid, 0)
    under_test.returncode = os.waitstatus_to_exitcode(status)
    cpu = used.ru_utime + used.ru_stime
    watch.stop()
    ended = time.monotonic_ns()
    for pid in watch.seen - {under_test.pid}:
        try:
            _, _, used = os.wait4(pid, 0)
            cpu += used.ru_utime + used.ru_stime
        except ChildProcessError:
            continue
    result.figures["drain"] = time.monotonic_ns() - ended
    for line in _lines(folder / "client"):
        word, _, number = line.partition(" ")
        if number:
            result.figures[word] = float(number)
        else:
            result.times.append(int(word))
    agent_figures = dict(line.split(" ") for line in _lines(folder / "agent"))
    result.figures["agent errors"] = float(agent_figures.get("errors", "-1"))
    result.figures["memory"] = watch.peak
    result.figures["tee cpu"] = cpu - float(agent_figures.get("cpu", "0"))
    return result


def _lines(path: Path) -> list[str]:
    return path.read_text().split("\n")[:-1] if path.exists() else []


class _Memory(threading.Thread):
    """Peak resident memory of a process and its descendants, the bench's own agent left out."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid = pid
        self._done = threading.Event()
        self._peaks: dict[int, int] = {}

    @property
    def seen(self) -> set[int]:
        """Every process that was looked at."""
        return set(self._peaks)

    @property
    def peak(self) -> int:
        """Sum of the processes' peaks, in bytes."""
        return sum(self._peaks.values())

    def run(self) -> None:
        """Looks five times a second, and costs little enough not to be seen."""
        while not self._done.wait(0.2):
            for pid in family(self._pid):
                status = _status(pid)
                if status.get("Name") != "ends" and "VmHWM" in status:
                    self._peaks[pid] = int(status["VmHWM"].split()[0]) * 1024

    def stop(self) -> None:
        """Ends the watch."""
        self._done.set()
        self.join()


def family(pid: int) -> list[int]:
    """A process and all its living descendants, those that made a session of their own included."""
    found = [pid]
    for member in found:
        for children in Path(f"/proc/{member}/task").glob("*/children"):
            try:
                found += map(int, children.read_text().split())
            except OSError:
                continue
    return found


def become_reaper() -> None:
    """Make orphans of our children our own children, so that a recorder that outlives its tee can be waited for."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _status(pid: int) -> dict[str, str]:
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return {}
    return {name: value.strip() for name, _, value in (line.partition(":") for line in text.split("\n"))}
