"""Requests, answers and notifications of v2."""

from __future__ import annotations

from typing import Any

import pytest

from acp_inspect.protocol.schema import MethodKind, load_packaged_schema
from acp_inspect.protocol.v2.exchanges import EXCHANGES, NOTIFICATIONS
from tests.protocol.talk import NEW_V2, V2, answer, ask, held, notify, refuse, text, update

NEW = ask("C", "n", "session/new", cwd="/w", additionalDirectories=["/a"])
OPTIONS = [
    {"optionId": "y", "name": "Y", "kind": "allow_once"},
    {"optionId": "ever", "name": "E", "kind": "allow_always"},
    {"optionId": "n", "name": "N", "kind": "reject_once"},
    {"optionId": "odd", "name": "O", "kind": "_odd"},
]


def on_session(method: str, id_: Any = 5, **params: Any) -> str:
    return ask("C", id_, method, sessionId="s1", **params)


def test_one_handler_for_each_method_of_the_schema() -> None:
    for unstable, compare in ((True, frozenset.__eq__), (False, frozenset.__le__)):
        methods = load_packaged_schema(2, unstable).methods
        requests = frozenset(method.name for method in methods if method.kind is MethodKind.REQUEST)
        notifications = frozenset(method.name for method in methods if method.kind is MethodKind.NOTIFICATION)
        assert compare(requests, frozenset(EXCHANGES))
        assert compare(notifications, frozenset(NOTIFICATIONS))


def test_new_session() -> None:
    config = [{"configId": "m", "name": "M", "type": "boolean", "currentValue": True}]
    found = held(*V2, NEW, answer("A", "n", sessionId="s1", configOptions=config, availableCommands=[]))
    assert (found["origin"], found["cwd"], found["roots"]) == ("new", "/w", ["/a"])
    assert (found["config"], found["commands"], found["activity"]) == (config, [], {"state": "idle"})


def test_a_state_reported_before_the_response_stands() -> None:
    early = update("state_update", state="running")
    found = held(*V2, NEW, early, answer("A", "n", sessionId="s1"))
    assert (found["activity"], found["origin"]) == ({"state": "running"}, "new")


def test_refused_new_session() -> None:
    found = held(*V2, NEW, refuse("A", "n", -32000))
    assert "origin" not in found
    assert found["conn"]["auth"] == {"state": "required"}


def test_fork() -> None:
    lines = [on_session("session/fork", cwd="/f"), answer("A", 5, sessionId="f1")]
    found = held(*NEW_V2, update("agent_message", messageId="m"), *lines)["session f1"]
    # What was said before is not told again.
    assert (found["origin"], found["forkedFrom"], found["cwd"], found["messages"]) == ("fork", "s1", "/f", {})


@pytest.mark.parametrize("reply", [answer("A", 5), refuse("A", 5, -32002)], ids=["result", "no such session"])
def test_close(reply: str) -> None:
    found = held(*NEW_V2, update("agent_message", messageId="m"), on_session("session/close"), reply)
    assert (found["status"], found["activity"]) == ("closed", {"state": "closed"})
    assert found["messages"]


def test_refused_close_and_delete() -> None:
    for method in ("session/close", "session/delete"):
        assert held(*NEW_V2, on_session(method), refuse("A", 5))["status"] == "open"


def test_list_delete_and_archive() -> None:
    def info(session: str) -> dict[str, str]:
        return {"sessionId": session, "cwd": "/w"}

    listed = [
        ask("C", 5, "session/list"),
        answer("A", 5, sessions=[info("s1"), info("b")], nextCursor="2"),
        ask("C", 6, "session/list", cursor="2"),
        answer("A", 6, sessions=[info("c"), {"cwd": "/no/id"}]),
    ]
    assert held(*NEW_V2, *listed)["conn"]["listed"].keys() == {"s1", "b", "c"}
    anew = [ask("C", 7, "session/list"), answer("A", 7, sessions=[info("d")])]
    assert held(*NEW_V2, *listed, *anew)["conn"]["listed"] == {"d": {"cwd": "/w"}}
    deleted = held(*NEW_V2, *listed, on_session("session/delete", 8), answer("A", 8))
    assert (deleted["status"], deleted["conn"]["listed"].keys()) == ("deleted", {"b", "c"})
    archive = [on_session("session/archive", 8), answer("A", 8)]
    assert held(*NEW_V2, *listed, *archive)["conn"]["listed"]["s1"] == {"cwd": "/w", "archived": True}
    back = [on_session("session/unarchive", 9), answer("A", 9)]
    assert held(*NEW_V2, *listed, *archive, *back)["conn"]["listed"]["s1"]["archived"] is False


def test_config_changes_by_the_result() -> None:
    request = on_session("session/set_config_option", configId="m", type="boolean", value=False)
    config = [{"configId": "m", "name": "M", "type": "boolean", "currentValue": False}]
    assert held(*NEW_V2, request)["changing"] == ["m"]
    assert "config" not in held(*NEW_V2, request)
    done = held(*NEW_V2, request, answer("A", 5, configOptions=config))
    assert (done["config"], "changing" in done) == (config, False)
    refused = held(*NEW_V2, request, refuse("A", 5))
    assert ("config" in refused, "changing" in refused) == (False, False)
    assert "config" not in held(*NEW_V2, request, answer("A", 5))


def test_title() -> None:
    request = on_session("session/set_title", title="Asked")
    assert held(*NEW_V2, request)["info"] == {}
    assert held(*NEW_V2, request, answer("A", 5, title="Given"))["info"] == {"title": "Given"}


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


def test_an_accepted_cancellation_is_not_yet_one() -> None:
    call = update("tool_call_update", toolCallId="t", status="in_progress")
    found = held(*NEW_V2, call, on_session("tool_call/cancel", toolCallId="t"), answer("A", 5))["toolCalls"]["t"]
    assert (found["status"], found["cancelAccepted"]) == ("in_progress", True)
    terminal = update("terminal_update", terminalId="x")
    found = held(*NEW_V2, terminal, on_session("terminal/cancel", terminalId="x"), answer("A", 5))["terminals"]["x"]
    assert found["cancelAccepted"] is True
    refused = held(*NEW_V2, call, on_session("tool_call/cancel", toolCallId="t"), refuse("A", 5))["toolCalls"]["t"]
    assert "cancelAccepted" not in refused


def test_a_refused_request_that_is_answered_all_the_same() -> None:
    # An Agent that takes `cwd` from nowhere: the Client holds the session it was given.
    found = held(*V2, ask("C", "n", "session/new"), answer("A", "n", sessionId="s1"))
    assert (found["origin"], found.get("cwd")) == ("new", None)
    prompt = ask("C", 5, "session/prompt", sessionId="s1", prompt="no list")
    assert held(*NEW_V2, prompt, answer("A", 5, messageId="m"))["prompts"] == []


def test_null_result_is_an_empty_one_where_that_would_do() -> None:
    null = '{"jsonrpc":"2.0","id":5,"result":null}'
    assert held(*NEW_V2, on_session("session/close"), f"A {null}")["status"] == "closed"
    request = on_session("session/set_config_option", configId="m", value="x")
    assert "config" not in held(*NEW_V2, request, f"A {null}")


def test_prompt_keeps_what_was_asked() -> None:
    assert held(*NEW_V2, on_session("session/prompt", prompt=[text("q")]))["prompts"][0]["content"] == [text("q")]
