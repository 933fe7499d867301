"""Permissions and elicitations of v2."""

from __future__ import annotations

from typing import Any

import pytest

from tests.protocol.talk import NEW_V2, answer, ask, held, notify, refuse

OPTIONS = [
    {"optionId": "y", "name": "Y", "kind": "allow_once"},
    {"optionId": "ever", "name": "E", "kind": "allow_always"},
    {"optionId": "n", "name": "N", "kind": "reject_once"},
    {"optionId": "odd", "name": "O", "kind": "_odd"},
]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (answer("C", 9, outcome={"outcome": "selected", "optionId": "y"}), ("selected", True)),
        (answer("C", 9, outcome={"outcome": "selected", "optionId": "ever"}), ("selected", True)),
        (answer("C", 9, outcome={"outcome": "selected", "optionId": "n"}), ("selected", False)),
        (answer("C", 9, outcome={"outcome": "selected", "optionId": "odd"}), ("selected", None)),
        (answer("C", 9, outcome={"outcome": "selected", "optionId": "zz"}), ("selected", False)),
        (answer("C", 9, outcome={"outcome": "cancelled"}), ("cancelled", False)),
        (answer("C", 9, outcome={"outcome": "_odd"}), ("_odd", False)),
        (answer("C", 9, outcome="y"), ("failed", False)),
        (refuse("C", 9), ("failed", False)),
        (refuse("C", 9, -32800), ("cancelled", False)),
    ],
)
def test_permission(reply: str, expected: tuple[str, bool | None]) -> None:
    request = ask("A", 9, "session/request_permission", sessionId="s1", title="T", options=OPTIONS)
    assert held(*NEW_V2, request)["permissions"]["9"]["status"] == "pending"
    found = held(*NEW_V2, request, reply)["permissions"]["9"]
    assert (found["status"], found.get("approved")) == expected


def test_subject_of_a_permission() -> None:
    def request(subject: Any) -> str:
        return ask("A", 9, "session/request_permission", sessionId="s1", title="T", options=OPTIONS, subject=subject)

    call = {"type": "tool_call", "toolCall": {"toolCallId": "t", "title": "rm", "kind": "delete"}}
    found = held(*NEW_V2, request(call))
    assert found["timeline"] == ["tool_call:t", "permission:9"]
    assert found["toolCalls"]["t"]["title"] == "rm"
    command = {"type": "command", "command": "rm", "cwd": "/w", "toolCallId": "t"}
    found = held(*NEW_V2, request(command))
    assert (found["permissions"]["9"]["subject"], found["permissions"]["9"]["toolCallId"]) == (command, "t")
    assert found["toolCalls"] == {}
    assert held(*NEW_V2, request({"type": "_odd"}))["permissions"]["9"]["subject"] == {"type": "_odd"}


def test_cancelling_leaves_permissions_to_the_agent() -> None:
    request = ask("A", 9, "session/request_permission", sessionId="s1", title="T", options=OPTIONS)
    found = held(*NEW_V2, request, notify("C", "session/cancel", sessionId="s1"))
    assert "cancelRequested" not in found["permissions"]["9"]


def test_ids_used_one_after_the_other_are_two_questions() -> None:
    request = ask("A", 9, "session/request_permission", sessionId="s1", title="T", options=OPTIONS)
    reply = answer("C", 9, outcome={"outcome": "selected", "optionId": "y"})
    assert held(*NEW_V2, request, reply, request)["timeline"] == ["permission:9", "permission:9"]


FORM = {"mode": "form", "message": "m", "requestedSchema": {"type": "object", "properties": {}}}


ADDRESS = {"mode": "url", "message": "m", "elicitationId": "e", "url": "https://x.example/"}


@pytest.mark.parametrize(
    ("asked", "reply", "expected"),
    [
        (FORM, answer("C", 9, action="accept", content={"a": 1}), {"status": "accept", "content": {"a": 1}}),
        (FORM, answer("C", 9, action="decline"), {"status": "decline"}),
        (FORM, answer("C", 9, action="cancel"), {"status": "cancel"}),
        (FORM, answer("C", 9, action="_odd"), {"status": "cancel"}),
        (FORM, refuse("C", 9, -32800), {"status": "cancelled"}),
        (FORM, answer("C", 9), {"status": "failed"}),
        (ADDRESS, answer("C", 9, action="accept"), {"status": "accept", "completed": False}),
        (ADDRESS, answer("C", 9, action="decline"), {"status": "decline"}),
    ],
)
def test_elicitation(asked: dict[str, Any], reply: str, expected: dict[str, Any]) -> None:
    request = ask("A", 9, "elicitation/create", sessionId="s1", **asked)
    found = held(*NEW_V2, request, reply)["elicitations"]["9"]
    assert {name: found.get(name) for name in ("status", "content", "completed")} == {
        "content": None,
        "completed": None,
        **expected,
    }


def test_elicitation_is_completed_once_known() -> None:
    request = ask("A", 9, "elicitation/create", sessionId="s1", **ADDRESS)
    complete = notify("A", "elicitation/complete", elicitationId="e")
    early = held(*NEW_V2, request, complete, answer("C", 9, action="accept"))
    assert early["elicitations"]["9"]["completed"] is True
    unknown = notify("A", "elicitation/complete", elicitationId="zz")
    assert held(*NEW_V2, request, unknown) == held(*NEW_V2, request)


def test_elicitation_of_a_request_belongs_to_the_connection() -> None:
    request = ask("A", 9, "elicitation/create", requestId=3, **ADDRESS)
    complete = notify("A", "elicitation/complete", elicitationId="e")
    found = held(*NEW_V2, request, answer("C", 9, action="accept"), complete)
    assert found["elicitations"] == {}
    asked = found["conn"]["elicitations"]["9"]
    assert (asked["forRequest"], asked["status"], asked["completed"]) == (3, "accept", True)
