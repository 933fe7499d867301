"""Plans, lists, modes, usage and notices of v1; which kinds there are."""

from __future__ import annotations

from typing import Any

import pytest

from acp_inspect.protocol.schema import load_packaged_schema
from acp_inspect.protocol.surface import update_kinds
from acp_inspect.protocol.v1.reduce import HISTORY, UPDATES
from tests.protocol.talk import NEW_V1, held, update


def test_one_reducer_for_each_kind_of_the_schema() -> None:
    assert UPDATES.keys() == update_kinds(load_packaged_schema(1, unstable=True))
    assert UPDATES.keys() >= update_kinds(load_packaged_schema(1, unstable=False))
    assert UPDATES.keys() > HISTORY


def entry(words: str) -> dict[str, str]:
    return {"content": words, "priority": "low", "status": "pending"}


def test_the_plan_without_id() -> None:
    plan = update("plan", entries=[entry("a"), {"content": "bad"}])
    assert held(*NEW_V1, plan)["plans"] == {"": {"type": "items", "entries": [entry("a")]}}
    assert held(*NEW_V1, plan, update("plan", entries=[entry("b")]))["plans"][""]["entries"] == [entry("b")]
    assert held(*NEW_V1, plan, update("plan"))["plans"][""]["entries"] == [entry("a")]


def test_plans_with_ids() -> None:
    lines = [
        update("plan_update", plan={"type": "items", "planId": "p", "entries": [entry("a")]}),
        update("plan_update", plan={"type": "markdown", "planId": "q", "content": "# Q"}),
        update("plan_update", plan={"type": "_odd", "planId": "p"}),
        update("plan_removed", planId="q"),
        update("plan_removed", planId="zz"),
    ]
    found = held(*NEW_V1, *lines)
    # v1's plans are a closed list: an unknown type is lost.
    assert found["plans"] == {"p": {"type": "items", "entries": [entry("a")]}}
    assert found["timeline"] == ["plan:p"]


@pytest.mark.parametrize("value", [None, "oops", {}], ids=["null", "string", "object"])
@pytest.mark.parametrize(
    ("kind", "member", "name", "items"),
    [
        ("available_commands_update", "availableCommands", "commands", [{"name": "x", "description": "d"}]),
        (
            "config_option_update",
            "configOptions",
            "config",
            [{"id": "m", "name": "M", "type": "boolean", "currentValue": True}],
        ),
    ],
)
def test_a_malformed_list_empties(kind: str, member: str, name: str, items: list[Any], value: Any) -> None:
    told = update(kind, **{member: items})
    assert held(*NEW_V1, told)[name] == items
    assert held(*NEW_V1, told, update(kind, **{member: value}))[name] == []


def test_a_mode_without_a_list() -> None:
    found = held(*NEW_V1, update("current_mode_update", currentModeId="code"))
    assert found["modes"] == {"currentModeId": "code", "availableModes": []}
    assert "modes" not in held(*NEW_V1, update("current_mode_update", modeId="code"))


@pytest.mark.parametrize("cost", [{}, {"cost": None}, {"cost": "dear"}], ids=["omitted", "null", "malformed"])
def test_the_last_cost_stays(cost: dict[str, Any]) -> None:
    euro = {"amount": 1, "currency": "EUR"}
    first = update("usage_update", used=1, size=9, cost=euro)
    assert held(*NEW_V1, first, update("usage_update", used=2, size=9, **cost))["usage"] == {
        "used": 2,
        "size": 9,
        "cost": euro,
    }


def test_session_info() -> None:
    first = update("session_info_update", title="T", updatedAt="2026-11-30T10:00:00Z", _meta={"a": 1})
    later = update("session_info_update", title=None, _meta={"b": 2})
    assert held(*NEW_V1, first, later)["info"] == {"updatedAt": "2026-11-30T10:00:00Z", "meta": {"b": 2}}


def test_notices() -> None:
    lines = [
        update("notice", severity="_odd", title="T", description=5, _meta=[]),
        update("notice", severity=None, title="T"),
        update("notice", severity="info", title=""),
        update("notice", severity="info", title=" "),
    ]
    assert held(*NEW_V1, *lines)["notices"] == [
        {"severity": "_odd", "title": "T", "origin": "live"},
        {"severity": "info", "title": " ", "origin": "live"},
    ]


@pytest.mark.parametrize("kind", ["agent_message", "state_update", "terminal_update", "_own"])
def test_kinds_of_no_schema_are_lost(kind: str) -> None:
    assert held(*NEW_V1, update(kind, messageId="m", state="idle", terminalId="x")) == held(*NEW_V1)
