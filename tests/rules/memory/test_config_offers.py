"""What sessions offer, as it is remembered."""

from __future__ import annotations

import json
from typing import Any

from immutables import Map

from acp_inspect.protocol.connection import new_connection, step
from acp_inspect.rules.case import Case
from acp_inspect.rules.judge import Judge
from acp_inspect.rules.memory.config_offers import Offered, Offers
from acp_inspect.rules.remember import Memory
from acp_inspect.trace.event import events_of
from acp_inspect.wire.framing import Stream

ONE: Any = [{"id": "a", "name": "A", "type": "boolean", "currentValue": True}]
TWO: Any = [{"id": "b", "name": "B", "type": "boolean", "currentValue": True}]
MODES: Any = {"currentModeId": "ask", "availableModes": [{"id": "ask", "name": "Ask"}]}


def _offers(*messages: tuple[str, dict[str, Any]]) -> Map[str, Offered]:
    connection, judge = new_connection(), Judge()
    told: Memory = Map()
    opening: list[tuple[str, dict[str, Any]]] = [
        ("C", {"id": 0, "method": "initialize", "params": {"protocolVersion": 1}}),
        ("A", {"id": 0, "result": {"protocolVersion": 1}}),
    ]
    for seq, (who, message) in enumerate([*opening, *messages], 1):
        stream = Stream.CLIENT_TO_AGENT if who == "C" else Stream.AGENT_TO_CLIENT
        raw = json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
        for event in events_of(stream, raw, seq=seq, at=seq, line=seq):
            taken = step(connection, event)
            connection, (told, crashed) = taken.after, judge.remember(told, Case(taken, told))
            assert not crashed
    known: Offers = told.get(Offers, Offers())
    return known.sessions


def _setup(id: int, method: str, result: dict[str, Any], **params: str) -> list[tuple[str, dict[str, Any]]]:
    members: dict[str, Any] = {"cwd": "/work", "mcpServers": [], **params}
    return [("C", {"id": id, "method": method, "params": members}), ("A", {"id": id, "result": result})]


def test_a_new_session_without_lists_offers_nothing() -> None:
    known = _offers(*_setup(1, "session/new", {"sessionId": "s1"}))["s1"]
    assert (known.options, known.modes) == (None, None)


def test_a_loaded_session_without_lists_is_unknown() -> None:
    assert "s1" not in _offers(*_setup(1, "session/load", {}, sessionId="s1"))


def test_the_last_list_counts_and_the_one_before_it_is_kept() -> None:
    update = {"sessionUpdate": "config_option_update", "configOptions": TWO}
    sessions = _offers(
        *_setup(1, "session/new", {"sessionId": "s1", "configOptions": ONE, "modes": MODES}),
        ("A", {"method": "session/update", "params": {"sessionId": "s1", "update": update}}),
    )
    assert sessions["s1"] == Offered(options=TWO, seq=5, at=5, before=ONE, modes=MODES)


def test_a_fork_tells_of_the_new_session() -> None:
    sessions = _offers(
        *_setup(1, "session/new", {"sessionId": "s1", "configOptions": ONE}),
        *_setup(2, "session/fork", {"sessionId": "s2", "configOptions": TWO}, sessionId="s1"),
    )
    assert sessions["s1"].options == ONE
    assert sessions["s2"].options == TWO


def test_an_error_changes_nothing() -> None:
    asked, _ = _setup(1, "session/new", {})
    failed = ("A", {"id": 1, "error": {"code": -32603, "message": "No"}})
    assert not _offers(asked, failed)
