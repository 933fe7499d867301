"""The end of a session is what the whole of it ends with."""

from __future__ import annotations

from pathlib import Path

import pytest

from acp_inspect.protocol.connection import Connection, new_connection, step
from acp_inspect.protocol.entities import MESSAGE, TOOL_CALL
from acp_inspect.protocol.tail import tail_of
from acp_inspect.trace.event import events_of
from acp_inspect.wire.transcript import parse_transcript

RECORDINGS = Path(__file__).parents[2] / "recordings"


def connection_of(name: str) -> Connection:
    connection, seq = new_connection(), 1
    for number, entry in enumerate(parse_transcript((RECORDINGS / f"{name}.acp").read_text()), 1):
        for event in events_of(entry.stream, entry.raw, seq=seq, at=entry.at, line=number):
            connection = step(connection, event).after
            seq += 1
    return connection


@pytest.mark.parametrize("name", ["v1/tour", "v2/tour", "v1/codex-load", "v2/codex-tools"])
def test_the_picture_of_the_tail_is_the_tail_of_the_picture(name: str) -> None:
    connection = connection_of(name)
    for session in connection.held.sessions.values():
        whole = connection.surface.draw(session, (), False)
        for limit in (0, 1, 3, 1_000):
            part = connection.surface.draw(tail_of(session, limit), (), False)
            assert part.timeline == (whole.timeline[-limit:] if limit else ())
        calls = connection.surface.draw(tail_of(session, 2, {TOOL_CALL}), (), False).tool_calls
        assert calls == whole.tool_calls[-2:]
        messages = connection.surface.draw(tail_of(session, 2, {MESSAGE}), (), False).messages
        assert messages == whole.messages[-2:]
        assert connection.surface.draw(tail_of(session, 2, ()), (), False).timeline == ()


def test_a_short_session_is_itself() -> None:
    for session in connection_of("v1/notice-ungated").held.sessions.values():
        assert tail_of(session, 100) is session
