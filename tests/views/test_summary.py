"""What an event says, in one line."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.views.summary import READABLE, summary
from acp_inspect.wire.framing import Stream
from tests.views.rows import rows_of, summary_of
from tests.views.test_pieces import JSON


def request(method: str, params: object) -> str:
    return summary_of("C " + json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))


def result(method: str, value: object) -> str:
    return answer(method, {"result": value})


def answer(method: str, members: dict[str, object]) -> str:
    asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": {}})
    return summary_of(f"C {asked}\nA {json.dumps({'jsonrpc': '2.0', 'id': 1, **members})}")


@pytest.mark.parametrize(
    ("method", "params", "shown"),
    [
        ("initialize", {"protocolVersion": 1, "clientInfo": {"name": "zed", "version": "1.12"}}, "v1 zed 1.12"),
        ("initialize", {"protocolVersion": 2, "info": {"title": "Zed"}}, "v2 Zed"),
        ("initialize", {}, "v?"),
        ("authenticate", {"methodId": "key"}, "key"),
        ("session/new", {"cwd": "/w", "mcpServers": []}, "/w"),
        ("session/new", {"cwd": "/w", "mcpServers": [{}, {}]}, "/w 2 MCP servers"),
        ("session/load", {"sessionId": "s", "cwd": "/w", "additionalDirectories": ["/x"]}, "/w 1 more directory"),
        ("session/prompt", {"sessionId": "s", "prompt": [{"type": "text", "text": "Fix it"}]}, "“Fix it”"),
        ("session/prompt", {"sessionId": "s", "prompt": "not a list"}, "not a list"),
        ("session/set_mode", {"sessionId": "s", "modeId": "ask"}, "ask"),
        ("session/set_config_option", {"sessionId": "s", "configId": "fast", "value": True}, "fast=true"),
        ("session/cancel", {"sessionId": "s"}, ""),
        ("$/cancel_request", {"requestId": "7"}, "request 7"),
        ("fs/read_text_file", {"sessionId": "s", "path": "/a", "line": 3, "limit": 9}, "/a from line 3 9 lines"),
        ("fs/write_text_file", {"sessionId": "s", "path": "/a", "content": "x\n"}, "/a “x␊”"),
        ("terminal/create", {"sessionId": "s", "command": "ls", "args": ["-l", "a"], "cwd": "/w"}, "ls -l a /w"),
        ("terminal/output", {"sessionId": "s", "terminalId": "t1"}, "t1"),
        ("elicitation/create", {"mode": "form", "message": "Which?"}, "form “Which?”"),
        ("mcp/message", {"serverId": "m", "method": "tools/list"}, "m tools/list"),
        ("_vendor/x", {"sessionId": "s", "a": [1]}, "{a: [1]}"),
        ("no/such", [1, 2], "[1, 2]"),
        ("session/new", [1, 2], "[1, 2]"),
        ("session/new", None, ""),
    ],
)
def test_requests(method: str, params: object, shown: str) -> None:
    assert request(method, params) == shown


@pytest.mark.parametrize(
    ("params", "shown"),
    [
        (
            {
                "toolCall": {"toolCallId": "c", "title": "Read notes.txt", "kind": "read", "status": "pending"},
                "options": [{"optionId": "a", "name": "Allow"}, {"optionId": "r", "name": "Reject"}],
            },
            "read “Read notes.txt” pending ▸ Allow / Reject",
        ),
        (
            {
                "title": "Run a command?",
                "subject": {"type": "command", "command": "rm -r x"},
                "options": [{"optionId": "a", "name": "Yes"}],
            },
            "“Run a command?” “rm -r x” ▸ Yes",
        ),
        ({"options": []}, ""),
    ],
)
def test_permission_requests_show_what_and_the_choices(params: dict[str, object], shown: str) -> None:
    assert request("session/request_permission", {"sessionId": "s", **params}) == shown


@pytest.mark.parametrize(
    ("method", "value", "shown"),
    [
        ("initialize", {"protocolVersion": 1, "agentInfo": {"name": "claude", "version": "2"}}, "v1 claude 2"),
        ("initialize", {"protocolVersion": 1, "authMethods": [{}, {}]}, "v1 2 login methods"),
        ("session/new", {"sessionId": "s1", "modes": {"currentModeId": "ask"}}, "s1 mode=ask"),
        (
            "session/new",
            {"sessionId": "s1", "configOptions": [{"id": "mode", "currentValue": "a"}], "modes": {}},
            "s1 mode=a",
        ),
        ("session/prompt", {"stopReason": "end_turn", "usage": {"totalTokens": 2560}}, "end_turn 2,560 tokens"),
        ("session/prompt", {"messageId": "m1"}, "message m1"),
        ("session/prompt", {}, ""),
        ("session/prompt", {"foo": 1}, "{foo: 1}"),
        ("session/request_permission", {"outcome": {"outcome": "selected", "optionId": "yes"}}, "selected yes"),
        ("session/request_permission", {"outcome": {"outcome": "cancelled"}}, "cancelled"),
        ("session/list", {"sessions": [{"sessionId": "a", "title": "One"}, {"sessionId": "b"}]}, "2 sessions: One, b"),
        ("fs/read_text_file", {"content": "alpha\n"}, "“alpha␊”"),
        ("terminal/create", {"terminalId": "t1"}, "t1"),
        ("terminal/output", {"output": "x", "truncated": True, "exitStatus": {"exitCode": 3}}, "exit 3 “x” truncated"),
        ("terminal/wait_for_exit", {"exitCode": None, "signal": "SIGTERM"}, "killed by SIGTERM"),
        ("elicitation/create", {"action": "decline"}, "decline"),
        ("unknown/method", {"a": {}}, "{a: {}}"),
        ("unknown/method", None, ""),
        ("unknown/method", "text", '"text"'),
    ],
)
def test_results(method: str, value: object, shown: str) -> None:
    assert result(method, value) == shown


def test_errors_show_code_message_and_data() -> None:
    error = {"code": -32601, "message": "Method not found", "data": {"method": "x"}}
    assert answer("session/list", {"error": error}) == '-32601 “Method not found” {method: "x"}'
    assert answer("session/list", {"error": "bad"}) == '"bad"'
    assert answer("session/list", {"error": {"code": 1}, "result": {}}) == "1 and a result {}"


@pytest.mark.parametrize(
    ("control", "shown"),
    [
        ({"control": "started", "argv": ["my agent", "-x"], "pid": 7}, "'my agent' -x pid 7"),
        ({"control": "start-failed", "argv": ["x"], "reason": "not found", "code": 127}, "x: not found (exit 127)"),
        ({"control": "signalled", "signal": 15}, "SIGTERM passed on to the agent"),
        ({"control": "stream-ended", "stream": "c2a", "reason": "eof"}, "c2a"),
        ({"control": "stream-ended", "stream": "a2c", "reason": "reader gone"}, "a2c reader gone"),
        ({"control": "exited", "code": 3, "signal": None}, "exit 3"),
        ({"control": "exited", "code": None, "signal": 9}, "killed by SIGKILL"),
        ({"control": "exited", "code": None, "signal": None}, "nobody knows how"),
        ({"control": "exited", "code": 0, "signal": None, "source": "exited: 0 after 2 s"}, "exit 0 (exited: 0 after 2 s)"),
        ({"control": "gap", "stream": "c2a", "size": 1200, "reason": "disk full"}, "1,200 bytes of c2a: disk full"),
        ({"control": "gap", "stream": None, "size": None, "reason": "?"}, "an unknown number of bytes: ?"),
        ({"control": "note", "text": "a\x1b"}, "a␛"),
    ],
)  # fmt: skip
def test_what_the_recorder_says(control: dict[str, object], shown: str) -> None:
    assert summary_of("= " + json.dumps(control)) == shown


def test_malformed_lines_show_the_reason_and_their_start() -> None:
    assert summary_of("A Loading profile") == "Expecting value at character 1: Loading profile"
    assert summary_of('A {"jsonrpc":"2.0"}') == 'neither method nor result nor error: {jsonrpc: "2.0"}'
    assert summary_of(r"A~ \x1b[31m\xff{\n").endswith("␛[31m⟨ff⟩{")


def test_stderr_and_blank_lines_show_as_they_are() -> None:
    assert summary_of(r"E~ WARN\x1b[0m\n") == "WARN␛[0m"
    assert summary_of(r"A~ \t\r\n") == "␉␍"
    assert summary_of(r"E~ " + "é" * 1_000 + r"\n") == "é" * 160 + "… 2.0 kB"


def test_entries_of_a_batch_have_their_own_summaries() -> None:
    batch = [{"method": "session/set_mode", "params": {"modeId": mode}, "id": mode} for mode in ("a", "b")]
    raw = json.dumps(batch).encode() + b"\n"
    assert [summary("request", "session/set_mode", part, raw) for part in (0, 1)] == ["a", "b"]
    assert summary("request", "session/set_mode", 2, raw).startswith("[{")


def test_a_monstrous_line_shows_its_start_unread() -> None:
    raw = b'{"method":"x","params":"' + b"y" * READABLE + b'"}\n'
    assert summary("notification", "x", None, raw).endswith("… 4.0 MB")


def test_control_characters_inside_of_json_strings_are_visible() -> None:
    text = request("session/prompt", {"prompt": [{"type": "text", "text": "\x1b]0;x\x07 \u202e [bold]"}]})
    assert text == "“␛]0;x␇ ⟨RLO⟩ [bold]”"


METHODS = st.sampled_from(
    [
        "initialize", "authenticate", "session/new", "session/load", "session/prompt", "session/update",
        "session/request_permission", "session/set_config_option", "session/list", "session/cancel", "terminal/create",
        "terminal/output", "terminal/wait_for_exit", "fs/read_text_file", "$/cancel_request", "elicitation/create",
        "mcp/message", "_vendor",
    ]
)  # fmt: skip
NAMES = st.sampled_from(
    [
        "protocolVersion", "clientInfo", "info", "authMethods", "name", "title", "version", "cwd", "mcpServers", "prompt",
        "type", "text", "content", "outcome", "optionId", "options", "toolCall", "subject", "update", "sessionUpdate",
        "plan", "entries", "status", "usage", "stopReason", "signal", "exitStatus", "data", "configOptions", "modes",
    ]
)  # fmt: skip
SHAPED = st.recursive(JSON, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=6))


@given(METHODS, SHAPED, st.sampled_from(["params", "result", "error"]))
def test_any_json_in_any_place_has_a_summary(method: str, value: object, place: str) -> None:
    message = {"jsonrpc": "2.0", "id": 1, place: value} | ({"method": method} if place == "params" else {})
    raw = json.dumps(message, default=str).encode() + b"\n"
    for kind in ("request", "notification", "response", "malformed"):
        text = summary(kind, method, None, raw)
        assert "\n" not in text
        assert len(text) < 5_000


@given(st.sampled_from(Stream), st.binary())
def test_any_bytes_have_a_summary(stream: Stream, raw: bytes) -> None:
    for row, line in rows_of([(stream, raw, -1)]):
        assert "\n" not in summary(row.kind, row.method, row.part, line)


def test_terminal_output_of_v2_is_decoded() -> None:
    data = base64.b64encode(b"total 12\n").decode()
    update = {"sessionUpdate": "terminal_output_chunk", "terminalId": "t1", "data": data}
    message = {"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "s", "update": update}}
    assert summary_of("A " + json.dumps(message)) == "t1 “total 12␊”"
