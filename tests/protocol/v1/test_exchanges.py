"""Requests, answers and notifications of v1."""

from __future__ import annotations

from typing import Any

import pytest

from acp_inspect.protocol.schema import MethodKind, load_packaged_schema
from acp_inspect.protocol.v1.exchanges import EXCHANGES, NOTIFICATIONS
from tests.protocol.talk import NEW_V1, V1, answer, ask, held, notify, refuse, talked, text, update

CANCEL = notify("C", "session/cancel", sessionId="s1")
CALL = update("tool_call", toolCallId="t", title="T")
QUESTION = ask(
    "A",
    9,
    "session/request_permission",
    sessionId="s1",
    toolCall={"toolCallId": "t", "title": "rm"},
    options=[{"optionId": "y", "name": "Y", "kind": "allow_once"}],
)


def on_session(method: str, id_: Any = 5, **params: Any) -> str:
    return ask("C", id_, method, sessionId="s1", **params)


def prompt(id_: Any) -> str:
    return on_session("session/prompt", id_, prompt=[text("q")])


def test_one_handler_for_each_method_of_the_schema() -> None:
    for unstable, compare in ((True, frozenset.__eq__), (False, frozenset.__le__)):
        methods = load_packaged_schema(1, unstable).methods
        requests = frozenset(method.name for method in methods if method.kind is MethodKind.REQUEST)
        notifications = frozenset(method.name for method in methods if method.kind is MethodKind.NOTIFICATION)
        assert compare(requests, frozenset(EXCHANGES))
        assert compare(notifications, frozenset(NOTIFICATIONS))


def test_a_turn() -> None:
    usage = {"totalTokens": 3, "inputTokens": 1, "outputTokens": 2}
    found = held(*NEW_V1, prompt(2), answer("A", 2, stopReason="max_tokens", usage=usage))
    assert found["prompts"] == [
        {"requestId": 2, "status": "done", "content": [text("q")], "stopReason": "max_tokens", "usage": usage}
    ]
    assert (found["activity"]["state"], found["activity"]["stopReason"], found["runs"]) == ("idle", "max_tokens", 1)


@pytest.mark.parametrize(
    "reply", [refuse("A", 2), answer("A", 2, stopReason="_odd"), answer("A", 2)], ids=["error", "unknown", "none"]
)
def test_a_failed_turn(reply: str) -> None:
    found = held(*NEW_V1, prompt(2), reply)
    assert found["prompts"][0]["status"] == "failed"
    assert (found["activity"]["state"], "error" in found["activity"]) == ("idle", True)


def test_two_turns_at_once_run_until_the_last_ends() -> None:
    lines = [*NEW_V1, prompt(2), prompt(3), answer("A", 2, stopReason="end_turn")]
    assert held(*lines)["activity"] == {"state": "running"}
    assert held(*lines, answer("A", 3, stopReason="end_turn"))["activity"]["state"] == "idle"


def test_cancellation() -> None:
    done = update("tool_call", toolCallId="d", title="D", status="completed")
    lines = [*NEW_V1, prompt(2), CALL, done, QUESTION, CANCEL]
    found = held(*lines)
    assert found["activity"] == {"state": "running", "cancelRequested": True}
    assert (found["toolCalls"]["t"].get("shownAs"), found["toolCalls"]["d"].get("shownAs")) == ("cancelled", None)
    assert found["permissions"]["9"]["cancelRequested"] is True
    found = held(*lines, answer("C", 9, outcome={"outcome": "cancelled"}), answer("A", 2, stopReason="cancelled"))
    assert "cancelRequested" not in found["permissions"]["9"]
    assert found["activity"] == {"state": "idle", "stopReason": "cancelled"}
    later = update("tool_call_update", toolCallId="t", status="failed")
    assert "shownAs" not in held(*lines, later)["toolCalls"]["t"]


def test_a_turn_that_ends_as_cancelled_marks_open_calls() -> None:
    lines = [*NEW_V1, prompt(2), CALL]
    assert held(*lines, answer("A", 2, stopReason="cancelled"))["toolCalls"]["t"]["shownAs"] == "cancelled"
    assert "shownAs" not in held(*lines, answer("A", 2, stopReason="end_turn"))["toolCalls"]["t"]


def test_modes_and_config_change_by_the_result() -> None:
    modes = {"currentModeId": "ask", "availableModes": [{"id": "ask", "name": "A"}]}
    new = [*V1, ask("C", "n", "session/new", cwd="/w", mcpServers=[]), answer("A", "n", sessionId="s1", modes=modes)]
    set_mode = on_session("session/set_mode", modeId="code")
    assert (held(*new, set_mode)["modes"], held(*new, set_mode)["changing"]) == (modes, ["mode"])
    assert held(*new, set_mode, answer("A", 5))["modes"] == {**modes, "currentModeId": "code"}
    assert held(*new, set_mode, refuse("A", 5))["modes"] == modes
    assert "changing" not in held(*new, set_mode, refuse("A", 5))
    config = [{"id": "m", "name": "M", "type": "boolean", "currentValue": True}]
    set_config = on_session("session/set_config_option", configId="m", type="boolean", value=True)
    assert held(*new, set_config)["changing"] == ["m"]
    assert held(*new, set_config, answer("A", 5, configOptions=config))["config"] == config


def test_login_and_logout() -> None:
    login = [ask("C", 5, "authenticate", methodId="m"), answer("A", 5)]
    assert held(*V1, *login)["conn"]["auth"] == {"state": "authenticated", "methodId": "m"}
    assert held(*V1, *login[:1], refuse("A", 5))["conn"]["auth"] == {"state": "unknown"}
    assert held(*V1, *login, ask("C", 6, "logout"), answer("A", 6))["conn"]["auth"] == {"state": "logged_out"}


def test_auth_status() -> None:
    accounts = [{"label": "me"}]
    asked = [ask("C", 5, "auth/status"), answer("A", 5, state="authenticated", accounts=accounts)]
    assert held(*V1, *asked)["conn"]["auth"] == {"state": "authenticated", "accounts": accounts}
    told = notify("A", "auth/status_update", state="_odd")
    assert held(*V1, *asked, told)["conn"]["auth"] == {"state": "_odd"}


def test_providers() -> None:
    provider = {"providerId": "p", "supported": ["openai"], "required": False}
    current = {"apiType": "openai", "baseUrl": "https://x.example/"}
    listed = [ask("C", 5, "providers/list"), answer("A", 5, providers=[provider])]
    assert held(*V1, *listed)["conn"]["providers"] == [provider]
    changed = [ask("C", 6, "providers/set", providerId="p", headers={"k": "secret"}, **current), answer("A", 6)]
    assert held(*V1, *listed, *changed)["conn"]["providers"] == [{**provider, "current": current}]
    assert held(*V1, *changed)["conn"]["providers"] == [{"providerId": "p", "current": current}]
    disabled = [ask("C", 7, "providers/disable", providerId="p"), answer("A", 7)]
    assert held(*V1, *listed, *changed, *disabled)["conn"]["providers"] == [{**provider, "current": None}]
    assert held(*V1, *listed, *changed[:1], refuse("A", 6)) == held(*V1, *listed)


def test_sessions_listed_closed_deleted_titled() -> None:
    listed = [ask("C", 5, "session/list"), answer("A", 5, sessions=[{"sessionId": "s1", "cwd": "/w"}])]
    assert held(*NEW_V1, *listed)["conn"]["listed"] == {"s1": {"cwd": "/w"}}
    assert "listed" not in held(*NEW_V1, *listed, on_session("session/delete", 6), answer("A", 6))["conn"]
    closed = held(*NEW_V1, prompt(2), on_session("session/close", 6), answer("A", 6), refuse("A", 2))
    assert (closed["status"], closed["activity"]) == ("closed", {"state": "closed"})
    titled = held(*NEW_V1, on_session("session/set_title", 6, title="T"), answer("A", 6, title="T"))
    assert titled["info"] == {"title": "T"}
    status = held(*NEW_V1, *listed, on_session("session/status", 6), answer("A", 6, status="saved"))
    assert status["conn"]["listed"]["s1"]["status"] == "saved"


def test_mcp_inside_acp() -> None:

    members = {"serverId": "m", "requestId": "r", "method": "tools/list"}
    lines = [
        ask("A", 8, "mcp/message", **members),
        answer("C", 8, result={}),
        notify("C", "mcp/message", **members),
        ask("A", 9, "mcp/message", **members),
        answer("C", 9, error={"code": 1, "message": "m"}),
    ]
    log = talked(*NEW_V1, *lines).held.mcp
    first = len(NEW_V1) + 1
    assert {(one.server, one.request, one.method) for one in log} == {("m", "r", "tools/list")}
    assert [(one.sender.value, one.answers, one.failed) for one in log] == [
        ("agent", None, False),
        ("client", first, False),
        ("client", None, False),
        ("agent", None, False),
        ("client", first + 3, True),
    ]


def test_closing_and_deleting() -> None:
    for reply in (answer("A", 6), refuse("A", 6, -32002)):
        assert held(*NEW_V1, on_session("session/close", 6), reply)["status"] == "closed"
        assert held(*NEW_V1, on_session("session/delete", 6), reply)["status"] == "deleted"
    assert held(*NEW_V1, on_session("session/close", 6), refuse("A", 6))["status"] == "open"
    assert held(*NEW_V1, on_session("session/delete", 6), refuse("A", 6))["status"] == "open"
    nameless = ask("C", 6, "session/close")
    assert held(*NEW_V1, nameless, answer("A", 6)) == held(*NEW_V1)
