"""State, plans, lists, notices and unknown kinds of v2; which kinds there are; how calls are shown after a cancellation."""

from __future__ import annotations

from typing import Any

import pytest

from acp_inspect.protocol.entities import Ref
from acp_inspect.protocol.schema import load_packaged_schema
from acp_inspect.protocol.surface import update_kinds
from acp_inspect.protocol.v2.reduce import HISTORY, UPDATES
from tests.protocol.talk import NEW_V2, answer, ask, held, notify, refuse, talked, text, update

CANCEL = notify("C", "session/cancel", sessionId="s1")


def state(name: str, **members: Any) -> str:
    return update("state_update", state=name, **members)


def test_one_reducer_for_each_kind_of_the_schema() -> None:
    assert UPDATES.keys() == update_kinds(load_packaged_schema(2, unstable=True))
    assert UPDATES.keys() >= update_kinds(load_packaged_schema(2, unstable=False))
    assert UPDATES.keys() > HISTORY


def test_activity_is_replaced() -> None:
    work = [{"type": "terminal", "terminalId": "x"}]
    told = [state("running", background=work), state("requires_action")]
    # Background that is not told is not reported, which is not none.
    assert held(*NEW_V2, *told)["activity"] == {"state": "requires_action"}
    assert held(*NEW_V2, state("running", background=[]))["activity"] == {"state": "running", "background": []}
    assert held(*NEW_V2, state("_odd"))["activity"] == {"state": "_odd"}


@pytest.mark.parametrize("reason", [None, 5], ids=["null", "malformed"])
def test_no_stop_reason(reason: Any) -> None:
    found = held(*NEW_V2, state("running"), state("idle", stopReason=reason))
    assert found["activity"] == {"state": "idle"}


def test_repeated_idle_keeps_the_reason_and_ends_nothing() -> None:
    error = {"code": 1, "message": "m"}
    lines = [state("running"), state("idle", stopReason="error", error=error), state("idle")]
    found = held(*NEW_V2, *lines)
    assert found["activity"] == {"state": "idle", "stopReason": "error", "error": error}
    assert found["runs"] == 1
    assert held(*NEW_V2, *lines, state("idle", stopReason="refusal"))["activity"]["stopReason"] == "refusal"


@pytest.mark.parametrize(
    ("states", "runs"),
    [
        (["running", "idle"], 1),
        (["requires_action", "idle"], 1),
        (["running", "running", "idle", "idle"], 1),
        (["running", "idle", "running", "idle"], 2),
        (["idle"], 0),
        (["_odd", "idle"], 0),
    ],
)
def test_runs_are_transitions_to_idle(states: list[str], runs: int) -> None:
    assert held(*NEW_V2, *map(state, states))["runs"] == runs


def test_a_plan_keeps_its_place_until_it_is_removed() -> None:
    def plan(words: str) -> str:
        entry = {"content": words, "priority": "low", "status": "pending"}
        return update("plan_update", plan={"type": "items", "planId": "p", "entries": [entry]})

    spoken = update("agent_message", messageId="m")
    assert held(*NEW_V2, plan("a"), spoken, plan("b"))["timeline"] == ["plan:p", "message:agent:m"]
    removed = update("plan_removed", planId="p")
    assert held(*NEW_V2, plan("a"), spoken, removed)["timeline"] == ["message:agent:m"]
    again = held(*NEW_V2, plan("a"), spoken, removed, removed, plan("b"))
    assert again["timeline"] == ["message:agent:m", "plan:p"]
    assert again["plans"]["p"]["entries"][0]["content"] == "b"


def test_other_kinds_of_plan() -> None:
    lines = [
        update("plan_update", plan={"type": "markdown", "planId": "p", "content": "# P"}),
        update("plan_update", plan={"type": "file", "planId": "q", "uri": "file:///w/plan"}),
    ]
    assert held(*NEW_V2, *lines)["plans"] == {
        "p": {"type": "markdown", "content": "# P"},
        "q": {"type": "file", "uri": "file:///w/plan"},
    }


@pytest.mark.parametrize(
    ("kind", "member", "name"),
    [
        ("available_commands_update", "availableCommands", "commands"),
        ("config_option_update", "configOptions", "config"),
    ],
)
def test_a_malformed_list_is_lost(kind: str, member: str, name: str) -> None:
    items = {
        "commands": [{"type": "command", "name": "x", "description": "d"}],
        "config": [{"configId": "m", "name": "M", "type": "boolean", "currentValue": True}],
    }[name]
    told = update(kind, **{member: items})
    assert held(*NEW_V2, told)[name] == items
    assert held(*NEW_V2, told, update(kind, **{member: "oops"}))[name] == items
    assert held(*NEW_V2, told, update(kind, **{member: []}))[name] == []


def test_cost_is_patched() -> None:
    cost = {"amount": 1, "currency": "EUR"}
    first = update("usage_update", used=1, size=9, cost=cost)
    assert held(*NEW_V2, first, update("usage_update", used=2, size=9))["usage"]["cost"] == cost
    assert "cost" not in held(*NEW_V2, first, update("usage_update", used=2, size=9, cost=None))["usage"]


def test_session_info_is_patched() -> None:
    first = update("session_info_update", title="T", updatedAt="2026-11-30T10:00:00Z")
    assert held(*NEW_V2, first, update("session_info_update", title=None))["info"] == {
        "updatedAt": "2026-11-30T10:00:00Z"
    }
    # A malformed time counts as omitted.
    assert held(*NEW_V2, first, update("session_info_update", updatedAt="noon"))["info"]["updatedAt"][:4] == "2026"


def test_notices_are_events() -> None:
    lines = [
        update("notice", severity="info", title="T", description="D", _meta={"a": 1}),
        update("agent_message", messageId="m"),
        update("notice", severity="info", title="T", description=None),
        update("notice", severity="info"),
    ]
    found = held(*NEW_V2, *lines)
    assert found["notices"] == [
        {"severity": "info", "title": "T", "description": "D", "meta": {"a": 1}, "origin": "live"},
        {"severity": "info", "title": "T", "origin": "live"},
    ]
    assert found["timeline"] == ["notice:0", "message:agent:m", "notice:1"]


@pytest.mark.parametrize("kind", ["tool_call", "plan", "current_mode_update", "_own", "replay_complete"])
def test_kinds_of_no_schema_are_kept_as_they_came(kind: str) -> None:
    found = held(*NEW_V2, update(kind, toolCallId="t", entries=[]))
    assert found["unknown"] == [{"sessionUpdate": kind, "toolCallId": "t", "entries": []}]
    assert found["timeline"] == []


CALLS = [
    update("tool_call_update", toolCallId="run", status="in_progress"),
    update("tool_call_update", toolCallId="rest", status="paused"),
    update("tool_call_update", toolCallId="odd", status="_odd"),
    update("tool_call_update", toolCallId="back", status="in_progress"),
    update("tool_call_update", toolCallId="done", status="completed"),
    update("tool_call_update", toolCallId="gone", status="cancelled"),
    state("running", background=[{"type": "tool_call", "toolCallId": "back"}]),
]


def shown(*lines: str) -> set[str]:
    calls = held(*NEW_V2, *CALLS, *lines)["toolCalls"]
    return {name for name, call in calls.items() if call.get("shownAs") == "cancelled"}


def test_cancellation_marks_open_calls() -> None:
    assert shown() == set()
    assert shown(CANCEL) == {"run", "rest", "odd"}
    assert held(*NEW_V2, *CALLS, CANCEL)["activity"]["cancelRequested"] is True
    assert "cancelRequested" not in held(*NEW_V2, *CALLS, CANCEL, state("idle"))["activity"]
    assert held(*NEW_V2, *CALLS, CANCEL, state("running"))["activity"]["cancelRequested"] is True


def test_any_update_of_a_call_removes_the_mark() -> None:
    chunk = update("tool_call_content_chunk", toolCallId="rest", content={"type": "content", "content": text("x")})
    assert shown(CANCEL, update("tool_call_update", toolCallId="run"), chunk) == {"odd"}
    assert shown(CANCEL, update("tool_call_update", toolCallId="run"), CANCEL) == {"run", "rest", "odd"}


def test_idle_as_cancelled_marks_open_calls() -> None:
    assert shown(state("idle", stopReason="cancelled")) == {"run", "rest", "odd", "back"}
    assert shown(state("idle", stopReason="end_turn")) == set()
    ended = state("idle", stopReason="end_turn")
    assert shown(ended, state("idle", stopReason="cancelled")) == set()


def test_the_last_change_names_what_it_concerned() -> None:
    session = talked(*NEW_V2, *CALLS, CANCEL).held.sessions["s1"]
    assert session.touched[0] == Ref("activity")
    assert set(session.touched[1:]) == {Ref("tool_call", name) for name in ("run", "rest", "odd")}


def test_a_prompt_makes_no_message() -> None:
    prompt = ask("C", 2, "session/prompt", sessionId="s1", prompt=[text("q")])
    assert held(*NEW_V2, prompt)["messages"] == {}
    assert held(*NEW_V2, prompt)["prompts"][0]["status"] == "pending"
    echo = update("user_message", messageId="u", content=[text("q")])
    accepted = answer("A", 2, messageId="u")
    both = {"requestId": 2, "status": "accepted", "content": [text("q")], "messageId": "u"}
    assert held(*NEW_V2, prompt, echo, accepted)["prompts"] == [both]
    assert held(*NEW_V2, prompt, accepted, echo)["prompts"] == [both]
    assert held(*NEW_V2, prompt, refuse("A", 2))["prompts"][0]["status"] == "rejected"
    assert held(*NEW_V2, prompt, refuse("A", 2, -32800))["prompts"][0]["status"] == "cancelled"
