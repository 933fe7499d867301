"""User messages that belong to prompts, and those that do not."""

from __future__ import annotations

from acp_inspect.wire.transcript import Entry
from tests.rules.exchanges import client, found, text, update, v2

RULE = "message/user-unprompted"


def prompt(number: int) -> Entry:
    return client(id=number, method="session/prompt", params={"sessionId": "s1", "prompt": [text("Hi")]})


def message(name: str) -> Entry:
    return update("user_message", messageId=name, content=[text("Hi")])


def test_each_prompt_has_one_message() -> None:
    assert found(RULE, v2(), [prompt(2), prompt(3), message("a"), message("b")]) == []
    assert [one.seq for one in found(RULE, v2(), [prompt(2), message("a"), message("b")])] == [7]


def test_more_of_the_same_message_is_no_new_one() -> None:
    chunk = update("user_message_chunk", messageId="a", content=text("!"))
    assert found(RULE, v2(), [prompt(2), message("a"), chunk, message("a")]) == []
