"""One agent process after another in the same recording."""

from __future__ import annotations

import json

import pytest

from acp_inspect.protocol.connection import Basis
from tests.protocol.talk import (
    NEW_V1,
    NEW_V2,
    V1,
    V2,
    answer,
    ask,
    exited,
    held,
    refuse,
    talked,
    text,
    update,
)

UNCERTAIN = update("agent_message_chunk", messageId="m", content=text("a"))


def initialize(version: int) -> str:
    return ask("C", "i", "initialize", protocolVersion=version)


def batch(*lines: str) -> str:
    return f"C [{','.join(one[2:] for one in lines)}]"


SAID = update("agent_message_chunk", messageId="m", content=text("a"))


PROMPT = ask("C", 2, "session/prompt", sessionId="s1", prompt=[text("q")])


@pytest.mark.parametrize("opening", [(V1, NEW_V1), (V2, NEW_V2)], ids=["v1", "v2"])
def test_another_agent_process_in_the_same_recording(opening: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
    start, new = opening
    first = [*new, SAID, PROMPT, ask("C", 7, "auth/status"), exited(1)]
    found = held(*first, *start)
    assert (found["conn"]["state"], "closed" in found["conn"], "pending" in found["conn"]) == ("ready", False, False)
    # What the process before told is still to be seen, but it is over.
    assert (found["status"], found["stale"], found["prompts"][0]["status"]) == ("gone", True, "lost")
    assert found["messages"]["agent:m"]["content"] == [text("a")]
    connection = talked(*first, *start)
    assert (len(connection.asked), connection.partial, connection.basis) == (0, False, Basis.ANSWERED)


@pytest.mark.parametrize("opening", [NEW_V1, NEW_V2], ids=["v1", "v2"])
def test_a_session_id_that_the_next_process_gives_out_again(opening: tuple[str, ...]) -> None:
    first = [*opening, SAID, exited()]
    assert held(*first, *opening)["messages"] == {}
    assert held(*first, *opening)["status"] == "open"
    early = held(*first, *opening[:-1], update("available_commands_update", availableCommands=[]), opening[-1])
    assert (early["messages"], early["commands"]) == ({}, [])


def test_a_session_that_the_next_process_takes_up() -> None:
    first = [*NEW_V2, SAID, PROMPT, update("state_update", state="running"), exited()]
    resume = ask("C", 5, "session/resume", sessionId="s1", cwd="/w")
    found = held(*first, *V2, resume, answer("A", 5), SAID)
    assert found["messages"]["agent:m"]["content"] == [text("a"), text("a")]
    assert (found["status"], found["activity"], "stale" in found) == ("open", {"state": "unknown"}, False)
    assert held(*first, *V2, resume, refuse("A", 5))["status"] == "gone"
    load = ask("C", 5, "session/load", sessionId="s1", cwd="/w", mcpServers=[])
    found = held(*NEW_V1, SAID, PROMPT, exited(), *V1, load, SAID, answer("A", 5))
    assert (list(found["messages"]), found["prompts"], found["activity"]) == (["agent:m"], [], {"state": "idle"})


def test_a_next_process_of_another_version() -> None:
    gap = f"= {json.dumps({'control': 'gap', 'stream': None, 'size': 9, 'reason': 'r'})}"
    connection = talked(*NEW_V2, SAID, gap, exited(), gap, *NEW_V1, UNCERTAIN)
    assert (connection.surface.version, connection.gaps, len(connection.held.sessions)) == (1, 2, 1)
    assert held(*NEW_V2, SAID, exited(), *NEW_V1, UNCERTAIN)["conn"]["version"] == 1


def test_an_exit_alone_begins_nothing() -> None:
    for strange in (ask("A", 9, "initialize"), SAID, batch(initialize(2))):
        assert talked(*V2, exited(), strange).closed == "the agent exited with code 0"
