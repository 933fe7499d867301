"""Surfaces of packaged and of foreign schemas."""

from __future__ import annotations

import json
from typing import Any

import pytest

from acp_inspect.protocol.connection import Connection, new_connection, step
from acp_inspect.protocol.packaged import packaged_file
from acp_inspect.protocol.schema import Schema, load_packaged_schema
from acp_inspect.protocol.surface import Surfaces, make_surfaces, packaged_surfaces
from tests.protocol.outline import outline
from tests.protocol.talk import NEW_V2, answer, ask, notify, update
from tests.protocol.traffic import raw_events


@pytest.mark.parametrize(("version", "surface"), [(0, 1), (1, 1), (2, 2), (3, 2), (65_535, 2)])
def test_surface_of_a_version(version: int, surface: int) -> None:
    assert packaged_surfaces().of(version).version == surface


def test_who_handles_what() -> None:
    v1, v2 = packaged_surfaces()
    assert {"session/prompt", "session/load"} <= v1.agent.requests.keys()
    assert {"fs/read_text_file", "session/request_permission"} <= v1.client.requests.keys()
    assert "session/prompt" not in v1.client.requests
    assert "session/update" in v2.client.notifications
    assert "session/update" not in v2.agent.notifications
    assert "$/cancel_request" in v2.client.notifications.keys() & v2.agent.notifications.keys()


def foreign(change: Any) -> Surfaces:
    """Surfaces whose v2 schema was changed."""
    data = json.loads(packaged_file(2, "schema.unstable.json"))
    change(data)
    return make_surfaces(load_packaged_schema(1, True), Schema(2, True, data))


def folded(surfaces: Surfaces, *lines: str) -> tuple[Connection, list[str | None]]:
    connection = new_connection(surfaces)
    crashes = []
    for event in raw_events("\n".join(lines)):
        taken = step(connection, event)
        crashes.append(taken.crash)
        connection = taken.after
    return connection, crashes


def test_a_method_and_a_kind_of_the_future() -> None:
    def newer(data: Any) -> None:
        data["methods"] += [
            {"method": "session/dream", "kind": "request", "side": "agent", "params": "CloseSessionRequest",
             "result": "CloseSessionResponse"},
            {"method": "session/slept", "kind": "notification", "side": "client", "params": "CloseSessionRequest"},
        ]  # fmt: skip
        data["definitions"]["SessionUpdate"]["anyOf"].insert(
            0,
            {"type": "object", "required": ["sessionUpdate"], "properties": {"sessionUpdate": {"const": "dream"}}},
        )

    lines = [
        *NEW_V2,
        ask("C", 5, "session/dream", sessionId="s1"),
        answer("A", 5),
        notify("A", "session/slept", sessionId="s1"),
        update("dream", depth=1),
    ]
    connection, crashes = folded(foreign(newer), *lines)
    assert set(crashes) == {None}
    assert outline(connection)["unknown"] == [{"sessionUpdate": "dream", "depth": 1}]


def test_a_schema_that_no_reducer_can_follow() -> None:
    def looser(data: Any) -> None:
        data["definitions"]["Notice"]["required"] = ["severity"]

    lines = [
        *NEW_V2,
        ask("C", 5, "session/list"),
        update("notice", severity="info"),
        update("agent_message", messageId="m"),
    ]
    connection, crashes = folded(foreign(looser), *lines)
    assert crashes[-3:] == [None, "KeyError: 'title'", None]
    found = outline(connection)
    assert (found["notices"], list(found["messages"])) == ([], ["agent:m"])
    assert found["conn"]["pending"] == ["agent owes session/list"]
