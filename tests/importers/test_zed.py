"""What Zed's log copies, read."""

from __future__ import annotations

import json

import pytest

from acp_inspect.importers.captured import ImportFault
from acp_inspect.importers.zed import is_error, read
from acp_inspect.wire.control import Gap, Note
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json
from tests.importers.reading import imported, only, opening, sample, told


def test_a_copy_becomes_the_messages_it_was_made_of() -> None:
    lines = only(sample("zed.json"), "zed")
    assert told(lines) == [
        (
            "c2a",
            '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},'
            '"clientInfo":{"name":"zed","version":"1"}}}\n',
            -1e-6,
        ),
        ("stderr", "warming up é\n", -1e-6),
        (
            "a2c",
            '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}}\n',
            -1e-6,
        ),
        ("a2c", '{"jsonrpc":"2.0","id":"7","method":"_example.com/ask"}\n', -1e-6),
        ("c2a", '{"jsonrpc":"2.0","id":"7","error":{"code":-32601,"message":"Method not found"}}\n', -1e-6),
        ("control", Note("Zed knew no request that the next line answers"), -1e-6),
        ("a2c", '{"jsonrpc":"2.0","id":99,"result":null}\n', -1e-6),
        (
            "control",
            Gap(
                Stream.AGENT_TO_CLIENT,
                None,
                'an entry of the copy that is no message: {"_direction":"incoming","_type":"placeholder",'
                '"text":"200 messages left out"}',
            ),
            -1e-6,
        ),
        (
            "a2c",
            '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":'
            '{"sessionUpdate":"usage_update","used":1.50,"size":9007199254740993}}}\n',
            -1e-6,
        ),
    ]
    assert opening(lines).reserialised


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ({"code": 1, "message": "m", "data": []}, True),
        ({"code": 1}, False),
        ({"code": True, "message": "m"}, False),
        ({"code": 1, "message": "m", "stopReason": "end_turn"}, False),
        (None, False),
    ],
)
def test_errors_are_told_by_their_members(answer: Json, error: bool) -> None:
    assert is_error(answer) is error


@pytest.mark.parametrize("data", [b"{}", b"[", b"[1,"])
def test_what_is_no_array_is_refused(data: bytes) -> None:
    with pytest.raises(ImportFault, match=r"^capture: no JSON"):
        imported(read, data)


def test_entries_of_any_kind_are_harmless() -> None:
    entries: list[Json] = [1, None, [], {"_direction": [], "_type": {}}, {"_direction": "stderr", "params": ["a\nb"]}]
    lines = imported(read, json.dumps(entries).encode())
    assert [word for word, _, _ in told(lines)] == ["control"] * 4 + ["stderr"]


def test_deep_nesting_is_harmless() -> None:
    deep = b'[{"_direction":"incoming","_type":"notification","method":"x","params":' + b"[" * 10**6 + b"]" * 10**6
    (line,) = told(imported(read, deep + b"}]"))
    assert "nested too deep" in str(line[1])
