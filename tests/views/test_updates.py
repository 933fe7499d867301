"""What a session update says."""

from __future__ import annotations

import pytest

from acp_inspect.views.updates import update_summary
from acp_inspect.wire.json_text import Json

TEXT = {"type": "text", "text": "hello"}


@pytest.mark.parametrize(
    ("update", "shown"),
    [
        ({"sessionUpdate": "agent_message_chunk", "content": TEXT}, "“hello”"),
        ({"sessionUpdate": "agent_message_chunk"}, ""),
        ({"sessionUpdate": "user_message", "messageId": "m", "content": [TEXT, TEXT]}, "“hellohello”"),
        ({"sessionUpdate": "agent_thought", "content": []}, ""),
        (
            {"sessionUpdate": "tool_call", "toolCallId": "c", "title": "Read a", "kind": "read", "status": "pending"},
            "read “Read a” pending",
        ),
        ({"sessionUpdate": "tool_call_update", "toolCallId": "c1", "status": "completed"}, "c1 completed"),
        (
            {
                "sessionUpdate": "tool_call_update",
                "toolCallId": "c1",
                "status": "failed",
                "content": [{"type": "content", "content": TEXT}],
            },
            "c1 failed “hello”",
        ),
        ({"sessionUpdate": "tool_call_update", "toolCallId": "c1", "rawInput": {"path": "/a"}}, 'c1 {path: "/a"}'),
        ({"sessionUpdate": "tool_call_update", "toolCallId": "c1", "rawInput": {"a": 1}, "rawOutput": "x"}, 'c1 "x"'),
        (
            {"sessionUpdate": "tool_call_content_chunk", "toolCallId": "c1", "content": {"type": "content", "content": TEXT}},
            "c1 “hello”",
        ),
        (
            {
                "sessionUpdate": "plan",
                "entries": [
                    {"content": "a", "status": "completed"},
                    {"content": "b", "status": "in_progress"},
                    {"content": "c", "status": "pending"},
                ],
            },
            "1/3 done “b”",
        ),
        ({"sessionUpdate": "plan", "entries": "?"}, "0/0 done"),
        (
            {"sessionUpdate": "plan_update", "plan": {"type": "items", "planId": "p", "entries": [{"status": "completed"}]}},
            "p 1/1 done",
        ),
        ({"sessionUpdate": "plan_update", "plan": {"type": "markdown", "content": "# do"}}, "markdown “# do”"),
        ({"sessionUpdate": "notice", "severity": "error", "title": "No key"}, "✖ error “No key”"),
        (
            {"sessionUpdate": "notice", "severity": "warning", "title": "Slow", "description": "very"},
            "▲ warning “Slow” “very”",
        ),
        ({"sessionUpdate": "notice", "severity": "info", "title": "Hi"}, "ⓘ info “Hi”"),
        ({"sessionUpdate": "notice", "severity": "fatal", "title": "Hi"}, "? fatal “Hi”"),
        ({"sessionUpdate": "state_update", "state": "idle", "stopReason": "end_turn"}, "idle end_turn"),
        ({"sessionUpdate": "usage_update", "used": 1280, "size": 258400}, "1,280 of 258,400 tokens"),
        (
            {"sessionUpdate": "usage_update", "used": 1, "size": 2, "cost": {"amount": 0.5, "currency": "USD"}},
            "1 of 2 tokens 0.5 USD",
        ),
        (
            {"sessionUpdate": "available_commands_update", "availableCommands": [{"name": "a"}, {"name": "b"}]},
            "2 commands: a, b",
        ),
        ({"sessionUpdate": "available_commands_update", "availableCommands": []}, "0 commands"),
        ({"sessionUpdate": "current_mode_update", "currentModeId": "ask"}, "ask"),
        (
            {"sessionUpdate": "config_option_update", "configOptions": [{"configId": "mode", "currentValue": "a"}]},
            "mode=a",
        ),
        ({"sessionUpdate": "session_info_update", "title": "T", "updatedAt": "2026"}, "“T”"),
        ({"sessionUpdate": "session_info_update", "_meta": {"x": 1}}, "{x: 1}"),
        (
            {"sessionUpdate": "terminal_update", "terminalId": "t", "command": "ls", "exitStatus": {"exitCode": 3}},
            "t “ls” exit 3",
        ),
        ({"sessionUpdate": "terminal_update", "terminalId": "t", "exitStatus": {"signal": 15}}, "t killed by SIGTERM"),
        ({"sessionUpdate": "terminal_output_chunk", "terminalId": "t", "data": "no base64!"}, "t “no base64!”"),
        ({"sessionUpdate": "_vendor", "a": 1, "_meta": {}}, "{a: 1}"),
        ({"sessionUpdate": "_vendor"}, ""),
        ({"sessionUpdate": ["notice"]}, ""),
        ("text", "text"),
        (None, ""),
    ],
)  # fmt: skip
def test_each_kind_says_what_matters(update: Json, shown: str) -> None:
    assert update_summary(update) == shown
