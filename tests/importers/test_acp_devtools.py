"""acp-devtools' export and its store, read."""

from __future__ import annotations

from pathlib import Path

import pytest

from acp_inspect.importers.acp_devtools import read, read_store
from acp_inspect.importers.captured import ImportFault, Source
from acp_inspect.wire.control import Gap, Started
from acp_inspect.wire.framing import Stream
from tests.importers.reading import imported, only, opening, recognised, sample, told


def test_an_export_keeps_texts_times_and_the_command() -> None:
    lines = only(sample("acp_devtools.json"), "acp-devtools")
    assert told(lines) == [
        ("control", Started(("agent", "--acp", "a b"), None), 0),
        ("c2a", '{"jsonrpc":"2.0", "id":0,"method":"initialize","params":{"protocolVersion":1}}\n', 250),
        ("a2c", "Loading…\n", 251),
        ("a2c", '{"jsonrpc":"2.0","id":"0","result":{"protocolVersion":1}}\n', 300),
        ("a2c", '{"jsonrpc":"2.0","method":"_x"}\n', 1000),
        ("control", Gap(None, None, "a message of an unknown direction: sideways"), 1001),
    ]
    assert opening(lines).started_at == 1_770_000_000_000 * 10**6
    assert not opening(lines).reserialised


def test_a_redacted_export_is_written_anew() -> None:
    data = sample("acp_devtools.json").replace(b"Loading", b"<REDACTED>")
    assert opening(imported(read, data)).reserialised


def test_each_session_of_a_store_is_a_connection() -> None:
    (first, lines), (second, others) = recognised(sample("acp_devtools.sql"), "acp-devtools-db")
    assert (first, second) == ("first", "b")
    assert told(lines) == [
        ("control", Started(("agent", "--acp"), None), 0),
        ("c2a", '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n', 200),
        ("a2c", '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}\n', 300),
        ("control", Gap(Stream.AGENT_TO_CLIENT, None, "a message that is stored without its text"), 400),
    ]
    assert [line[:2] for line in told(others)] == [
        ("control", Started(("second",), None)),
        ("c2a", '{"jsonrpc":"2.0","id":"x","method":"initialize"}\n'),
    ]


def test_a_store_that_is_not_all_in_its_file_is_refused(tmp_path: Path) -> None:
    data = bytearray(sample("acp_devtools.sql"))
    data[18:20] = b"\2\2"
    path = tmp_path / "captures.db"
    path.write_bytes(data)
    with path.open("rb") as file:
        assert len(read_store(Source(str(path), file))) == 2
    path.with_name("captures.db-wal").write_bytes(b"newer")
    with path.open("rb") as file, pytest.raises(ImportFault, match="-wal file beside it"):
        read_store(Source(str(path), file))
