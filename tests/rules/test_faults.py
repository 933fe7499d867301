"""The faults of a message, as rules want them."""

from __future__ import annotations

import pytest

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.faults import MOST, dotted, faults, in_update, reaches
from tests.rules.exchanges import agent, client, last_case, update, v1


def test_a_fault_is_chosen_by_its_effect() -> None:
    case = last_case([*v1(), update("tool_call", toolCallId="t1", kind="zap", locations=[{}])])
    assert [one.pointer for one in faults(case, Effect.LOST)] == ["/update/title"]
    assert [one.pointer for one in faults(case, Effect.SALVAGED)] == ["/update/kind"]
    assert [one.pointer for one in faults(case, Effect.DROPPED)] == ["/update/locations/0/path"]
    assert next(reaches(case, Effect.DROPPED))[0] == "/update/locations/0"


def test_without_a_handshake_only_what_both_versions_find_fault_with() -> None:
    # v1 lets a chunk go without an id; neither version can read one without content.
    assert faults(last_case([update("notice", severity="info")]), Effect.LOST)
    assert (
        faults(
            last_case([update("available_commands_update", availableCommands=[{"name": "a", "description": "b"}])]),
            Effect.DROPPED,
        )
        == []
    )


def test_nothing_in_an_answer_that_may_be_to_another_request() -> None:
    twins = [
        client(id=5, method="session/prompt", params={"sessionId": "s1", "prompt": []}),
        client(id=5, method="session/list", params={}),
    ]
    assert faults(last_case([*v1(), *twins, agent(id=5, result={})]), Effect.LOST) == []
    assert faults(last_case([*v1(), twins[0], agent(id=5, result={})]), Effect.LOST)


def test_a_hostile_message_has_not_more_than_so_many() -> None:
    case = last_case([*v1(), update("available_commands_update", availableCommands=[{}] * 1000)])
    assert len(faults(case, Effect.DROPPED)) == MOST


@pytest.mark.parametrize(
    ("pointer", "words"),
    [("", "the message"), ("/params/update/content/2/text", "params.update.content[2].text"), ("/a~1b/~0", "a/b.~")],
)
def test_pointers_as_people_write_them(pointer: str, words: str) -> None:
    assert dotted(pointer) == words


def test_in_update() -> None:
    assert in_update("/update")
    assert in_update("/update/x")
    assert not in_update("/updates")
    assert not in_update("/sessionId")
