"""Requests, answers and notifications of v2."""

from __future__ import annotations

from typing import Any

import pytest

from acp_inspect.protocol.schema import MethodKind, load_packaged_schema
from acp_inspect.protocol.v2.exchanges import EXCHANGES, NOTIFICATIONS
from tests.protocol.talk import NEW_V2, V2, answer, ask, held, refuse, text, update

NEW = ask("C", "n", "session/new", cwd="/w", additionalDirectories=["/a"])


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


def test_requests_without_a_session() -> None:
    for method in ("session/close", "session/delete", "session/set_title", "tool_call/cancel", "session/resume"):
        assert held(*NEW_V2, ask("C", 5, method), answer("A", 5, title="T")) == held(*NEW_V2)


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
