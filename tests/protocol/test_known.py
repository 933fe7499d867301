"""What one recording tells of a session for another."""

from __future__ import annotations

from acp_inspect.protocol.known import KnownMessage, known_session
from tests.protocol.talk import NEW_V1, ask, talked, text, update


def test_messages_notices_and_tool_calls() -> None:
    connection = talked(
        *NEW_V1,
        ask("C", 7, "session/load", sessionId="s1", cwd="/w", mcpServers=[]),
        update("agent_message_chunk", messageId="m", content=text("Hi")),
        update("notice", severity="info", title="Old"),
        'A {"jsonrpc":"2.0","id":7,"result":{}}',
        update("notice", severity="info", title="New"),
        update("tool_call", toolCallId="t", title="T"),
    )
    known = known_session(connection, "s1", "yesterday", 5)
    assert known is not None
    assert (known.session, known.recording, known.started_at) == ("s1", "yesterday", 5)
    assert known.messages == (KnownMessage("agent", "m", "Hi", True),)
    assert [notice.title for notice in known.notices] == ["Old", "New"]
    assert [notice.title for notice in known.live_notices] == ["New"]
    assert known.tool_calls == ("t",)


def test_an_unknown_session() -> None:
    assert known_session(talked(*NEW_V1), "s2", "x") is None
