"""Runs real tees with small agents written on the spot, and reads the journals they leave."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from acp_inspect.record.journal import EXIT, SIGNAL, START, STREAM_END, JournalReader, Start, decode

LAUNCH = str(Path(__file__).with_name("launch.py"))
PATIENCE = 60.0
"""Seconds after which something that must happen is taken not to happen."""

NO_RECORDER = "/nonexistent/recorder"

Record = tuple[int, int, bytes]


def python(code: str, *arguments: str) -> list[str]:
    """A command that runs `code` in a bare interpreter; `os`, `sys`, `time` and `signal` are there."""
    return [sys.executable, "-I", "-S", "-c", f"import os, sys, time, signal\n{code}", *arguments]


ECHO = python("while data := os.read(0, 65536):\n    os.write(1, data)")


def command(recording: Path, agent: Sequence[str], *options: str, recorder: str = NO_RECORDER) -> list[str]:
    """The tee's command line."""
    return [sys.executable, LAUNCH, recorder, "record", "--output", str(recording), *options, "--", *agent]


class Tee(subprocess.Popen[bytes]):
    """A running tee with pipes for stdin, stdout and stderr, unless `how` says otherwise."""

    def __init__(
        self, recording: Path, agent: Sequence[str], *options: str, recorder: str = NO_RECORDER, **how: Any
    ) -> None:
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        super().__init__(command(recording, agent, *options, recorder=recorder), bufsize=0, **{**pipes, **how})

    def send(self, data: bytes) -> None:
        """Write all of it to the tee's stdin."""
        assert self.stdin
        while data:
            data = data[os.write(self.stdin.fileno(), data) :]

    def receive(self, size: int, stream: str = "stdout") -> bytes:
        """What one read gives."""
        return os.read(getattr(self, stream).fileno(), size)

    def line(self, stream: str = "stdout") -> bytes:
        return read_line(getattr(self, stream).fileno())

    def rest(self, stream: str = "stdout") -> bytes:
        """Everything up to end of file."""
        return read_all(getattr(self, stream).fileno())

    def leave(self, stream: str) -> None:
        """Close our end of it."""
        getattr(self, stream).close()

    def finish(self, sent: bytes = b"") -> tuple[bytes, bytes]:
        """Send `sent`, close stdin, and collect stdout and stderr to their ends."""
        return self.communicate(sent, timeout=PATIENCE * 1.5)

    def clean_up(self) -> None:
        """Leave nothing behind, whatever the test did."""
        if self.poll() is None:
            self.kill()
        for pipe in (self.stdin, self.stdout, self.stderr):
            if pipe and not pipe.closed:
                pipe.close()
        self.wait()


def run(
    recording: Path, agent: Sequence[str], *options: str, sent: bytes = b"", recorder: str = NO_RECORDER, **how: Any
) -> subprocess.CompletedProcess[bytes]:
    """A whole run: sends `sent`, closes, and collects what comes."""
    line = command(recording, agent, *options, recorder=recorder)
    return subprocess.run(line, input=sent, capture_output=True, timeout=PATIENCE * 1.5, check=False, **how)


def journal_of(recording: Path) -> Path:
    return recording.with_name(recording.name + ".journal")


def records(recording: Path) -> list[Record]:
    """All whole records of the recording's journal, which must not be damaged."""
    with journal_of(recording).open("rb") as file:
        reader = JournalReader(file.fileno())
        found = list(reader.records())
    assert reader.fault == ""
    assert [at for at, _, _ in found] == sorted(at for at, _, _ in found)
    assert found[0][1] == START
    return found


def stream(found: list[Record], kind: int) -> bytes:
    """The bytes of one stream."""
    return b"".join(payload for _, k, payload in found if k == kind)


def beginning(found: list[Record]) -> Start:
    return Start.decode(found[0][2])


def ends(found: list[Record]) -> dict[int, tuple[int, ...]]:
    """(reason, errno) by stream; each stream ends once."""
    values = [decode(STREAM_END, payload) for _, kind, payload in found if kind == STREAM_END]
    by_stream = {value[0]: value[1:] for value in values if value}
    assert len(by_stream) == len(values)
    return by_stream


def exit_status(found: list[Record]) -> int:
    """The wait status in the EXIT record, which must be the last."""
    assert found[-1][1] == EXIT
    values = decode(EXIT, found[-1][2])
    assert values
    return values[0]


def signals(found: list[Record]) -> list[tuple[int, ...] | None]:
    return [decode(SIGNAL, payload) for _, kind, payload in found if kind == SIGNAL]


def until(condition: Callable[[], object], what: str) -> None:
    """Wait for `condition`."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(0.01)


def alive(pid: int) -> bool:
    """Whether the process runs; a zombie does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return state(pid) != "Z"


def state(pid: int) -> str:
    """The letter that the system has for the process's state, empty if there is none."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return found.stdout.strip()[:1]


def read_line(fd: int) -> bytes:
    """One line from a descriptor, byte by byte, so that nothing is taken beyond it; short at end of file."""
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(fd, 1)
        if not byte:
            break
        line += byte
    return line


def read_all(fd: int) -> bytes:
    """Everything up to end of file."""
    parts = []
    while data := os.read(fd, 1 << 20):
        parts.append(data)
    return b"".join(parts)
