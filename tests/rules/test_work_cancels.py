"""Cancelling one tool call: what the Client could know, and what the Agent still owes."""

from __future__ import annotations

from dataclasses import replace

from acp_inspect.rules.declare import Level
from acp_inspect.wire.transcript import Entry
from tests.rules.exchanges import agent, client, found, update, v2

_OFFERED = update("tool_call_update", toolCallId="t1", title="Run", capabilities={"cancel": {}})
_WITHDRAWN = update("tool_call_update", toolCallId="t1", capabilities=None)
_CANCEL = client(id=9, method="tool_call/cancel", params={"sessionId": "s1", "toolCallId": "t1"})
_DONE = agent(id=9, result={})
_SECOND = 1_000_000_000


def _timed(*entries: tuple[Entry, int]) -> list[Entry]:
    return [replace(entry, at=at) for entry, at in entries]


def test_an_offer_that_was_just_withdrawn_may_have_crossed_the_request() -> None:
    near = _timed((_OFFERED, 0), (_WITHDRAWN, _SECOND), (_CANCEL, _SECOND + 1))
    far = _timed((_OFFERED, 0), (_WITHDRAWN, _SECOND), (_CANCEL, 3 * _SECOND))
    assert [hit.level for hit in found("tool-call/cancel-not-advertised", v2(), near)] == [Level.INFO]
    assert [hit.level for hit in found("tool-call/cancel-not-advertised", v2(), far)] == [Level.ERROR]
    assert not found("tool-call/cancel-not-advertised", v2(), [_OFFERED, _CANCEL])


def test_a_call_in_the_background_owes_its_end_later() -> None:
    listed = [{"type": "tool_call", "toolCallId": "t1"}]
    idle = update("state_update", state="idle", stopReason="end_turn", background=listed)
    closed = [client(id=10, method="session/close", params={"sessionId": "s1"}), agent(id=10, result={})]
    accepted = [_OFFERED, _CANCEL, _DONE, idle]
    assert not found("tool-call/cancel-without-end", v2(), accepted)
    assert len(found("tool-call/cancel-without-end", v2(), accepted, closed)) == 1
    ended = update("tool_call_update", toolCallId="t1", status="failed", capabilities=None)
    assert not found("tool-call/cancel-without-end", v2(), accepted, [ended], closed)


def test_it_is_said_once() -> None:
    idle = update("state_update", state="idle", stopReason="end_turn")
    running = update("state_update", state="running")
    assert len(found("tool-call/cancel-without-end", v2(), [_OFFERED, _CANCEL, _DONE, idle, running, idle])) == 1


def test_another_error_than_invalid_params_is_less_than_a_success() -> None:
    failed = agent(id=9, error={"code": -32603, "message": "no"})
    refused = agent(id=9, error={"code": -32602, "message": "no"})
    over = update("tool_call_update", toolCallId="t1", title="Run", status="completed")
    levels = [
        [hit.level for hit in found("tool-call/cancel-invalid-accepted", v2(), [over, _CANCEL, answer])]
        for answer in (_DONE, failed, refused)
    ]
    assert levels == [[Level.ERROR], [Level.WARNING], []]
