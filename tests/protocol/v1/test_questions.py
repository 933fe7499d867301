"""Permissions and elicitations of v1."""

from __future__ import annotations

from tests.protocol.talk import NEW_V1, answer, ask, held, notify, update

CALL = update("tool_call", toolCallId="t", title="T")
QUESTION = ask(
    "A",
    9,
    "session/request_permission",
    sessionId="s1",
    toolCall={"toolCallId": "t", "title": "rm"},
    options=[{"optionId": "y", "name": "Y", "kind": "allow_once"}],
)


def test_the_call_of_a_question_is_an_update() -> None:
    found = held(*NEW_V1, CALL, QUESTION)
    assert (found["toolCalls"]["t"]["title"], "implicit" in found["toolCalls"]["t"]) == ("rm", False)
    found = held(*NEW_V1, QUESTION)
    assert found["toolCalls"]["t"]["implicit"] is True
    assert found["timeline"] == ["tool_call:t", "permission:9"]


def test_elicitation_and_its_end() -> None:
    request = ask(
        "A",
        8,
        "elicitation/create",
        sessionId="s1",
        mode="url",
        message="m",
        elicitationId="e",
        url="https://x.example/",
    )
    complete = notify("A", "elicitation/complete", elicitationId="e")
    found = held(*NEW_V1, request, answer("C", 8, action="accept"), complete, complete)["elicitations"]["8"]
    assert (found["status"], found["completed"]) == ("accept", True)
    form = ask("A", 8, "elicitation/create", requestId=2, mode="form", message="m", requestedSchema={})
    found = held(*NEW_V1, form, answer("C", 8, action="accept", content={"a": 1}))["conn"]["elicitations"]["8"]
    assert (found["status"], found["content"]) == ("accept", {"a": 1})
