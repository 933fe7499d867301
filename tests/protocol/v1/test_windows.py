"""session/load and session/resume of v1."""

from __future__ import annotations

from tests.protocol.talk import NEW_V1, V1, answer, ask, held, refuse, text, update

LOAD = ask("C", 5, "session/load", sessionId="s1", cwd="/x", additionalDirectories=["/a"], mcpServers=[])
RESUME = ask("C", 5, "session/resume", sessionId="s1", cwd="/x", mcpServers=[])
PROMPT = ask("C", 2, "session/prompt", sessionId="s1", prompt=[text("q")])
DONE = answer("A", 2, stopReason="end_turn")
CALL = update("tool_call", toolCallId="t", title="T")
NOTICE = update("notice", severity="info", title="N")


def said(words: str, kind: str = "agent_message_chunk") -> str:
    return update(kind, content=text(words))


def test_a_load_rebuilds() -> None:
    lines = [*NEW_V1, PROMPT, said("a"), CALL, DONE, LOAD]
    found = held(*lines)
    assert (found["messages"], found["toolCalls"], found["prompts"], found["status"]) == ({}, {}, [], "loading")
    replayed = [said("q", "user_message_chunk"), said("a"), CALL]
    found = held(*lines, *replayed, answer("A", 5))
    assert [one["content"] for one in found["messages"].values()] == [[text("q")], [text("a")]]
    assert all(one["replayed"] for one in found["messages"].values())
    assert (found["status"], found["cwd"], found["roots"]) == ("open", "/x", ["/a"])
    assert found["toolCalls"]["t"]["replayed"] is True


def test_a_refused_load_restores() -> None:
    lines = [*NEW_V1, PROMPT, said("a"), CALL, DONE, NOTICE]
    assert held(*lines, LOAD, said("x"), refuse("A", 5)) == held(*lines)
    assert held(*V1, LOAD, said("x"), refuse("A", 5))["status"] == "failed"


def test_a_load_on_a_new_connection() -> None:
    found = held(*V1, LOAD, said("a"), answer("A", 5, modes={"currentModeId": "m", "availableModes": []}))
    assert (found["origin"], found["status"], found["activity"]) == ("load", "open", {"state": "idle"})
    assert found["modes"] == {"currentModeId": "m", "availableModes": []}


def test_null_as_the_answer_to_a_load() -> None:
    assert held(*V1, LOAD, 'A {"jsonrpc":"2.0","id":5,"result":null}')["status"] == "open"


def test_what_was_live_and_what_came_again() -> None:
    lines = [*NEW_V1, LOAD, NOTICE, said("a"), answer("A", 5), NOTICE]
    assert [one["origin"] for one in held(*lines)["notices"]] == ["replay window", "live"]


def test_a_resume_is_live() -> None:
    found = held(*NEW_V1, said("a"), RESUME, NOTICE, answer("A", 5))
    assert (found["timeline"], found["notices"][0]["origin"]) == (["message:agent:~1", "notice:0"], "live")
    assert held(*NEW_V1, said("a"), RESUME, said("b"), refuse("A", 5))["status"] == "open"


def test_a_turn_that_was_on_when_the_session_was_loaded() -> None:
    lines = [*NEW_V1, PROMPT, LOAD, DONE]
    assert held(*lines, answer("A", 5))["prompts"][0]["status"] == "done"
    restored = held(*lines, refuse("A", 5))
    assert restored["prompts"][0]["status"] == "done"
    assert restored["activity"] == {"state": "idle", "stopReason": "end_turn"}


def test_a_turn_that_began_in_a_refused_load() -> None:
    restored = held(*NEW_V1, LOAD, PROMPT, refuse("A", 5))
    assert (restored["prompts"][0]["status"], restored["activity"]["state"]) == ("pending", "running")
