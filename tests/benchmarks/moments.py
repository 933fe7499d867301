"""What the state costs: to fold events, to jump to any moment, to step; and how that grows with the recording.

Each measurement has a process of its own: `python -m tests.benchmarks.moments fold|jump EVENTS VERSION` prints its
figures as JSON. The traffic is of a usual mix (of each turn 60 chunks, 8 tool calls of 3 updates, a usage update) with one message of
2,000 chunks, of both versions.
"""

from __future__ import annotations

import gc
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from acp_inspect.protocol.change import changes
from acp_inspect.protocol.connection import new_connection, step
from acp_inspect.store.moments import Moments
from acp_inspect.store.reader import Recording
from acp_inspect.store.writer import Origin, Writer
from acp_inspect.trace.event import events_of
from acp_inspect.wire.framing import Stream

_SLICE = 1_000
_LONG_MESSAGE = 2_000

Lines = Iterator[tuple[Stream, bytes]]


def traffic(count: int, version: int) -> Lines:
    """At least `count` lines of a session."""

    def line(stream: Stream, **message: Any) -> tuple[Stream, bytes]:
        return stream, json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode() + b"\n"

    def update(kind: str, /, **members: Any) -> tuple[Stream, bytes]:
        params = {"sessionId": "s1", "update": {"sessionUpdate": kind, **members}}
        return line(Stream.AGENT_TO_CLIENT, method="session/update", params=params)

    client, agent = Stream.CLIENT_TO_AGENT, Stream.AGENT_TO_CLIENT
    party = {"name": "bench", "version": "1"}
    hello: dict[str, Any] = {"info": party} if version == 2 else {"clientCapabilities": {}}
    told: dict[str, Any] = {"info": party, "capabilities": {"session": {}}} if version == 2 else {"authMethods": []}
    yield line(client, id=0, method="initialize", params={"protocolVersion": version, **hello})
    yield line(agent, id=0, result={"protocolVersion": version, **told})
    yield line(client, id=1, method="session/new", params={"cwd": "/w", "mcpServers": []})
    yield line(agent, id=1, result={"sessionId": "s1"})
    made, turn, call = 4, 1, 0
    while made < count:
        turn += 1
        prompt = [{"type": "text", "text": f"The request of turn {turn}"}]
        yield line(client, id=turn, method="session/prompt", params={"sessionId": "s1", "prompt": prompt})
        chunks = _LONG_MESSAGE if turn == 2 else 60
        for number in range(chunks):
            content = {"type": "text", "text": f"a few words of text {number} "}
            yield update("agent_message_chunk", messageId=f"m{turn}", content=content)
        for _ in range(8):
            call += 1
            first = "tool_call" if version == 1 else "tool_call_update"
            yield update(first, toolCallId=f"t{call}", title=f"Read file {call}", kind="read", status="pending")
            yield update("tool_call_update", toolCallId=f"t{call}", status="in_progress")
            body = [{"type": "content", "content": {"type": "text", "text": "line of the file\n" * 6}}]
            yield update("tool_call_update", toolCallId=f"t{call}", status="completed", content=body)
        yield update("usage_update", used=made, size=200_000)
        yield line(agent, id=turn, result={"stopReason": "end_turn"} if version == 1 else {"messageId": f"u{turn}"})
        if version == 2:
            yield update("state_update", state="idle", stopReason="end_turn")
        made += chunks + 28


def fold_cost(count: int, version: int) -> dict[str, float]:
    """CPU microseconds an event: to read it from its line, and to fold it. Median over slices of 1,000, and mean."""
    lines = list(traffic(count, version))
    connection = new_connection()
    gc.collect()
    reading, folding = [], []
    seq = 0
    for begin in range(0, len(lines), _SLICE):
        started = time.process_time_ns()
        events = []
        for number, (stream, raw) in enumerate(lines[begin : begin + _SLICE], begin + 1):
            events += events_of(stream, raw, seq=seq + 1, at=number, line=number)
            seq = events[-1].seq
        read = time.process_time_ns()
        for event in events:
            connection = step(connection, event).after
        reading.append((read - started) / 1e3 / len(events))
        folding.append((time.process_time_ns() - read) / 1e3 / len(events))
    return {
        "events": seq,
        "fold µs, median": statistics.median(folding),
        "fold µs, mean": statistics.fmean(folding),
        "read µs, median": statistics.median(reading),
        "read µs, mean": statistics.fmean(reading),
    }


def record(path: Path, count: int, version: int) -> None:
    """A finished recording of that traffic."""
    writer = Writer.create(path, Origin("jsonl", None))
    for number, (stream, raw) in enumerate(traffic(count, version)):
        writer.put(stream, raw, number * 1_000_000, number * 1_000_000)
        if number % _SLICE == 0:
            writer.commit()
    writer.finish("imported", None)


def travel_cost(path: Path, jumps: int, steps: int) -> dict[str, float]:
    """The first pass, then jumps to random moments and steps from there, in milliseconds of wall clock."""
    with Recording.open(path) as recording:
        history = Moments(recording)
        started = time.perf_counter()
        while history.extend(10_000):
            pass
        first_pass = time.perf_counter() - started
        after_pass = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
        jumped, cpu, back, forth, told = [], [], [], [], []
        choice = random.Random(1)
        for _ in range(jumps):
            moment = choice.randrange(len(history) - steps)
            used = time.process_time_ns()
            jumped.append(_timed(partial(history.at, moment)))
            cpu.append((time.process_time_ns() - used) / 1e6)
            for near in range(moment + 1, moment + steps):
                forth.append(_timed(partial(history.at, near)))
            here, there = history.at(moment), history.at(moment + 1)
            told.append(_timed(partial(changes, here, there)))
            history.at(moment)
            for near in range(moment - 1, max(0, moment - steps), -1):
                back.append(_timed(partial(history.at, near)))
        return {
            "events": len(history),
            "first pass, s": first_pass,
            "MB after it": after_pass,
            "jump ms, median": statistics.median(jumped),
            "jump ms, p99": _part(jumped, 0.99),
            "jump CPU ms, max": max(cpu),
            "step on ms, median": statistics.median(forth),
            "step on ms, p99": _part(forth, 0.99),
            "step back ms, median": statistics.median(back),
            "step back ms, p99": _part(back, 0.99),
            "change ms, median": statistics.median(told),
            "keyframes": history.keyframes,
            "MB at the end": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3,
        }


def _timed(action: Callable[[], object]) -> float:
    started = time.perf_counter_ns()
    action()
    return (time.perf_counter_ns() - started) / 1e6


def _part(values: list[float], part: float) -> float:
    return sorted(values)[int(len(values) * part)]


def fold(console: Console, scale: int) -> None:
    """The fold from 10,000 to 1,000,000 events."""
    _table(console, "Fold", "fold", scale)


def jump(console: Console, scale: int) -> None:
    """Time travel in recordings of 10,000 to 1,000,000 events: 100 jumps, and 60 steps each way from each."""
    _table(console, "Time travel", "jump", scale)


def _table(console: Console, title: str, case: str, scale: int) -> None:
    runs = []
    for version in (1, 2):
        for count in (10_000, 100_000, 1_000_000 // scale):
            command = [sys.executable, "-m", __name__, case, str(count), str(version)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            runs.append((f"v{version}", json.loads(done.stdout)))
    table = Table(title=title, title_justify="left")
    table.add_column("")
    for name, _ in runs:
        table.add_column(name, justify="right")
    for figure in runs[0][1]:
        table.add_row(figure, *(f"{figures[figure]:,.4g}" for _, figures in runs))
    console.print(table)


def main(case: str, count: int, version: int) -> None:
    """One measurement, printed as JSON."""
    if case == "fold":
        figures = fold_cost(count, version)
    else:
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            record(Path(folder) / "a.acprec", count, version)
            figures = travel_cost(Path(folder) / "a.acprec", 100, 60)
    sys.stdout.write(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
