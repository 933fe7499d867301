"""Messages, tool calls, compactions and subagents of v2."""

from __future__ import annotations

from typing import Any

import pytest

from tests.protocol.talk import NEW_V2, held, text, update

ROLES = ["user_message", "agent_message", "agent_thought"]


def message(*lines: str, key: str = "agent:m") -> dict[str, Any]:
    found: dict[str, Any] = held(*NEW_V2, *lines)["messages"][key]
    return found


def call(*lines: str) -> dict[str, Any]:
    found: dict[str, Any] = held(*NEW_V2, *lines)["toolCalls"]["t"]
    return found


@pytest.mark.parametrize("kind", ROLES)
def test_upsert_makes_an_empty_message(kind: str) -> None:
    role = {"user_message": "user", "agent_message": "agent", "agent_thought": "thought"}[kind]
    assert message(update(kind, messageId="m"), key=f"{role}:m") == {"type": role, "id": "m", "content": []}


@pytest.mark.parametrize("kind", ROLES)
def test_chunk_makes_the_message_and_adds_to_it(kind: str) -> None:
    one, two = (update(f"{kind}_chunk", messageId="m", content=text(words)) for words in ("a", "b"))
    contents = [found["content"] for found in held(*NEW_V2, one, two)["messages"].values()]
    assert contents == [[text("a"), text("b")]]


@pytest.mark.parametrize(
    ("change", "content"),
    [
        ({}, [text("a")]),
        ({"content": None}, []),
        ({"content": []}, []),
        ({"content": [text("b")]}, [text("b")]),
        ({"content": "malformed"}, [text("a")]),
        ({"content": [text("b"), {"type": "text"}, 5]}, [text("b")]),
    ],
    ids=["omitted", "null", "empty", "value", "malformed", "bad items"],
)
def test_content_of_an_upsert(change: dict[str, Any], content: list[Any]) -> None:
    first = update("agent_message", messageId="m", content=[text("a")])
    assert message(first, update("agent_message", messageId="m", **change))["content"] == content


def test_chunk_adds_to_what_a_replacement_left() -> None:
    lines = [
        update("agent_message_chunk", messageId="m", content=text("a")),
        update("agent_message", messageId="m", content=[text("b")]),
        update("agent_message_chunk", messageId="m", content=text("c")),
    ]
    assert message(*lines)["content"] == [text("b"), text("c")]


@pytest.mark.parametrize(
    ("change", "meta"),
    [
        ({}, {"a": 1, "b": {"c": 2}}),
        ({"_meta": {}}, {"a": 1, "b": {"c": 2}}),
        ({"_meta": {"a": None}}, {"b": {"c": 2}}),
        ({"_meta": {"b": {"d": 3}, "e": 4}}, {"a": 1, "b": {"d": 3}, "e": 4}),
        ({"_meta": None}, None),
        ({"_meta": "malformed"}, {"a": 1, "b": {"c": 2}}),
    ],
    ids=["omitted", "empty", "key null", "keys", "null", "malformed"],
)
def test_meta_is_patched_by_key(change: dict[str, Any], meta: Any) -> None:
    first = update("agent_message", messageId="m", _meta={"a": 1, "b": {"c": 2}})
    assert message(first, update("agent_message", messageId="m", **change)).get("meta") == meta
    first = update("tool_call_update", toolCallId="t", _meta={"a": 1, "b": {"c": 2}})
    assert call(first, update("tool_call_update", toolCallId="t", **change)).get("meta") == meta


def test_meta_of_a_chunk_is_its_own() -> None:
    first = update("agent_message", messageId="m", _meta={"a": 1})
    chunk = update("agent_message_chunk", messageId="m", content=text("x"), _meta={"b": 2})
    assert message(first, chunk)["meta"] == {"a": 1}


def test_one_id_for_two_roles_is_two_messages() -> None:
    lines = [update(f"{kind}_chunk", messageId="m", content=text(kind)) for kind in ROLES]
    assert held(*NEW_V2, *lines)["timeline"] == ["message:user:m", "message:agent:m", "message:thought:m"]


def test_chunk_without_id_is_lost() -> None:
    assert held(*NEW_V2, update("agent_message_chunk", content=text("x")))["messages"] == {}


def test_addresses_of_a_session_message_are_patched() -> None:
    lines = [
        update("session_message_chunk", messageId="m", content=text("go")),
        update("session_message", messageId="m", senderSessionId="s1", recipientSessionId="k", senderMessageId="x"),
        update("session_message", messageId="m", recipientSessionId=None),
        update("session_message_chunk", messageId="m", content=text("!")),
    ]
    assert message(*lines, key="session:m") == {
        "type": "session",
        "id": "m",
        "content": [text("go"), text("!")],
        "senderSessionId": "s1",
        "senderMessageId": "x",
    }


FULL: dict[str, Any] = {
    "title": "T",
    "name": "n",
    "kind": "edit",
    "status": "in_progress",
    "content": [{"type": "content", "content": text("c")}],
    "locations": [{"path": "/w/a"}],
    "rawInput": {"i": 1},
    "rawOutput": [2],
}


@pytest.mark.parametrize(
    ("member", "cleared"),
    [
        ("title", None),
        ("name", None),
        ("kind", "other"),
        ("status", "pending"),
        ("content", []),
        ("locations", []),
        ("rawInput", None),
        ("rawOutput", None),
    ],
)
def test_fields_of_a_tool_call(member: str, cleared: Any) -> None:
    full = update("tool_call_update", toolCallId="t", **FULL)
    expected = {"toolCallId": "t", **FULL}
    assert call(full, update("tool_call_update", toolCallId="t")) == expected
    after_null = call(full, update("tool_call_update", toolCallId="t", **{member: None}))
    assert {member: None, **after_null} == {**expected, member: cleared}


@pytest.mark.parametrize("member", ["title", "name", "kind", "status", "content", "locations"])
def test_a_malformed_field_never_clears(member: str) -> None:
    full = update("tool_call_update", toolCallId="t", **FULL)
    assert call(full, update("tool_call_update", toolCallId="t", **{member: 7})) == {"toolCallId": "t", **FULL}


def test_capabilities_are_replaced_as_a_whole() -> None:
    first = update("tool_call_update", toolCallId="t", capabilities={"cancel": {}})
    assert call(first)["cancellable"] is True
    assert "cancellable" not in call(first, update("tool_call_update", toolCallId="t", capabilities={}))


def test_content_chunk_makes_an_empty_pending_call() -> None:
    item = {"type": "terminal", "terminalId": "x"}
    assert call(update("tool_call_content_chunk", toolCallId="t", content=item)) == {
        "toolCallId": "t",
        "title": None,
        "kind": "other",
        "status": "pending",
        "content": [item],
        "locations": [],
    }


def test_unknown_values_are_kept() -> None:
    lines = update("tool_call_update", toolCallId="t", kind="_dance", status="_resting", content=[{"type": "_chart"}])
    found = call(lines)
    assert (found["kind"], found["status"], found["content"]) == ("_dance", "_resting", [{"type": "_chart"}])


def test_compaction() -> None:
    lines = [
        update("compaction_update", compactionId="c", status="_odd", error="e", _meta={"a": 1}),
        update("compaction_summary_chunk", compactionId="c", content=text("s")),
        update("compaction_update", compactionId="c", status="completed", error=None, _meta={"b": 2}),
    ]
    found = held(*NEW_V2, *lines)["compactions"]["c"]
    assert found == {"status": "completed", "summary": [text("s")], "meta": {"a": 1, "b": 2}}
    cleared = update("compaction_update", compactionId="c", status="failed", summary=None)
    assert held(*NEW_V2, *lines, cleared)["compactions"]["c"]["summary"] == []


def test_subagent_is_patched_and_its_session_known() -> None:
    first = update("subagent_update", sessionId="k", title="T", description="D", cwd="/k", state={"state": "running"})
    later = update("subagent_update", sessionId="k", description=None, state=None)
    found = held(*NEW_V2, first, later)
    # No state is unconfirmed, not idle.
    assert found["subagents"]["k"] == {"title": "T", "cwd": "/k"}
    assert found["session k"]["parent"] == "s1"
    assert found["session k"]["activity"] == {"state": "unknown"}
    assert found["timeline"] == ["subagent:k"]


def test_a_session_is_not_its_own_child() -> None:
    found = held(*NEW_V2, update("subagent_update", sessionId="s1", title="Me"))
    assert found["origin"] == "new"
    assert "parent" not in found
