"""session/load and session/resume of v1."""

from __future__ import annotations

from tests.protocol.talk import NEW_V1, V1, answer, ask, held, refuse, talked, text, update

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


def test_notices_know_how_much_history_came_before() -> None:
    lines = [*NEW_V1, LOAD, NOTICE, said("a"), CALL, update("usage_update", used=1, size=2), NOTICE]
    session = talked(*lines).held.sessions["s1"]
    assert [one.history_before for one in session.notices] == [0, 2]
    assert [one.window for one in session.notices] == [len(NEW_V1) + 1] * 2


def texts(*lines: str) -> list[str]:
    return [block["text"] for one in held(*NEW_V1, *lines)["messages"].values() for block in one["content"]]


def test_two_attempts_at_once() -> None:
    again = LOAD.replace('"id": 5', '"id": 6')
    plain = RESUME.replace('"id": 5', '"id": 6')
    # The refusal that counts brings back what was before both.
    assert texts(said("a"), LOAD, said("x"), again, said("y"), refuse("A", 5), refuse("A", 6)) == ["a"]
    found = held(*NEW_V1, said("a"), LOAD, said("x"), again, said("y"), refuse("A", 5))
    assert (found["status"], len(found["messages"])) == ("loading", 1)
    # An overtaken answer opens the session, and the later replay goes on.
    opened = held(*NEW_V1, LOAD, again, answer("A", 5), NOTICE)
    assert (opened["status"], opened["notices"][0]["origin"]) == ("open", "replay window")
    # What came live while a resume waited is part of what a refused load brings back.
    restored = held(*NEW_V1, said("a"), plain, said("b"), LOAD, said("x"), refuse("A", 5))
    assert [one["content"] for one in restored["messages"].values()] == [[text("a"), text("b")]]
    assert (restored["status"], "replaying" in restored) == ("open", False)
    assert held(*V1, plain, LOAD, refuse("A", 5))["status"] == "failed"


def test_a_request_that_the_agent_rejects_opens_nothing() -> None:
    bad = ask("C", 5, "session/load", sessionId="s1", cwd="/w")
    assert "status" not in held(*V1, bad, refuse("A", 5, -32602))
    assert held(*V1, bad, answer("A", 5))["status"] == "open"
