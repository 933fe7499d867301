"""Requests to set a config option, against the list that the Client had."""

from __future__ import annotations

import json

import pytest

from acp_inspect.rules.declare import Level
from acp_inspect.rules.memory.config_offers import Offered
from acp_inspect.rules.registry import rules_by_id
from acp_inspect.rules.settings import CROSSED, invalid_value, may_have_crossed, unknown_option
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT
from acp_inspect.wire.transcript import Entry
from tests.rules.judging import findings

V1: list[dict[str, Json]] = [
    {"id": "mode", "type": "select", "options": [{"value": "ask"}, {"name": "More", "options": [{"value": "code"}]}]},
    {"id": "fast", "type": "boolean"},
    {"id": "depth", "type": "slider"},
]
V2 = [{"configId": one["id"], **{k: v for k, v in one.items() if k != "id"}} for one in V1]


@pytest.mark.parametrize(
    ("version", "params"),
    [
        (1, {"configId": "mode", "value": "ask"}),
        (1, {"configId": "mode", "type": "id", "value": "code"}),
        (1, {"configId": "fast", "type": "boolean", "value": True}),
        (1, {"configId": "depth", "value": "anything"}),
        (2, {"configId": "mode", "type": "id", "value": "code"}),
        (2, {"configId": "fast", "type": "boolean", "value": False}),
        (2, {"configId": "depth", "type": "_slider", "value": 3}),
    ],
)
def test_a_right_request(version: int, params: Json) -> None:
    listed = V1 if version == 1 else V2
    assert unknown_option(listed, version, params) is None
    assert invalid_value(listed, version, params) is None


@pytest.mark.parametrize(
    ("version", "params", "member"),
    [
        (1, {"configId": "mode", "value": "plan"}, "value"),
        (1, {"configId": "mode", "value": True}, "value"),
        (1, {"configId": "mode", "type": "boolean", "value": "ask"}, "type"),
        (1, {"configId": "fast", "value": "true"}, "value"),
        (1, {"configId": "fast", "value": True}, "type"),
        (2, {"configId": "mode", "value": "ask"}, "type"),
        (2, {"configId": "mode", "type": "select", "value": "ask"}, "type"),
        (2, {"configId": "fast", "type": "id", "value": True}, "type"),
    ],
)
def test_a_wrong_value_is_blamed_on_its_member(version: int, params: Json, member: str) -> None:
    fault = invalid_value(V1 if version == 1 else V2, version, params)
    assert fault is not None
    assert fault.member == member


def test_nothing_is_said_of_a_list_that_the_recording_does_not_show() -> None:
    params = {"configId": "gone", "value": "x"}
    assert unknown_option(ABSENT, 1, params) is None
    assert unknown_option(None, 1, params) is not None
    assert invalid_value(ABSENT, 1, params) is None


def test_a_list_and_a_request_may_cross_within_a_second_or_when_nobody_knows_the_time() -> None:
    offered = Offered(at=5)
    assert may_have_crossed(offered, 5 + CROSSED - 1)
    assert not may_have_crossed(offered, 5 + CROSSED)
    assert may_have_crossed(offered, -1)


@pytest.mark.parametrize(("later", "level"), [(1_000, Level.INFO), (2 * CROSSED, Level.ERROR)])
def test_an_option_that_just_went_away_is_only_pointed_out(later: int, level: Level) -> None:
    option = {
        "id": "mode",
        "name": "M",
        "type": "select",
        "currentValue": "a",
        "options": [{"value": "a", "name": "A"}],
    }
    other = {**option, "id": "model"}
    entries = [
        _sent({"id": 0, "method": "initialize", "params": {"protocolVersion": 1}}),
        _got({"id": 0, "result": {"protocolVersion": 1}}),
        _sent({"id": 1, "method": "session/new", "params": {"cwd": "/work", "mcpServers": []}}),
        _got({"id": 1, "result": {"sessionId": "s1", "configOptions": [option, other]}}),
        _got(
            {
                "method": "session/update",
                "params": {
                    "sessionId": "s1",
                    "update": {"sessionUpdate": "config_option_update", "configOptions": [option]},
                },
            }
        ),
        _sent(
            {
                "id": 2,
                "method": "session/set_config_option",
                "params": {"sessionId": "s1", "configId": "model", "value": "a"},
            },
            later,
        ),
    ]
    found = findings(entries, rules_by_id()["config/set-unknown-option"])
    assert [(line, one.level) for line, one in found] == [(6, level)]


def _sent(message: Json, at: int = 0) -> Entry:
    return Entry(Stream.CLIENT_TO_AGENT, json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n", at)


def _got(message: Json) -> Entry:
    return Entry(Stream.AGENT_TO_CLIENT, json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n", 0)
