"""lsp-devtools' stores, read."""

from __future__ import annotations

from acp_inspect.wire.control import Gap
from acp_inspect.wire.framing import Stream
from tests.importers.reading import only, opening, sample, told


def test_messages_are_read_with_their_metadata() -> None:
    lines = only(sample("lsp_devtools.sql"), "lsp-devtools")
    assert told(lines) == [
        ("c2a", '{"jsonrpc":"2.0","id":1,"method":"initialize"}\n', 0),
        ("a2c", '{"jsonrpc":"2.0","id":"1","result":{}}\n', 1000),
        ("control", Gap(Stream.AGENT_TO_CLIENT, None, "a message without its text or its sender"), 2000),
    ]
    assert opening(lines).started_at == 1_772_355_600_000_001_000
    assert opening(lines).reserialised


def test_the_older_table_has_messages_in_columns() -> None:
    assert told(only(sample("lsp_devtools_old.sql"), "lsp-devtools")) == [
        ("c2a", '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\n', 0),
        ("a2c", '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}\n', 1000),
        ("a2c", '{"jsonrpc":"2.0","method":"session/update","params":{}}\n', 2000),
    ]
