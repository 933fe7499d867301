"""Requests in flight together under one id."""

from __future__ import annotations

from acp_inspect.rules.memory.schema_twins import Twins
from tests.rules.exchanges import agent, client, followed, v1


def test_only_those_of_one_side_and_in_flight_together_are_twins() -> None:
    requests = [
        client(id=5, method="session/list", params={}),
        agent(id=5, method="fs/read_text_file", params={"sessionId": "s1", "path": "/a"}),
        agent(id=5, result={"sessions": []}),
        client(id=5, method="session/list", params={}),
        client(id="5", method="session/list", params={}),
    ]
    _, inspection = followed([*v1(), *requests], [])
    assert Twins not in inspection.memory
    _, inspection = followed([*v1(), *requests, client(id=5.0, method="session/list", params={})], [])
    assert set(inspection.memory[Twins].requests) == {8, 10}
