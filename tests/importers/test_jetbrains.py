"""JetBrains' transport log, read."""

from __future__ import annotations

from acp_inspect.importers.jetbrains import read
from acp_inspect.wire.control import Note
from tests.importers.reading import imported, only, opening, sample, told


def test_texts_and_the_differences_of_times_are_kept() -> None:
    lines = only(sample("jetbrains.log"), "jetbrains")
    assert told(lines) == [
        (
            "c2a",
            '{"jsonrpc":"2.0","id":1,"method":"initialize","type":"com.agentclientprotocol.rpc.JsonRpcRequest",'
            '"params":{"protocolVersion":1}}\n',
            0,
        ),
        ("a2c", '{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": 1}}\n', 105),
        # Its clock went back by a millisecond.
        ("a2c", "not JSON at all\n", 105),
        ("control", Note("connection closed"), 1105),
    ]
    assert not opening(lines).reserialised
    assert opening(lines).started_at is None


def test_lines_keep_their_place_in_the_file() -> None:
    assert [line.source for line in only(sample("jetbrains.log"), "jetbrains")] == [0, 2, 5, 6, 7]


def test_line_ends_of_windows_are_the_log_s() -> None:
    data = sample("jetbrains.log").replace(b"\n", b"\r\n")
    assert told(imported(read, data)) == told(imported(read, sample("jetbrains.log")))
