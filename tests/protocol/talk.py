"""Lines of a transcript, made of values: for tests that need many small variations."""

from __future__ import annotations

import json
from typing import Any, Final

from acp_inspect.protocol.connection import Connection
from tests.protocol.outline import Outline, outline
from tests.protocol.traffic import after


def line(who: str, /, **message: Any) -> str:
    """A message of the Client (`C`) or the Agent (`A`)."""
    return f"{who} {json.dumps({'jsonrpc': '2.0', **message})}"


def ask(who: str, id_: Any, method: str, /, **params: Any) -> str:
    """A request."""
    return line(who, id=id_, method=method, params=params)


def notify(who: str, method: str, /, **params: Any) -> str:
    """A notification."""
    return line(who, method=method, params=params)


def answer(who: str, id_: Any, /, **result: Any) -> str:
    """A response with a result."""
    return line(who, id=id_, result=result)


def refuse(who: str, id_: Any, code: int = -32603) -> str:
    """A response with an error."""
    return line(who, id=id_, error={"code": code, "message": "no"})


def update(kind: str, session: str = "s1", /, **members: Any) -> str:
    """A session update."""
    return notify("A", "session/update", sessionId=session, update={"sessionUpdate": kind, **members})


def text(words: str) -> dict[str, str]:
    """A text block."""
    return {"type": "text", "text": words}


def exited(code: int = 0) -> str:
    """The agent process ended."""
    return f"= {json.dumps({'control': 'exited', 'code': code, 'signal': None})}"


V1: Final = (
    ask("C", "i", "initialize", protocolVersion=1, clientCapabilities={}),
    answer("A", "i", protocolVersion=1, agentCapabilities={}, authMethods=[]),
)
NEW_V1: Final = (*V1, ask("C", "n", "session/new", cwd="/w", mcpServers=[]), answer("A", "n", sessionId="s1"))
V2: Final = (
    ask("C", "i", "initialize", protocolVersion=2, info={"name": "c", "version": "1"}),
    answer("A", "i", protocolVersion=2, info={"name": "a", "version": "1"}, capabilities={"session": {}}),
)
NEW_V2: Final = (*V2, ask("C", "n", "session/new", cwd="/w"), answer("A", "n", sessionId="s1"))


def talked(*lines: str) -> Connection:
    """The connection after lines."""
    return after("\n".join(lines))


def held(*lines: str) -> Outline:
    """The outline of session `s1` after lines."""
    return outline(talked(*lines))
