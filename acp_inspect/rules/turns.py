"""What happened in a turn or a run of work: found from the end of the session's timeline, so that it costs no more."""

from __future__ import annotations

from typing import Any

from acp_inspect.protocol.connection import Connection
from acp_inspect.protocol.entities import TOOL_CALL, ToolCall
from acp_inspect.rules.memory.cancel_sent import session_of


def calls_since(connection: Connection, session: str | None, since: int) -> list[ToolCall]:
    """The tool calls of a session that were first mentioned after an event, in their order."""
    known: Any = session_of(connection, session)
    calls: list[ToolCall] = []
    for mention in reversed(known.timeline) if known is not None else ():
        if mention.seq <= since:
            break
        if mention.ref.kind == TOOL_CALL and mention.ref.key in known.tool_calls:
            calls.append(known.tool_calls[mention.ref.key])
    return calls[::-1]
