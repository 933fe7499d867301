"""What no agent should do, on purpose: each fault is one kind of violation that an inspector ought to show.

A fault leaves the connection usable. Its name is a word after the sample agent's `/faults` command.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from acp_inspect.demo import story
from acp_inspect.demo.connection import Connection
from acp_inspect.demo.session import Session
from acp_inspect.demo.story import Pace
from acp_inspect.wire.json_text import Json

_REUSED_ID = 1000
"""Far above the ids of the agent's honest requests."""


def commit(connection: Connection, pace: Pace, session: Session, version: int, names: Sequence[str]) -> None:
    """Commit the named faults, or all of them; names that are none are passed over."""
    for name in names or FAULTS:
        if name in FAULTS:
            FAULTS[name](connection, session, version)
            pace.pause(0.15)


def _stdout_noise(connection: Connection, session: Session, version: int) -> None:
    """A log line on stdout, which belongs to messages alone."""
    connection.send_raw(b"[info] cache warm, 3 entries\n")


def _notice(connection: Connection, session: Session, version: int) -> None:
    """A notice whatever the Client can show: in v1 it must have advertised `session.notices`."""
    _update(connection, session, {"sessionUpdate": "notice"} | story.NOTICE)


def _remembered_notice(connection: Connection, session: Session, version: int) -> None:
    """A notice that becomes history, so that loading the session replays it."""
    update = {"sessionUpdate": "notice"} | story.NOTICE
    _update(connection, session, update)
    session.history.append(update)
    chunk: Json = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "Where was I? "}}
    if version == 2:
        chunk["messageId"] = "msg_after_notice"
    _update(connection, session, chunk)
    session.remember(chunk)


def _malformed(connection: Connection, session: Session, version: int) -> None:
    """Known updates that do not satisfy their schema, so that a Client loses them: not the same as unknown ones."""
    if version == 1:
        _update(connection, session, {"sessionUpdate": "tool_call", "toolCallId": "call_untitled", "status": "pending"})
    else:
        _update(connection, session, {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "?"}})
    _update(connection, session, {"sessionUpdate": "usage_update", "used": "many", "size": 200000})


def _duplicate_id(connection: Connection, session: Session, version: int) -> None:
    """Two requests under one id while neither is answered."""
    path = Path(session.cwd) / story.GREETING
    for name in ("the first", "the second"):
        if version == 1:
            method, params = "fs/read_text_file", _about(session, path=str(path))
        else:
            options = [{"optionId": "yes", "name": "Go on", "kind": "allow_once"}]
            method = "session/request_permission"
            params = _about(session, title=f"Is this {name} question?", options=options)
        connection.send({"jsonrpc": "2.0", "id": _REUSED_ID, "method": method, "params": params})


def _orphan(connection: Connection, session: Session, version: int) -> None:
    """A response to a request that nobody sent."""
    connection.send({"jsonrpc": "2.0", "id": 4711, "result": {}})


def _neither(connection: Connection, session: Session, version: int) -> None:
    """A JSON object that is no JSON-RPC message."""
    connection.send({"level": "info", "message": "structured logs belong on stderr, too"})


Fault: TypeAlias = Callable[[Connection, Session, int], None]

FAULTS: dict[str, Fault] = {
    "stdout-noise": _stdout_noise,
    "notice": _notice,
    "remembered-notice": _remembered_notice,
    "malformed": _malformed,
    "duplicate-id": _duplicate_id,
    "orphan": _orphan,
    "neither": _neither,
}


def _about(session: Session, **members: Json) -> dict[str, Json]:
    return {"sessionId": session.id, **members}


def _update(connection: Connection, session: Session, update: Json) -> None:
    connection.notify("session/update", {"sessionId": session.id, "update": update})
