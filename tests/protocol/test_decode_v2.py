"""How receivers of version 2 read malformed and unknown data: what the markers of the schema mean, and open unions."""

from __future__ import annotations

import pytest

from acp_inspect.protocol.problem import Decoded, Effect, ProblemKind
from acp_inspect.protocol.schema import load_packaged_schema
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT

STABLE = load_packaged_schema(2, False)
UNSTABLE = load_packaged_schema(2, True)

TEXT = {"type": "text", "text": "hi"}
INFO = {"name": "ag", "version": "1"}


def update(value: Json) -> Decoded:
    """The session update as the Client holds it."""
    decoded = UNSTABLE.decode("UpdateSessionNotification", {"sessionId": "s", "update": value})
    return decoded if decoded.lost else decoded._replace(value=decoded.value["update"])  # type: ignore[index]


def brief(decoded: Decoded) -> list[tuple[str, ProblemKind, Effect]]:
    """Each problem in short."""
    return [(problem.pointer, problem.kind, problem.effect) for problem in decoded.problems]


@pytest.mark.parametrize(
    "value",
    [
        {"sessionUpdate": "replay_complete"},
        {"sessionUpdate": "_vendor", "content": 5, "title": None},
        {"sessionUpdate": "state_update", "state": "dreaming", "background": 5},
        {"sessionUpdate": "plan_update", "plan": {"type": "tree", "planId": "p", "nodes": []}},
        {"sessionUpdate": "tool_call_content_chunk", "toolCallId": "c", "content": {"type": "table", "rows": 3}},
        {"sessionUpdate": "agent_message", "messageId": "m", "content": [{"type": "video", "url": 1}]},
    ],
)
def test_an_unknown_variant_is_kept_as_it_is(value: Json) -> None:
    decoded = update(value)
    assert decoded.value is value
    assert decoded.problems == ()
    assert [note.kind for note in decoded.unknown] == [ProblemKind.UNKNOWN_VARIANT]


@pytest.mark.parametrize(
    ("value", "pointer", "kind"),
    [
        ({"sessionUpdate": "notice", "title": "t"}, "/update/severity", ProblemKind.MISSING),
        ({"sessionUpdate": "plan_update", "plan": {"type": "items", "planId": "p"}}, "/update/plan/entries",
         ProblemKind.MISSING),
        ({"sessionUpdate": "plan_update", "plan": {"type": "tree"}}, "/update/plan/planId", ProblemKind.MISSING),
        ({"sessionUpdate": "terminal_update"}, "/update/terminalId", ProblemKind.MISSING),
        ({"sessionUpdate": "compaction_update", "compactionId": 5, "status": "completed"}, "/update/compactionId",
         ProblemKind.WRONG_TYPE),
        ({"sessionUpdate": "agent_message_chunk", "messageId": "m", "content": {"type": "text"}},
         "/update/content/text", ProblemKind.MISSING),
        ({"sessionUpdate": "agent_message_chunk", "messageId": "m",
          "content": {"type": "resource_link", "name": "n", "uri": "/no/scheme"}},
         "/update/content/uri", ProblemKind.BAD_FORMAT),
        ({"sessionUpdate": "plan_update", "plan": {"type": "items", "planId": "p", "entries": {}}},
         "/update/plan/entries", ProblemKind.WRONG_TYPE),
    ],
)  # fmt: skip
def test_a_malformed_known_variant_is_lost_and_never_unknown(value: Json, pointer: str, kind: ProblemKind) -> None:
    decoded = update(value)
    assert decoded.value is ABSENT
    assert brief(decoded) == [(pointer, kind, Effect.LOST)]


@pytest.mark.parametrize(
    ("definition", "value", "pointer"),
    [
        ("InitializeResponse", {"protocolVersion": 2, "info": INFO, "authMethods": [{"type": "_x", "methodId": "a"}]},
         "/authMethods/0/name"),
        ("NewSessionResponse", {"sessionId": "s", "availableCommands": [{"type": "_x", "name": "n"}]},
         "/availableCommands/0/description"),
        ("NewSessionResponse", {"sessionId": "s", "configOptions": [{"type": "_x", "configId": "c"}]},
         "/configOptions/0/name"),
    ],
)  # fmt: skip
def test_unknown_variants_need_the_members_that_all_variants_share(definition: str, value: Json, pointer: str) -> None:
    decoded = UNSTABLE.decode(definition, value)
    assert brief(decoded) == [(pointer, ProblemKind.MISSING, Effect.DROPPED)]
    assert decoded.value[pointer.split("/")[1]] == []  # type: ignore[index]


def test_a_salvaged_member_of_a_patch_is_omitted_not_cleared() -> None:
    sent = {"sessionUpdate": "tool_call_update", "toolCallId": "c", "title": 5, "status": None, "content": "none"}
    decoded = update(sent)
    assert decoded.value == {"sessionUpdate": "tool_call_update", "toolCallId": "c", "status": None}
    assert brief(decoded) == [
        ("/update/title", ProblemKind.WRONG_TYPE, Effect.SALVAGED),
        ("/update/content", ProblemKind.WRONG_TYPE, Effect.SALVAGED),
    ]


@pytest.mark.parametrize(
    ("definition", "value", "name"),
    [
        ("SessionConfigSelectGroup", {"groupId": "g", "name": "n"}, "options"),
        ("ProviderInfo", {"providerId": "p", "required": False}, "supported"),
    ],
)
def test_a_required_member_is_required_although_it_would_be_salvaged(definition: str, value: Json, name: str) -> None:
    assert brief(UNSTABLE.decode(definition, value)) == [(f"/{name}", ProblemKind.MISSING, Effect.LOST)]
    malformed = UNSTABLE.decode(definition, value | {name: 5})
    assert malformed.value == value | {name: []}
    assert brief(malformed) == [(f"/{name}", ProblemKind.WRONG_TYPE, Effect.SALVAGED)]


def test_a_list_that_is_too_short_stays_empty_where_it_would_be_salvaged() -> None:
    group = {"groupId": "g", "name": "n", "options": []}
    decoded = UNSTABLE.decode("SessionConfigSelectGroup", group)
    assert decoded.value is group
    assert brief(decoded) == [("/options", ProblemKind.TOO_SHORT, Effect.SALVAGED)]


def test_bad_items_are_dropped_and_the_rest_keeps_its_order() -> None:
    content = [TEXT, 5, {"type": "text"}, {"type": "_x", "a": 1}, {"type": "image", "data": "", "mimeType": "a/b"}]
    decoded = update({"sessionUpdate": "user_message", "messageId": "m", "content": content})
    assert decoded.value["content"] == [content[0], content[3], content[4]]  # type: ignore[index]
    assert brief(decoded) == [
        ("/update/content/1", ProblemKind.WRONG_TYPE, Effect.DROPPED),
        ("/update/content/2/text", ProblemKind.MISSING, Effect.DROPPED),
    ]
    assert [problem.reach for problem in decoded.problems] == ["/update/content/1", "/update/content/2"]


def test_a_list_whose_items_may_not_be_dropped_is_salvaged_as_a_whole() -> None:
    background = [{"type": "terminal", "terminalId": "t"}, {"type": "terminal"}]
    decoded = update({"sessionUpdate": "state_update", "state": "running", "background": background})
    assert decoded.value == {"sessionUpdate": "state_update", "state": "running"}
    (problem,) = decoded.problems
    assert (problem.pointer, problem.reach) == ("/update/background/1/terminalId", "/update/background")


def test_what_is_no_list_is_lost_where_only_items_may_be_dropped() -> None:
    decoded = update({"sessionUpdate": "available_commands_update", "availableCommands": None})
    assert brief(decoded) == [("/update/availableCommands", ProblemKind.WRONG_TYPE, Effect.LOST)]


@pytest.mark.parametrize("name", ["additionalDirectories", "mcpServers"])
def test_null_is_read_as_empty_where_the_schema_says_so(name: str) -> None:
    decoded = UNSTABLE.decode("NewSessionRequest", {"cwd": "/w", name: None})
    assert decoded.value == {"cwd": "/w", name: []}
    assert brief(decoded) == [(f"/{name}", ProblemKind.NULL, Effect.DEFAULTED)]


def test_a_malformed_stop_reason_is_salvaged_before_the_variant_is_chosen() -> None:
    decoded = update({"sessionUpdate": "state_update", "state": "idle", "stopReason": 5, "usage": {"totalTokens": 1}})
    assert decoded.value == {"sessionUpdate": "state_update", "state": "idle"}
    assert {problem.reach for problem in decoded.problems} == {"/update/stopReason", "/update/usage"}


@pytest.mark.parametrize(
    ("scope", "pointer", "kind"),
    [
        ({"sessionId": "s", "requestId": 1}, "", ProblemKind.AMBIGUOUS),
        ({"sessionId": "s", "requestId": None}, "", ProblemKind.AMBIGUOUS),
        ({}, "", ProblemKind.MISSING),
        ({"sessionId": 5}, "/sessionId", ProblemKind.WRONG_TYPE),
    ],
)
def test_an_elicitation_has_one_scope(scope: dict[str, Json], pointer: str, kind: ProblemKind) -> None:
    decoded = UNSTABLE.decode("CreateElicitationRequest", {"mode": "_x", "message": "m", **scope})
    assert brief(decoded) == [(pointer, kind, Effect.LOST)]


@pytest.mark.parametrize(
    ("definition", "value", "pointer", "kind"),
    [
        ("PromptRequest", {"sessionId": "s", "prompt": []}, "/prompt", ProblemKind.TOO_SHORT),
        ("TerminalSize", {"cols": 0, "rows": 1}, "/cols", ProblemKind.OUT_OF_RANGE),
        ("TerminalSize", {"cols": 65_536, "rows": 1}, "/cols", ProblemKind.OUT_OF_RANGE),
        ("CancelRequestNotification", {"requestId": None}, "/requestId", ProblemKind.WRONG_TYPE),
        ("CancelRequestNotification", {"requestId": 1.5}, "/requestId", ProblemKind.WRONG_TYPE),
        ("CancelRequestNotification", {"requestId": True}, "/requestId", ProblemKind.WRONG_TYPE),
        ("InitializeRequest", {"protocolVersion": 2}, "/info", ProblemKind.MISSING),
    ],
)
def test_requests_that_are_lost(definition: str, value: Json, pointer: str, kind: ProblemKind) -> None:
    assert brief(UNSTABLE.decode(definition, value)) == [(pointer, kind, Effect.LOST)]


def test_a_malformed_time_is_salvaged() -> None:
    decoded = update({"sessionUpdate": "session_info_update", "updatedAt": "yesterday"})
    assert decoded.value == {"sessionUpdate": "session_info_update"}
    assert brief(decoded) == [("/update/updatedAt", ProblemKind.BAD_FORMAT, Effect.SALVAGED)]


def test_closed_enumerations_of_version_1_are_open_in_version_2() -> None:
    value = {"sessionUpdate": "tool_call_update", "toolCallId": "c", "kind": "zap", "status": "asleep"}
    decoded = update(value)
    assert decoded.value is value
    assert decoded.problems == ()
    assert [note.pointer for note in decoded.unknown] == ["/update/kind", "/update/status"]


def test_every_fault_is_reported_not_only_the_first() -> None:
    sent = {
        "sessionId": 5,
        "update": {"sessionUpdate": "notice", "severity": 1, "title": "", "description": 2},
        "_meta": 3,
    }
    decoded = UNSTABLE.decode("UpdateSessionNotification", sent)
    assert brief(decoded) == [
        ("/sessionId", ProblemKind.WRONG_TYPE, Effect.LOST),
        ("/update/severity", ProblemKind.WRONG_TYPE, Effect.LOST),
        ("/update/title", ProblemKind.TOO_SHORT, Effect.LOST),
        ("/update/description", ProblemKind.WRONG_TYPE, Effect.SALVAGED),
        ("/_meta", ProblemKind.WRONG_TYPE, Effect.SALVAGED),
    ]


def test_the_stable_surface_keeps_unstable_updates_as_unknown_ones() -> None:
    value = {"sessionId": "s", "update": {"sessionUpdate": "session_message", "messageId": 5}}
    decoded = STABLE.decode("UpdateSessionNotification", value)
    assert decoded.value is value
    assert [note.pointer for note in decoded.unknown] == ["/update/sessionUpdate"]
    assert UNSTABLE.decode("UpdateSessionNotification", value).lost
