"""mcp-debugger's stores, read."""

from __future__ import annotations

from tests.importers.reading import only, opening, sample, told


def test_messages_and_other_lines_are_put_in_order() -> None:
    lines = only(sample("mcp_debugger.sql"), "mcp-debugger")
    assert told(lines) == [
        ("c2a", '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\n', 0),
        ("a2c", "Loading\n", 1000),
        ("stderr", "warming up\n", 1000),
        ("a2c", '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1.0}}\n', 2000),
        ("c2a", '{"jsonrpc":"2.0","id":"a-b","method":"session/new"}\n', 3000),
        ("a2c", '{"jsonrpc":"2.0","id":"a-b","error":{"code":1,"message":"no"}}\n', 4000),
        ("a2c", '{"jsonrpc":"2.0","method":"session/update","params":{}}\n', 5000),
    ]
    assert opening(lines).reserialised
