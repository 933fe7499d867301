"""How an Agent uses message ids, turn by turn."""

from __future__ import annotations

from acp_inspect.rules.memory.message_ids import MessageIds
from tests.rules.exchanges import client, followed, found, text, update, v1


def test_a_prompt_begins_anew() -> None:
    prompt = client(id=2, method="session/prompt", params={"sessionId": "s1", "prompt": []})
    chunk = update("agent_message_chunk", content=text("a"))
    _, inspection = followed([*v1(), chunk, update("agent_thought_chunk", messageId="m", content=text("b"))], [])
    turn = inspection.memory[MessageIds].turns["s1"]
    assert (turn.named, turn.nameless) == ({"agent_thought_chunk"}, {"agent_message_chunk"})
    _, inspection = followed([*v1(), chunk, prompt], [])
    assert inspection.memory[MessageIds].turns["s1"].nameless == frozenset()


def test_a_user_message_is_reported_once_when_ids_turn_up_later() -> None:
    nameless = update("user_message_chunk", content=text("a"))
    named = update("agent_message_chunk", messageId="m", content=text("b"))
    findings = found("update/user-message-without-id", v1(), [nameless, nameless, named, named])
    assert [finding.seq for finding in findings] == [5]


def test_user_messages_of_an_agent_without_ids_are_fine() -> None:
    nameless = [update(kind, content=text("a")) for kind in ("user_message_chunk", "agent_message_chunk")]
    assert found("update/user-message-without-id", v1(), nameless) == []
