"""session/resume: what is emptied, begun anew, restored."""

from __future__ import annotations

from typing import Any

import pytest

from tests.protocol.talk import NEW_V2, V2, answer, ask, held, refuse, talked, text, update


def resume(id_: Any = 5, **params: Any) -> str:
    return ask("C", id_, "session/resume", sessionId="s1", cwd="/x", **params)


START = resume(replayFrom={"type": "start"})
PART = resume(replayFrom={"type": "_turn"})


def said(words: str, message: str = "m") -> str:
    return update("agent_message_chunk", messageId=message, content=text(words))


def texts(*lines: str) -> dict[str, str]:
    messages = held(*NEW_V2, *lines)["messages"]
    return {key: "".join(block["text"] for block in found["content"]) for key, found in messages.items()}


LIVE = [
    said("old"),
    update("tool_call_update", toolCallId="t", status="in_progress"),
    update("plan_update", plan={"type": "items", "planId": "p", "entries": []}),
    update("terminal_update", terminalId="x"),
    update("compaction_update", compactionId="c", status="completed"),
    update("subagent_update", sessionId="k"),
    update("notice", severity="info", title="N"),
    update("usage_update", used=1, size=2),
    update("session_info_update", title="T"),
    update("available_commands_update", availableCommands=[]),
]
REBUILT = ("timeline", "messages", "toolCalls", "plans", "terminals", "compactions", "subagents", "notices", "usage")


def test_a_replay_from_the_start_empties_at_the_request() -> None:
    before, at_once = held(*NEW_V2, *LIVE), held(*NEW_V2, *LIVE, START)
    assert all(before[name] for name in REBUILT)
    assert not any(at_once.get(name) for name in REBUILT)
    assert at_once["status"] == "resuming"
    assert at_once["replaying"] is True
    assert (at_once["info"], at_once["commands"]) == ({"title": "T"}, [])


def test_a_refused_replay_restores_all() -> None:
    assert held(*NEW_V2, *LIVE, START, said("x"), refuse("A", 5)) == held(*NEW_V2, *LIVE)


def test_a_replay_rebuilds_and_live_goes_on() -> None:
    lines = [said("a"), START, said("a"), answer("A", 5, configOptions=[]), said("b")]
    assert texts(*lines) == {"agent:m": "ab"}
    found = held(*NEW_V2, *lines)
    assert (found["status"], found["cwd"], found["config"]) == ("open", "/x", [])
    assert "replaying" not in found


def test_a_partial_replay_begins_anew_what_it_mentions_first() -> None:
    lines = [said("keep", "a"), said("old", "b"), PART, said("n", "b"), said("ew", "b"), answer("A", 5)]
    assert texts(*lines) == {"agent:a": "keep", "agent:b": "new"}
    call = update("tool_call_update", toolCallId="t", title="T", status="completed")
    again = update("tool_call_update", toolCallId="t", kind="read")
    found = held(*NEW_V2, call, PART, again, update("tool_call_update", toolCallId="t", name="n"))["toolCalls"]["t"]
    assert (found["title"], found["status"], found["kind"], found["name"]) == (None, "pending", "read", "n")
    output = update("terminal_output_chunk", terminalId="x", data="YQ==")
    assert held(*NEW_V2, output, PART, output, output)["terminals"]["x"]["text"] == "aa"
    summary = update("compaction_summary_chunk", compactionId="c", content=text("s"))
    compacted = held(*NEW_V2, summary, PART, summary, summary)["compactions"]["c"]
    assert compacted["summary"] == [text("s"), text("s")]


def test_a_plain_resume_is_live() -> None:
    lines = [said("a"), resume(), update("notice", severity="info", title="N"), said("b")]
    assert texts(*lines, answer("A", 5)) == {"agent:m": "ab"}
    assert held(*NEW_V2, *lines)["notices"][0]["origin"] == "live"
    # What came live is not taken back when the resume is refused.
    assert texts(*lines, refuse("A", 5)) == {"agent:m": "ab"}
    assert held(*NEW_V2, *lines, refuse("A", 5))["status"] == "open"


def test_a_session_that_was_never_open() -> None:
    assert held(*V2, resume(), refuse("A", 5))["status"] == "failed"
    assert held(*V2, START, said("x"), refuse("A", 5))["messages"] == {}
    assert held(*V2, resume(), answer("A", 5))["activity"] == {"state": "unknown"}


def test_prompts_of_the_live_world_live_on() -> None:
    prompt = ask("C", 2, "session/prompt", sessionId="s1", prompt=[text("q")])
    accepted = answer("A", 2, messageId="u")
    done = ask("C", 3, "session/prompt", sessionId="s1", prompt=[text("done")]), answer("A", 3, messageId="d")
    found = held(*NEW_V2, *done, prompt, START, accepted, answer("A", 5))
    assert [(one["requestId"], one["status"]) for one in found["prompts"]] == [(2, "accepted")]
    restored = held(*NEW_V2, *done, prompt, START, accepted, refuse("A", 5))
    assert [(one["requestId"], one["status"]) for one in restored["prompts"]] == [(3, "accepted"), (2, "accepted")]
    late = ask("C", 4, "session/prompt", sessionId="s1", prompt=[text("late")])
    restored = held(*NEW_V2, START, late, refuse("A", 5))
    assert [one["requestId"] for one in restored["prompts"]] == [4]


def test_an_answer_during_a_refused_replay_is_not_forgotten() -> None:
    options = [{"optionId": "y", "name": "Y", "kind": "allow_once"}]
    question = ask("A", 9, "session/request_permission", sessionId="s1", title="T", options=options)
    chosen = answer("C", 9, outcome={"outcome": "selected", "optionId": "y"})
    found = held(*NEW_V2, question, START, chosen, refuse("A", 5))
    assert found["permissions"]["9"]["approved"] is True


def test_two_resumes_at_once() -> None:
    second = resume(6, replayFrom={"type": "start"})
    # The refusal that counts brings back what was before both.
    assert texts(said("a"), START, said("x"), second, refuse("A", 5), refuse("A", 6)) == {"agent:m": "a"}
    assert texts(said("a"), START, said("x"), second, said("a"), refuse("A", 5), answer("A", 6)) == {"agent:m": "a"}
    assert texts(said("a"), resume(), said("b"), second, refuse("A", 6)) == {"agent:m": "ab"}
    assert texts(said("a"), START, said("x"), second, said("y"), refuse("A", 5)) == {"agent:m": "y"}
    # An overtaken answer opens the session, and the later replay goes on.
    opened = held(*NEW_V2, START, second, answer("A", 5), update("notice", severity="info", title="N"))
    assert (opened["status"], opened["replaying"], opened["notices"][0]["origin"]) == ("open", True, "replay window")


def test_a_request_that_the_agent_rejects_opens_nothing() -> None:
    bad = ask("C", 5, "session/resume", sessionId="s1")
    assert "status" not in held(*V2, bad, refuse("A", 5, -32602))
    assert held(*V2, bad, answer("A", 5))["status"] == "open"


def test_states_of_a_replay_are_history() -> None:
    states = [update("state_update", state="running"), update("state_update", state="idle", stopReason="end_turn")]
    found = held(*NEW_V2, START, *states, answer("A", 5))
    assert (found["runs"], found["activity"]["state"]) == (0, "idle")


@pytest.mark.parametrize("lines", [[START], [PART]], ids=["whole", "part"])
def test_notices_of_a_replay_say_so(lines: list[str]) -> None:

    notice = update("notice", severity="info", title="N")
    replayed = [*NEW_V2, *lines, notice, said("a"), said("b"), notice, answer("A", 5), notice]
    assert [one["origin"] for one in held(*replayed)["notices"]] == ["replay window", "replay window", "live"]
    notices = talked(*replayed).held.sessions["s1"].notices
    assert [one.history_before for one in notices] == [0, 2, 0]
    assert notices[0].window == len(NEW_V2) + 1


def test_replayed_entities_are_known_as_such() -> None:
    messages = held(*NEW_V2, START, said("a", "old"), answer("A", 5), said("b", "new"))["messages"]
    assert messages["agent:old"]["replayed"] is True
    assert "replayed" not in messages["agent:new"]
