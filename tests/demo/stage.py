"""Plays a scenario of the demo between the real sample agent, in a process of its own, and the sample Client, in ours."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from acp_inspect.analysis import Analysis
from acp_inspect.demo.connection import Connection
from acp_inspect.demo.editor import Editor
from acp_inspect.demo.story import Pace, unpack
from acp_inspect.demo.talk import Talk
from acp_inspect.trace.event import Event, kind_of, update_of
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Notification

PACE = 0.02
DEADLINE = 90.0


class Played:
    """A conversation that has ended: its events, and what the agent left behind."""

    def __init__(self, analysis: Analysis, events: list[Event], code: int, folder: Path) -> None:
        self.analysis = analysis
        self.events = events
        self.code = code
        self.folder = folder

    def kinds(self) -> list[str]:
        """Of each event the update kind, else the method, else what it is."""
        return [update_of(event) or event.method or kind_of(event) for event in self.events]

    def updates(self, kind: str) -> list[Json]:
        """The updates of one kind."""
        return [
            event.body.params["update"]
            for event in self.events
            if update_of(event) == kind and isinstance(event.body, Notification) and isinstance(event.body.params, dict)
        ]


class _Wire:
    """Both directions of the pipes, written down in the order in which they cross."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._stdin = process.stdin
        self._stdout = process.stdout
        self._lock = threading.Lock()
        self.lines: list[tuple[Stream, bytes, int]] = []

    def __iter__(self) -> Iterator[bytes]:
        for line in self._stdout:
            self._note(Stream.AGENT_TO_CLIENT, line)
            yield line

    def write(self, data: bytes) -> int:
        self._note(Stream.CLIENT_TO_AGENT, bytes(data))
        return self._stdin.write(data)

    def close(self) -> None:
        self._stdin.close()

    def _note(self, stream: Stream, line: bytes) -> None:
        with self._lock:
            self.lines.append((stream, line, time.monotonic_ns()))


def play(
    scenario: Callable[[Talk], None],
    folder: Path,
    version: int,
    *,
    answer: str = "allow_once",
    notices: bool = True,
) -> Played:
    """The conversation of a scenario; `folder` becomes its project."""
    unpack(folder)
    agent = [sys.executable, "-m", "acp_inspect.demo.agent", "--pace", str(PACE)]
    process = subprocess.Popen(
        agent, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    wire = _Wire(process)
    connection = Connection(wire, wire)
    talk = Talk(connection, Editor(folder, Pace(PACE), answer), folder, version, notices=notices)
    reading = threading.Thread(target=connection.serve, args=(talk,), daemon=True)
    reading.start()
    try:
        scenario(talk)
    finally:
        connection.close()
        try:
            code = process.wait(DEADLINE)
        finally:
            process.kill()
        reading.join(DEADLINE)
        assert process.stdout is not None
        process.stdout.close()
    analysis = Analysis()
    events = [event for line in wire.lines for event in analysis.read(*line)]
    return Played(analysis, events, code, folder)
