"""When a response says that a login is needed."""

from __future__ import annotations

import json

import pytest

from acp_inspect.rules.registry import rules_by_id
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.transcript import Entry
from tests.rules.judging import lines_reported


@pytest.mark.parametrize(
    ("error", "asks"),
    [
        ({"code": -32000, "message": "Authentication required"}, True),
        ({"code": -32000, "message": "Unauthorized"}, True),
        ({"code": -32000, "message": "Please log in first"}, True),
        ({"code": -32000, "message": "Missing API key"}, True),
        ({"code": -32000, "message": "The author of the file is unknown"}, False),
        ({"code": -32000, "message": "Out of memory"}, False),
        ({"code": -32000}, False),
        ({"code": -32603, "message": "Authentication required"}, False),
    ],
)
def test_the_code_alone_does_not_ask_for_a_login(error: Json, asks: bool) -> None:
    messages: list[tuple[Stream, Json]] = [
        (Stream.CLIENT_TO_AGENT, {"id": 0, "method": "initialize", "params": {"protocolVersion": 1}}),
        (Stream.AGENT_TO_CLIENT, {"id": 0, "result": {"protocolVersion": 1}}),
        (Stream.CLIENT_TO_AGENT, {"id": 1, "method": "session/new", "params": {"cwd": "/work", "mcpServers": []}}),
        (Stream.AGENT_TO_CLIENT, {"id": 1, "error": error}),
    ]
    entries = [
        Entry(stream, json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n", 0) for stream, message in messages
    ]
    assert lines_reported(entries, rules_by_id()["auth/required-without-methods"]) == ([4] if asks else [])
