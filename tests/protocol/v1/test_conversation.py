"""Messages and their runs, tool calls, compactions and subagents of v1."""

from __future__ import annotations

from typing import Any

import pytest

from tests.protocol.talk import NEW_V1, answer, ask, held, notify, refuse, text, update

PROMPT = ask("C", 2, "session/prompt", sessionId="s1", prompt=[text("q")])
PERMISSION = ask(
    "A",
    9,
    "session/request_permission",
    sessionId="s1",
    toolCall={"toolCallId": "t"},
    options=[{"optionId": "y", "name": "Y", "kind": "allow_once"}],
)
CALL = update("tool_call", toolCallId="t", title="T")


def said(words: str, kind: str = "agent_message_chunk", **members: Any) -> str:
    return update(kind, content=text(words), **members)


def agent_texts(*lines: str) -> list[str]:
    messages = held(*NEW_V1, *lines)["messages"].values()
    return ["".join(block["text"] for block in one["content"]) for one in messages if one["type"] == "agent"]


def call(*lines: str) -> dict[str, Any]:
    found: dict[str, Any] = held(*NEW_V1, *lines)["toolCalls"]["t"]
    return found


@pytest.mark.parametrize(
    "between",
    [
        said("t", "agent_thought_chunk"),
        said("u", "user_message_chunk"),
        said("i", messageId="i"),
        said("i", "agent_thought_chunk", messageId="i"),
        CALL,
        update("tool_call_update", toolCallId="new", status="pending"),
        PERMISSION,
        update("compaction_update", compactionId="c", status="in_progress"),
        update("subagent_update", sessionId="k", title="K"),
        update("session_message", messageId="x"),
        PROMPT,
        ask("C", 5, "session/load", sessionId="s1", cwd="/w", mcpServers=[]) + "\n" + refuse("A", 5),
    ],
    ids=[
        "thought",
        "user",
        "with id",
        "thought with id",
        "call",
        "unknown call",
        "question for an unknown call",
        "compaction",
        "subagent",
        "session message",
        "prompt",
        "refused load",
    ],
)
def test_what_ends_a_run(between: str) -> None:
    texts = agent_texts(said("A"), between, said("B"))
    assert [words for words in texts if words != "i"] == ["A", "B"]


def test_the_answer_to_a_prompt_ends_a_run() -> None:
    assert agent_texts(PROMPT, said("A"), answer("A", 2, stopReason="end_turn"), said("B")) == ["A", "B"]
    assert agent_texts(PROMPT, said("A"), refuse("A", 2), said("B")) == ["A", "B"]


@pytest.mark.parametrize(
    "between",
    [
        update("tool_call_update", toolCallId="t", status="completed"),
        PERMISSION,
        update("plan", entries=[]),
        update("plan_update", plan={"type": "items", "planId": "p", "entries": []}),
        update("notice", severity="info", title="N"),
        update("usage_update", used=1, size=2),
        update("available_commands_update", availableCommands=[]),
        update("config_option_update", configOptions=[]),
        update("current_mode_update", currentModeId="m"),
        update("session_info_update", title="T"),
        update("agent_message_chunk", "other", content=text("x")),
        ask("A", 8, "elicitation/create", sessionId="s1", mode="form", message="m", requestedSchema={}),
        notify("C", "session/cancel", sessionId="s1"),
        update("_unknown"),
        said("lost", messageId="m").replace('"text": "lost"', '"text": 5'),
    ],
)
def test_what_does_not_end_a_run(between: str) -> None:
    assert agent_texts(CALL, said("A"), between, said("B")) == ["AB"]


def test_a_run_does_not_take_up_an_older_one() -> None:
    assert agent_texts(said("A"), said("t", "agent_thought_chunk"), said("B"), said("C")) == ["A", "BC"]


def test_ids_that_look_like_places() -> None:
    assert agent_texts(said("A"), said("B", messageId="~1"), said("C", messageId="~1")) == ["A", "BC"]


def test_the_prompt_is_the_message_of_the_user() -> None:
    found = held(*NEW_V1, PROMPT)
    assert found["messages"] == {"user:~p1": {"type": "user", "id": None, "content": [text("q")], "origin": "prompt"}}
    assert found["activity"] == {"state": "running"}


def test_an_agent_that_repeats_the_prompt() -> None:
    echo = [said("q", "user_message_chunk")]
    found = held(*NEW_V1, PROMPT, *echo)["messages"]
    assert [one["origin"] for one in found.values()] == ["prompt", "echo"]
    other = held(*NEW_V1, PROMPT, said("other", "user_message_chunk"))["messages"]
    assert [one.get("origin") for one in other.values()] == ["prompt", None]
    assert [one.get("origin") for one in held(*NEW_V1, *echo)["messages"].values()] == [None]


@pytest.mark.parametrize("member", ["title", "name", "kind", "status", "content", "locations", "rawInput", "rawOutput"])
def test_null_means_omitted(member: str) -> None:
    full = {
        "title": "T",
        "name": "n",
        "kind": "edit",
        "status": "in_progress",
        "content": [{"type": "diff", "path": "/w/a", "newText": "n"}],
        "locations": [{"path": "/w/a"}],
        "rawInput": {"i": 1},
        "rawOutput": [2],
    }
    announced = update("tool_call", toolCallId="t", **full)
    assert call(announced) == {"toolCallId": "t", **full}
    assert call(announced, update("tool_call_update", toolCallId="t", **{member: None})) == {"toolCallId": "t", **full}


def test_empty_arrays_clear() -> None:
    announced = update("tool_call", toolCallId="t", title="T", locations=[{"path": "/w/a"}])
    assert call(announced, update("tool_call_update", toolCallId="t", locations=[]))["locations"] == []


def test_values_outside_the_closed_lists_are_no_values() -> None:
    found = call(CALL, update("tool_call_update", toolCallId="t", status="cancelled", kind="zap", title="U"))
    assert (found["status"], found["kind"], found["title"]) == ("pending", "other", "U")


def test_a_call_that_nobody_announced() -> None:
    stray = update("tool_call_update", toolCallId="t", status="in_progress")
    assert call(stray)["implicit"] is True
    assert "implicit" not in call(stray, CALL)


def test_meta_is_replaced_when_present() -> None:
    first = update("tool_call", toolCallId="t", title="T", _meta={"a": 1})
    assert call(first, update("tool_call_update", toolCallId="t", _meta={"b": 2}))["meta"] == {"b": 2}
    assert call(first, update("tool_call_update", toolCallId="t", _meta=None))["meta"] == {"a": 1}


def test_compaction_fields_are_patched_as_a_whole() -> None:
    first = update("compaction_update", compactionId="c", status="failed", error="e", _meta={"a": 1})
    chunk = update("compaction_summary_chunk", compactionId="c", content=text("s"))
    later = update("compaction_update", compactionId="c", status="completed", error=None, _meta={"b": 2})
    assert held(*NEW_V1, first, chunk, later)["compactions"]["c"] == {
        "status": "completed",
        "summary": [text("s")],
        "meta": {"b": 2},
    }
    cleared = update("compaction_update", compactionId="c", status="completed", _meta=None)
    assert "meta" not in held(*NEW_V1, first, cleared)["compactions"]["c"]


def test_subagent_and_session_message() -> None:
    lines = [
        update("subagent_update", sessionId="k", title="T", _meta={"a": 1}),
        update("subagent_update", sessionId="k", title=None, _meta={"b": 2}),
        update("session_message_chunk", messageId="m", content=text("go")),
        update("session_message", messageId="m", recipientSessionId="k"),
    ]
    found = held(*NEW_V1, *lines)
    assert found["subagents"]["k"] == {"meta": {"b": 2}}
    assert found["session k"]["parent"] == "s1"
    assert found["messages"]["session:m"]["recipientSessionId"] == "k"
    assert found["timeline"] == ["subagent:k", "message:session:m"]


def test_what_is_no_echo() -> None:
    spoken = held(*NEW_V1, PROMPT, said("q"))["messages"]
    assert [one.get("origin") for one in spoken.values()] == ["prompt", None]
    load = ask("C", 5, "session/load", sessionId="s1", cwd="/w", mcpServers=[])
    replayed = held(*NEW_V1, PROMPT, load, said("q", "user_message_chunk"))["messages"]
    assert [one.get("origin") for one in replayed.values()] == [None]
