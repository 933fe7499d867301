"""What is outside the stable protocol: unknown members, and the features of the unstable schema."""

from __future__ import annotations

import pytest

from acp_inspect.rules.unfamiliar import (
    camel_cases,
    is_retired,
    knows_member,
    pattern_of,
    unknown_members,
    unstable_features,
)
from acp_inspect.wire.transcript import Entry
from tests.rules.exchanges import agent, client, last_case, text, update, v1, v2


@pytest.mark.parametrize(
    ("entry", "names"),
    [
        (client(id=2, method="session/fork", params={"sessionId": "s1", "cwd": "/work"}), {"method session/fork"}),
        (
            client(id=2, method="session/new", params={"cwd": "/", "systemPrompt": {"mode": "append", "content": []}}),
            {"NewSessionRequest.systemPrompt"},
        ),
        (client(id=2, method="session/new", params={"cwd": "/", "systemPrompt": None}), set()),
        (
            client(
                id=2,
                method="session/new",
                params={"cwd": "/", "mcpServers": [{"type": "acp", "name": "a", "serverId": "x"}]},
            ),
            {"McpServer acp"},
        ),
        (update("plan_removed", planId="p"), {"SessionUpdate plan_removed"}),
        (
            update("plan_update", plan={"type": "markdown", "planId": "p", "content": ""}),
            {"PlanUpdateContent markdown"},
        ),
        (update("plan_update", plan={"type": "items", "planId": "p", "entries": []}), set()),
        (update("state_update", state="unknown"), {"StateUpdate unknown"}),
        (
            update("state_update", state="idle", background=[{"type": "subagent", "sessionId": "s2"}]),
            {"BackgroundWork subagent"},
        ),
        (update("agent_message_chunk", messageId="m", content=text("x")), set()),
        (update("_own_kind", usage={}), set()),
    ],
)
def test_unstable_features_of_v2(entry: Entry, names: set[str]) -> None:
    assert {feature.name for feature in unstable_features(last_case([*v2(), entry]))} == names


def test_unstable_members_have_their_place() -> None:
    usage = {"totalTokens": 1, "inputTokens": 1, "outputTokens": 0}
    case = last_case([*v2(), update("state_update", state="idle", usage=usage)])
    assert [feature.pointer for feature in unstable_features(case)] == ["/params/update/usage"]


def test_unstable_features_of_v1() -> None:
    case = last_case([*v1(), update("plan_update", plan={"type": "items", "planId": "p", "entries": []})])
    assert [feature.name for feature in unstable_features(case)] == ["SessionUpdate plan_update"]


def test_unknown_members_are_named_whatever_their_place_in_lists() -> None:
    options = [{"optionId": str(n), "name": "x", "kind": "allow_once", "colour": n} for n in range(3)]
    ask = {"sessionId": "s1", "toolCall": {"toolCallId": "t1"}, "options": options}
    case = last_case([*v1(), agent(id=7, method="session/request_permission", params=ask)])
    members = unknown_members(case)
    assert len(members) == 3
    assert len({pattern_of(case, member) for member in members}) == 1


def test_members_that_the_other_version_knows() -> None:
    case = last_case([*v1(), client(id=2, method="session/prompt", params={"sessionId": "s1", "prompt": [], "x": 1})])
    assert not knows_member(case, case.after.surfaces.v2, unknown_members(case)[0])
    case = last_case(
        [
            *v2(),
            client(id=2, method="session/prompt", params={"sessionId": "s1", "prompt": []}),
            agent(id=2, result={"messageId": "m", "stopReason": "end_turn"}),
        ]
    )
    assert knows_member(case, case.after.surfaces.v1, unknown_members(case)[0])


def test_retired_members() -> None:
    entries = [*v1(), client(id=2, method="session/new", params={"cwd": "/", "mcpServers": []})]
    case = last_case([*entries, agent(id=2, result={"sessionId": "s2", "models": {}, "other": 1})])
    assert [is_retired(case, member) for member in unknown_members(case)] == [True, False]


def test_snake_case_is_told_by_the_names_of_its_place() -> None:
    params = {
        "sessionId": "s1",
        "prompt": [{"type": "resource_link", "name": "a", "uri": "a:b", "mime_type": "x/y"}],
        "stop_reason": 1,
    }
    case = last_case([*v1(), client(id=2, method="session/prompt", params=params)])
    assert [(member.pointer, camel) for member, camel in camel_cases(case)] == [("/prompt/0/mime_type", "mimeType")]
