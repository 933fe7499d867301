"""What tells the version where no handshake does."""

from __future__ import annotations

import pytest

from acp_inspect.protocol.connection import Basis
from tests.protocol.talk import (
    NEW_V2,
    answer,
    ask,
    held,
    line,
    notify,
    talked,
    text,
    update,
)

UNCERTAIN = update("agent_message_chunk", messageId="m", content=text("a"))


@pytest.mark.parametrize(
    ("evidence", "version"),
    [
        (update("tool_call", toolCallId="t", title="T"), 1),
        (update("plan", entries=[]), 1),
        (update("agent_message_chunk", content=text("b")), 1),
        (ask("C", 1, "session/set_mode", sessionId="s1", modeId="m"), 1),
        (ask("A", 1, "fs/read_text_file", sessionId="s1", path="/w"), 1),
        (ask("A", 1, "session/request_permission", sessionId="s1", toolCall={}, options=[]), 1),
        (update("config_option_update", configOptions=[{"id": "m"}]), 1),
        (answer("A", "i", protocolVersion=1), 1),
        (update("state_update", state="idle"), 2),
        (update("agent_message", messageId="m"), 2),
        (update("terminal_update", terminalId="x"), 2),
        (ask("C", 1, "auth/login", methodId="m"), 2),
        (ask("A", 1, "session/request_permission", sessionId="s1", title="T", options=[]), 2),
        (update("config_option_update", configOptions=[{"configId": "m"}]), 2),
        (answer("A", "i", protocolVersion=2), 2),
    ],
)
def test_a_recording_that_begins_in_the_middle(evidence: str, version: int) -> None:
    connection = talked(UNCERTAIN, evidence)
    assert (connection.version, connection.surface.version, connection.basis) == (None, version, Basis.EVIDENCE)
    assert connection.partial is True
    # What came before is read by the same rules.
    assert held(UNCERTAIN, evidence)["messages"]["agent:m"]["content"][0] == text("a")


@pytest.mark.parametrize(("result", "version"), [({"stopReason": "end_turn"}, 1), ({"messageId": "u"}, 2)])
def test_the_answer_to_a_prompt_tells_the_version(result: dict[str, str], version: int) -> None:
    prompt = ask("C", 2, "session/prompt", sessionId="s1", prompt=[text("q")])
    connection = talked(prompt, answer("A", 2, **result))
    assert connection.surface.version == version
    messages = held(prompt, answer("A", 2, **result))["messages"]
    assert len(messages) == (1 if version == 1 else 0)


@pytest.mark.parametrize(
    "strange",
    [
        update("config_option_update", configOptions=[]),
        update("config_option_update", configOptions=[5]),
        update("config_option_update", configOptions="no"),
        ask("A", 1, "session/request_permission", sessionId="s1", toolCall={}, title="T"),
        ask("A", 1, "session/request_permission"),
        line("A", id=1, method="session/request_permission", params=[1]),
        line("A", id=1, result={"protocolVersion": True}),
        line("A", id=1, result={"protocolVersion": "1"}),
        line("A", id=1, result=[1]),
        ask("A", 1, "initialize", protocolVersion=1),
        answer("C", "i", protocolVersion=1),
        ask("C", 1, "_own", protocolVersion=1),
    ],
)
def test_what_tells_nothing(strange: str) -> None:
    connection = talked(UNCERTAIN, strange)
    assert (connection.basis, connection.surface.version) == (Basis.ASSUMED, 2)


def test_no_evidence() -> None:
    connection = talked(UNCERTAIN, notify("C", "session/cancel", sessionId="s1"), update("_own"))
    assert (connection.basis, connection.surface.version) == (Basis.ASSUMED, 2)


def test_a_handshake_after_all() -> None:
    connection = talked(update("plan", entries=[]), *NEW_V2)
    assert (connection.version, connection.basis, connection.surface.version) == (2, Basis.ANSWERED, 2)
    assert connection.partial is True
