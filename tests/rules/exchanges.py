"""Write exchanges for tests of rules in few words."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from acp_inspect.analysis import Analysis, Inspection
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Finding
from acp_inspect.rules.judge import Choice, Judge
from acp_inspect.rules.registry import rules_by_id
from acp_inspect.rules.remember import Memory
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import Entry


def client(**members: Any) -> Entry:
    """A message of the Client's."""
    return Entry(Stream.CLIENT_TO_AGENT, _line(members))


def agent(**members: Any) -> Entry:
    """A message of the Agent's."""
    return Entry(Stream.AGENT_TO_CLIENT, _line(members))


def update(of_kind: str, /, **members: Any) -> Entry:
    """A session update."""
    return agent(method="session/update", params={"sessionId": "s1", "update": {"sessionUpdate": of_kind, **members}})


def text(words: str) -> dict[str, str]:
    """A content block."""
    return {"type": "text", "text": words}


def v1(**capabilities: Any) -> list[Entry]:
    """A v1 connection with the session s1 (`capabilities`: of the Client)."""
    params = {"protocolVersion": 1, "clientCapabilities": capabilities}
    return [
        client(id=0, method="initialize", params=params),
        agent(id=0, result={"protocolVersion": 1, "agentCapabilities": {"loadSession": True}}),
        client(id=1, method="session/new", params={"cwd": "/work", "mcpServers": []}),
        agent(id=1, result={"sessionId": "s1"}),
    ]


def v2() -> list[Entry]:
    """A v2 connection with the session s1."""
    who = {"name": "x", "version": "1"}
    return [
        client(id=0, method="initialize", params={"protocolVersion": 2, "info": who, "capabilities": {}}),
        agent(id=0, result={"protocolVersion": 2, "info": who, "capabilities": {"session": {}}}),
        client(id=1, method="session/new", params={"cwd": "/work"}),
        agent(id=1, result={"sessionId": "s1"}),
    ]


def found(rule: str, *parts: Iterable[Entry], memory: Memory | None = None) -> list[Finding]:
    """What one rule says about an exchange."""
    return followed([entry for part in parts for entry in part], [rule], memory)[0]


def followed(
    entries: Iterable[Entry], rules: list[str], memory: Memory | None = None
) -> tuple[list[Finding], Inspection]:
    """What some rules say about an exchange, and the inspection after it."""
    judge = Judge(Choice(pedantic=True), [rules_by_id()[name] for name in rules])
    inspection = Inspection(judge) if memory is None else Inspection(judge, memory=memory)
    analysis = Analysis()
    findings: list[Finding] = []
    event = None
    for entry in entries:
        for event in analysis.read(entry.stream, entry.raw, entry.at):
            findings += inspection.look(event)[1]
    if event is not None:
        findings += inspection.close(event)
    return findings, inspection


def last_case(entries: Iterable[Entry]) -> Case:
    """The case of the last event of an exchange."""
    analysis, inspection = Analysis(), Inspection(Judge(rules=[]))
    case = None
    for entry in entries:
        for event in analysis.read(entry.stream, entry.raw, entry.at):
            before = inspection.memory
            taken, _ = inspection.look(event)
            case = Case(taken, before)
    assert case is not None
    return case


def _line(members: dict[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **members}).encode() + b"\n"
