"""What the rules cost: to check an event, and how that grows with the recording and with what is open in it.

Each measurement has a process of its own: `python -m tests.benchmarks.checking KIND EVENTS` prints its figures as JSON.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from acp_inspect.analysis import Analysis, Inspection
from acp_inspect.rules.judge import Judge
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import parse_transcript
from tests.benchmarks.moments import Lines, traffic

_SLICE: Final = 5_000
_C, _A = Stream.CLIENT_TO_AGENT, Stream.AGENT_TO_CLIENT
_SAMPLES: Final = Path(__file__).parents[2] / "recordings"


def _line(stream: Stream, **message: Any) -> tuple[Stream, bytes]:
    return stream, json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode() + b"\n"


def _update(session: str, kind: str, /, **members: Any) -> tuple[Stream, bytes]:
    params = {"sessionId": session, "update": {"sessionUpdate": kind, **members}}
    return _line(_A, method="session/update", params=params)


def _opening() -> Lines:
    who = {"name": "bench", "version": "1"}
    params = {"protocolVersion": 1, "clientCapabilities": {}, "clientInfo": who}
    yield _line(_C, id=0, method="initialize", params=params)
    result = {"protocolVersion": 1, "agentCapabilities": {}, "agentInfo": who, "authMethods": []}
    yield _line(_A, id=0, result=result)


def _prompt(session: str, id: str) -> tuple[Stream, bytes]:
    params = {"sessionId": session, "prompt": [{"type": "text", "text": "go on"}]}
    return _line(_C, id=id, method="session/prompt", params=params)


def _session(number: int) -> Lines:
    yield _line(_C, id=number, method="session/new", params={"cwd": "/w", "mcpServers": []})
    yield _line(_A, id=number, result={"sessionId": f"s{number}"})


def _mixed(count: int) -> Lines:
    """The sample recordings one after the other, and as many events of long streams."""
    samples = [parse_transcript(path.read_text()) for path in sorted(_SAMPLES.glob("v*/*.acp"))]
    made = 0
    while made < count:
        for sample in samples:
            yield from ((entry.stream, entry.raw) for entry in sample)
            made += len(sample)
        for version in (1, 2):
            yield from traffic(800, version)
            yield Stream.CONTROL, b'{"control":"exited","code":0,"signal":null}\n'


def _asked(count: int) -> Lines:
    """Prompts and answers, one after the other, in one session."""
    yield from chain(_opening(), _session(1))
    for number in range(count // 2):
        yield _prompt("s1", f"p{number}")
        yield _line(_A, id=f"p{number}", result={"stopReason": "end_turn"})


def _sessions(count: int) -> Lines:
    """Sessions of a turn each, none of them closed."""
    yield from _opening()
    for number in range(1, count // 5 + 1):
        name = f"s{number}"
        yield from _session(number)
        yield _prompt(name, f"p{number}")
        yield _update(name, "agent_message_chunk", content={"type": "text", "text": "so be it"})
        yield _line(_A, id=f"p{number}", result={"stopReason": "end_turn"})


def _waiting(count: int) -> Lines:
    """Tool calls that wait for a permission, and a prompt that is never answered in each of a hundred sessions."""
    yield from _opening()
    options = [{"optionId": "yes", "name": "Yes", "kind": "allow_once"}]
    for number in range(1, 101):
        yield from _session(number)
        yield _prompt(f"s{number}", f"p{number}")
    for number in range(count // 2):
        name, call = f"s{number % 100 + 1}", f"t{number}"
        yield _update(name, "tool_call", toolCallId=call, title="Read", status="pending")
        params = {"sessionId": name, "toolCall": {"toolCallId": call}, "options": options}
        yield _line(_A, id=number, method="session/request_permission", params=params)


_KINDS: Final[dict[str, Callable[[int], Lines]]] = {
    "samples and streams": _mixed,
    "usual v1": lambda count: traffic(count, 1),
    "usual v2": lambda count: traffic(count, 2),
    "prompts, answered": _asked,
    "sessions": _sessions,
    "permissions, open": _waiting,
}


def _slices(kind: str, count: int) -> Iterator[list[tuple[Stream, bytes]]]:
    lines = islice(_KINDS[kind](count), count)
    while some := list(islice(lines, _SLICE)):
        yield some


def _warm_up(kind: str, judge: Judge) -> None:
    """What the first events of their kinds cost has nothing to do with length."""
    analysis, inspection = Analysis(), Inspection(judge)
    for stream, raw in islice(_KINDS[kind](_SLICE), _SLICE):
        for event in analysis.read(stream, raw, -1):
            inspection.look(event)


def check_cost(kind: str, count: int) -> dict[str, float]:
    """CPU microseconds an event: to read it from its line, and to judge it; at the beginning and at the end."""
    judge = Judge()
    _warm_up(kind, judge)
    analysis, inspection = Analysis(), Inspection(judge)
    gc.collect()
    # As `check` does it.
    gc.disable()
    findings = 0
    reading, judging = [], []
    for some in _slices(kind, count):
        started = time.process_time_ns()
        events = [event for stream, raw in some for event in analysis.read(stream, raw, analysis.lines * 1_000_000)]
        read = time.process_time_ns()
        for event in events:
            findings += len(inspection.look(event)[1])
        judged = time.process_time_ns()
        reading.append((read - started) / 1e3 / len(events))
        judging.append((judged - read) / 1e3 / len(events))
    whole = sum(reading) / len(reading) + sum(judging) / len(judging)
    tenth = max(1, len(judging) // 10)
    return {
        "events": analysis.events,
        "findings": findings,
        "read µs": sum(reading) / len(reading),
        "judge µs": sum(judging) / len(judging),
        "× read": whole / (sum(reading) / len(reading)),
        "events a second": 1e6 / whole,
        "last tenth × first": sum(judging[-tenth:]) / sum(judging[:tenth]),
    }


def check(console: Console, scale: int) -> None:
    """The rules over recordings of 10,000 to 500,000 events."""
    table = Table(title="Check, all rules", title_justify="left")
    for heading in (
        "traffic",
        "events",
        "findings",
        "read µs",
        "judge µs",
        "× read",
        "events a second",
        "last tenth × first",
    ):
        table.add_column(heading, justify="left" if heading == "traffic" else "right")
    for kind in _KINDS:
        for count in (10_000, 100_000, 500_000 // scale):
            command = [sys.executable, "-m", __name__, kind, str(count)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            figures = json.loads(done.stdout)
            table.add_row(
                kind,
                f"{figures['events']:,}",
                f"{figures['findings']:,}",
                *(f"{figures[name]:.1f}" for name in ("read µs", "judge µs", "× read")),
                f"{figures['events a second']:,.0f}",
                f"{figures['last tenth × first']:.2f}",
            )
    console.print(table)


if __name__ == "__main__":
    print(json.dumps(check_cost(sys.argv[1], int(sys.argv[2]))))  # noqa: T201
