"""acpdbg's captures, read."""

from __future__ import annotations

import pytest

from acp_inspect.importers.acpdbg import read
from acp_inspect.wire.control import Control, Exited, Gap, Note, Started
from acp_inspect.wire.framing import Stream
from tests.importers.reading import imported, only, opening, remarks, sample, told


def test_messages_stderr_and_the_process_are_kept() -> None:
    lines = only(sample("acpdbg.jsonl"), "acpdbg")
    assert [(word, said) for word, said, _ in told(lines)] == [
        ("control", Started(("agent", "--acp"), None)),
        ("c2a", '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\n'),
        ("stderr", "warming up\n"),
        ("a2c", "Loading\n"),
        ("a2c", '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}\n'),
        ("control", Gap(Stream.AGENT_TO_CLIENT, None, "an event that has neither frame nor line")),
        ("control", Exited(3)),
    ]
    # Times have the nanoseconds that Go writes.
    assert [line.last_at for line in lines][:3] == [0, 0, 76_543_211]
    assert opening(lines).started_at == 1_772_355_600_123_456_789
    assert [line.source for line in lines] == [0, 1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("event", "control"),
    [
        ('"event":"start","command":"agent \'a b\'"', Started(("agent", "a b"), None)),
        ('"event":"start","command":"agent \'"', Started(("agent '",), None)),
        ('"event":"close","meta":{"exit_code":-15}', Exited(None, 15)),
        ('"event":"close","meta":{"exit_code":true}', Note('acpdbg: "close" {"exit_code":true}')),
        ('"event":[]', Note("acpdbg: [] null")),
    ],
)
def test_what_acpdbg_knows(event: str, control: Control) -> None:
    data = f'{{"ts":"2026-03-01T09:00:00Z","direction":"meta",{event}}}\n'.encode()
    assert remarks(imported(read, data))[1:] == [control]
