"""Which methods a side has to handle."""

from __future__ import annotations

import pytest

from acp_inspect.protocol.connection import Peer, new_connection
from acp_inspect.protocol.holdings import Ask
from acp_inspect.rules.capabilities import advertised
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


@pytest.mark.parametrize(
    ("version", "sender", "method", "capabilities", "required"),
    [
        (1, Side.CLIENT, "session/new", {}, True),
        (1, Side.CLIENT, "session/load", {}, False),
        (1, Side.CLIENT, "session/load", {"loadSession": False}, False),
        (1, Side.CLIENT, "session/load", {"loadSession": True}, True),
        (1, Side.CLIENT, "session/list", {"sessionCapabilities": {"list": {}}}, True),
        (1, Side.CLIENT, "session/list", {"sessionCapabilities": {"list": None}}, False),
        (1, Side.CLIENT, "_own", {}, False),
        (1, Side.AGENT, "terminal/create", {"terminal": True}, True),
        (1, Side.AGENT, "terminal/create", {}, False),
        (1, Side.AGENT, "session/request_permission", {}, True),
        (1, Side.AGENT, "elicitation/create", {"elicitation": {"url": {}}}, False),
        (1, Side.AGENT, "elicitation/create", {"elicitation": {"form": {}}}, True),
        (2, Side.CLIENT, "session/new", {}, False),
        (2, Side.CLIENT, "session/new", {"session": {}}, True),
        (2, Side.CLIENT, "session/delete", {"session": {}}, False),
        (2, Side.CLIENT, "auth/login", {}, False),
    ],
)
def test_by_version_and_capability(version: int, sender: Side, method: str, capabilities: Json, required: bool) -> None:
    connection = new_connection()
    peer = Peer(None, capabilities)
    connection = connection._replace(surface=connection.surfaces.of(version), client=peer, agent=peer)
    ask = Ask(1, sender, "1", method, None, {"mode": "form"}, True)
    assert bool(advertised(connection, ask)) is required


def test_a_login_counts_only_if_the_agent_does_it_itself() -> None:
    connection = new_connection()
    connection = connection._replace(surface=connection.surfaces.v1)
    ask = Ask(1, Side.CLIENT, "1", "authenticate", None, {}, True)
    assert not advertised(connection._replace(auth_methods=({"id": "t", "name": "T", "type": "terminal"},)), ask)
    assert advertised(connection._replace(auth_methods=({"id": "a", "name": "A"},)), ask)
