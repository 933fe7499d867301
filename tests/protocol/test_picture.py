"""What the pictures show: content in one form for both versions, terminals, lists, who owes whom what."""

from __future__ import annotations

from typing import Any

import pytest

from acp_inspect.protocol.drawing import Replays, text_of_bytes
from acp_inspect.protocol.entities import Ref, Span
from acp_inspect.protocol.overview import draw_connection, draw_session
from acp_inspect.protocol.picture import ChangePicture, ContentPicture, SessionPicture, ToolCallPicture
from acp_inspect.trace.chain import Chain
from acp_inspect.wire.rpc import ABSENT, Side
from tests.protocol.talk import NEW_V1, NEW_V2, answer, ask, exited, talked, text, update


def picture(*lines: str) -> SessionPicture:
    found = draw_session(talked(*lines), "s1")
    assert found is not None
    return found


def content(opening: tuple[str, ...], *items: Any) -> tuple[ContentPicture, ...]:
    lines = update("tool_call_update", toolCallId="t", content=list(items))
    return picture(*opening, lines).tool_calls[0].content


@pytest.mark.parametrize("opening", [NEW_V1, NEW_V2], ids=["v1", "v2"])
def test_content_alike(opening: tuple[str, ...]) -> None:
    image = {"type": "image", "data": "", "mimeType": "image/png"}
    items = [
        {"type": "content", "content": text("a")},
        {"type": "content", "content": image},
        {"type": "terminal", "terminalId": "x"},
    ]
    assert content(opening, *items) == (
        ContentPicture("text", "a", raw=items[0]),
        ContentPicture("block", raw=items[1]),
        ContentPicture("terminal", terminal="x", raw=items[2]),
    )


def test_diffs_of_v1() -> None:
    old = {"type": "diff", "path": "/w/a", "oldText": "o", "newText": "n"}
    new = {"type": "diff", "path": "/w/b", "newText": "n"}
    assert [item.changes for item in content(NEW_V1, old, new)] == [
        (ChangePicture("modify", "/w/a", None, "o", "n"),),
        (ChangePicture("add", "/w/b", None, None, "n"),),
    ]


def test_diffs_of_v2() -> None:
    item = {
        "type": "diff",
        "changes": [{"operation": "move", "path": "/b", "oldPath": "/a"}, {"operation": "_odd", "thing": 1}],
        "patch": {"format": "git_patch", "text": "p"},
    }
    unknown = {"type": "_chart", "points": []}
    assert content(NEW_V2, item, unknown) == (
        ContentPicture(
            "diff", changes=(ChangePicture("move", "/b", "/a"), ChangePicture("_odd", None)), patch="p", raw=item
        ),
        ContentPicture("unknown", raw=unknown),
    )


def test_a_message_is_one_text_and_its_pieces() -> None:
    link = {"type": "resource_link", "name": "n", "uri": "file:///w"}
    lines = [update("agent_message_chunk", messageId="m", content=block) for block in (text("a"), link, text("b"))]
    (message,) = picture(*NEW_V2, *lines).messages
    assert (message.text, message.blocks) == ("ab", (text("a"), link, text("b")))
    assert (message.first, message.last) == (len(NEW_V2) + 1, len(NEW_V2) + 3)
    assert message.ref == Ref("message", "agent:m")


def test_the_timeline_is_of_the_same_pictures() -> None:
    lines = [
        update("agent_message", messageId="m"),
        update("tool_call_update", toolCallId="t"),
        update("notice", severity="info", title="N"),
    ]
    found = picture(*NEW_V2, *lines)
    assert found.timeline == (found.messages[0], found.tool_calls[0], found.notices[0])


def test_raw_values_that_are_not_there() -> None:
    (call,) = picture(*NEW_V2, update("tool_call_update", toolCallId="t", rawInput=0)).tool_calls
    assert isinstance(call, ToolCallPicture)
    assert (call.raw_input, call.raw_output, call.open) == (0, ABSENT, True)


def test_terminals_of_both_owners() -> None:
    create = [
        ask("A", 1, "terminal/create", sessionId="s1", command="ls"),
        answer("C", 1, terminalId="x"),
        ask("A", 2, "terminal/output", sessionId="s1", terminalId="x"),
        answer("C", 2, output="é", truncated=False),
    ]
    (client,) = picture(*NEW_V1, *create).terminals
    assert (client.owner, client.command, client.text, client.size) == (Side.CLIENT, "ls", "é", 2)
    size = {"cols": 80, "rows": 24}
    (agent,) = picture(*NEW_V2, update("terminal_update", terminalId="x", command="ls", size=size)).terminals
    assert (agent.owner, agent.command, agent.columns, agent.rows) == (Side.AGENT, "ls", 80, 24)


def test_who_owes_what_since_when() -> None:
    lines = [*NEW_V1, ask("C", 2, "session/prompt", sessionId="s1", prompt=[]).replace("C ", "C @1.5 ", 1)]
    (waiting,) = picture(*lines).pending
    assert (waiting.owner, waiting.sender, waiting.at, waiting.seq) == (Side.AGENT, Side.CLIENT, 1_500_000_000, 5)
    assert (waiting.id, waiting.lost, waiting.cancelled) == ("2", False, None)
    assert picture(*lines, exited()).pending[0].lost is True


def test_the_list_of_sessions() -> None:
    lines = [
        update("session_info_update", title="T"),
        update("subagent_update", sessionId="k", title="K"),
        update("state_update", "k", state="running"),
    ]
    entries = draw_connection(talked(*NEW_V2, *lines)).sessions
    assert [(one.id, one.title, one.origin, one.activity, one.parent) for one in entries] == [
        ("k", None, "child", "running", "s1"),
        ("s1", "T", "new", "idle", None),
    ]
    assert draw_session(talked(*NEW_V2), "zz") is None


def test_replays() -> None:
    replays = Replays(Chain([Span(3, 5), Span(8, 9)]), 20)
    assert [seq for seq in range(25) if seq in replays] == [3, 4, 5, 8, 9, 20, 21, 22, 23, 24]
    assert 4 not in Replays(Chain(), None)
    assert "4" not in replays


def test_bytes_become_text_as_a_whole() -> None:
    assert text_of_bytes([b"a\xc3", b"\xa9\xff", b"\xf0\x9f"]) == "aé\N{REPLACEMENT CHARACTER}"
