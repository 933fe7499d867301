"""How strict the receivers of version 1 are, row by row as measured with the decoders of the TypeScript SDK 2.4.0."""

from __future__ import annotations

import pytest

from acp_inspect.protocol.problem import Decoded, Effect, ProblemKind
from acp_inspect.protocol.schema import load_packaged_schema
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT

STABLE = load_packaged_schema(1, False)
UNSTABLE = load_packaged_schema(1, True)

TEXT = {"type": "text", "text": "hi"}
NOTICE = {"sessionUpdate": "notice", "severity": "info", "title": "t"}
CALL = {"sessionUpdate": "tool_call", "toolCallId": "c", "title": "t"}
ENTRY = {"content": "do", "priority": "high", "status": "pending"}
COMPACTION = {"sessionUpdate": "compaction_update", "compactionId": "k", "status": "completed"}
SELECT = {"id": "o", "name": "n", "type": "select", "currentValue": "a", "options": [{"value": "a", "name": "A"}]}


def update(value: Json) -> Decoded:
    """The session update as the Client holds it."""
    decoded = STABLE.decode("SessionNotification", {"sessionId": "s", "update": value})
    return decoded if decoded.lost else decoded._replace(value=decoded.value["update"])  # type: ignore[index]


def without(value: dict[str, Json], name: str) -> dict[str, Json]:
    """The object without that member."""
    return {key: item for key, item in value.items() if key != name}


def lost_at(decoded: Decoded) -> list[tuple[str, ProblemKind]]:
    """Where and why a message is lost."""
    assert decoded.lost == (decoded.value is ABSENT)
    return [(problem.pointer, problem.kind) for problem in decoded.problems if problem.effect is Effect.LOST]


def salvaged(decoded: Decoded) -> list[str]:
    """The members that count as omitted."""
    assert not decoded.lost
    return [problem.reach for problem in decoded.problems if problem.effect is Effect.SALVAGED]


@pytest.mark.parametrize("severity", ["critical", "_x", ""])
def test_a_notice_keeps_a_severity_that_the_schema_does_not_know(severity: str) -> None:
    decoded = update(NOTICE | {"severity": severity})
    assert decoded.value == NOTICE | {"severity": severity}
    assert decoded.problems == ()
    assert [(note.pointer, note.kind) for note in decoded.unknown] == [("/update/severity", ProblemKind.UNKNOWN_VALUE)]


@pytest.mark.parametrize(
    ("faulty", "pointer", "kind"),
    [
        (NOTICE | {"severity": None}, "/update/severity", ProblemKind.WRONG_TYPE),
        (NOTICE | {"severity": 3}, "/update/severity", ProblemKind.WRONG_TYPE),
        (without(NOTICE, "severity"), "/update/severity", ProblemKind.MISSING),
        (NOTICE | {"title": None}, "/update/title", ProblemKind.WRONG_TYPE),
        (NOTICE | {"title": ""}, "/update/title", ProblemKind.TOO_SHORT),
        (NOTICE | {"title": 3}, "/update/title", ProblemKind.WRONG_TYPE),
        (without(NOTICE, "title"), "/update/title", ProblemKind.MISSING),
        ({"sessionUpdate": "_foo"}, "/update/sessionUpdate", ProblemKind.UNKNOWN_VARIANT),
        ({"sessionUpdate": "notize", "title": "t"}, "/update/sessionUpdate", ProblemKind.UNKNOWN_VARIANT),
        ({"sessionUpdate": 5}, "/update/sessionUpdate", ProblemKind.WRONG_TYPE),
        ({}, "/update/sessionUpdate", ProblemKind.MISSING),
        ("notice", "/update", ProblemKind.WRONG_TYPE),
        ({"sessionUpdate": "agent_message_chunk"}, "/update/content", ProblemKind.MISSING),
        ({"sessionUpdate": "agent_message_chunk", "content": [TEXT]}, "/update/content", ProblemKind.WRONG_TYPE),
        ({"sessionUpdate": "agent_message_chunk", "content": "hi"}, "/update/content", ProblemKind.WRONG_TYPE),
        (
            {"sessionUpdate": "agent_message_chunk", "content": {"type": "video", "data": ""}},
            "/update/content/type",
            ProblemKind.UNKNOWN_VARIANT,
        ),
        (without(CALL, "title"), "/update/title", ProblemKind.MISSING),
        (without(CALL, "toolCallId"), "/update/toolCallId", ProblemKind.MISSING),
        (CALL | {"toolCallId": 7}, "/update/toolCallId", ProblemKind.WRONG_TYPE),
        ({"sessionUpdate": "plan"}, "/update/entries", ProblemKind.MISSING),
        ({"sessionUpdate": "current_mode_update", "modeId": "m"}, "/update/currentModeId", ProblemKind.MISSING),
        ({"sessionUpdate": "usage_update", "used": 1, "size": None}, "/update/size", ProblemKind.WRONG_TYPE),
        ({"sessionUpdate": "usage_update", "used": -1, "size": 2}, "/update/used", ProblemKind.OUT_OF_RANGE),
        ({"sessionUpdate": "usage_update", "used": 1.5, "size": 2}, "/update/used", ProblemKind.WRONG_TYPE),
        (without(COMPACTION, "status"), "/update/status", ProblemKind.MISSING),
    ],
)  # fmt: skip
def test_the_whole_notification_is_lost(faulty: Json, pointer: str, kind: ProblemKind) -> None:
    assert lost_at(update(faulty)) == [(pointer, kind)]


def test_a_title_of_white_space_is_a_title() -> None:
    assert update(NOTICE | {"title": " "}).problems == ()


@pytest.mark.parametrize("member", [{"description": None}, {"description": ""}, {"_meta": None}, {"_meta": {"a": 1}}])
def test_a_notice_may_say_nothing_in_its_optional_members(member: dict[str, Json]) -> None:
    decoded = update(NOTICE | member)
    assert (decoded.value, decoded.problems, decoded.unknown) == (NOTICE | member, (), ())


@pytest.mark.parametrize("member", [{"description": 5}, {"description": {"a": 1}}, {"_meta": []}, {"_meta": "x"}])
def test_a_malformed_optional_member_of_a_notice_counts_as_omitted(member: dict[str, Json]) -> None:
    decoded = update(NOTICE | member)
    assert decoded.value == NOTICE
    assert salvaged(decoded) == [f"/update/{next(iter(member))}"]


def test_an_extra_member_is_kept_and_noted() -> None:
    decoded = update(NOTICE | {"colour": "red"})
    assert decoded.value == NOTICE | {"colour": "red"}
    assert decoded.problems == ()
    assert [(note.pointer, note.kind) for note in decoded.unknown] == [("/update/colour", ProblemKind.UNKNOWN_MEMBER)]


def test_an_unstable_update_is_unknown_to_the_stable_surface() -> None:
    value = {"sessionId": "s", "update": {"sessionUpdate": "plan_removed", "planId": 5}}
    kind = "/update/sessionUpdate", ProblemKind.UNKNOWN_VARIANT
    assert lost_at(STABLE.decode("SessionNotification", value)) == [kind]
    assert lost_at(UNSTABLE.decode("SessionNotification", value)) == [("/update/planId", ProblemKind.WRONG_TYPE)]


@pytest.mark.parametrize(
    ("sent", "held"),
    [
        ({"sessionUpdate": "agent_message_chunk", "content": TEXT, "messageId": 1}, {"messageId": ABSENT}),
        ({"sessionUpdate": "agent_message_chunk", "content": TEXT, "messageId": None}, {"messageId": None}),
        (CALL | {"kind": "zap", "status": "cancelled"}, {"kind": ABSENT, "status": ABSENT}),
        (CALL | {"content": None}, {"content": []}),
        (CALL | {"content": [{"type": "content", "content": TEXT}, {"type": "content"}, 5]},
         {"content": [{"type": "content", "content": TEXT}]}),
        ({"sessionUpdate": "plan", "entries": None}, {"entries": []}),
        ({"sessionUpdate": "plan", "entries": [ENTRY, ENTRY | {"priority": "urgent"}]}, {"entries": [ENTRY]}),
        ({"sessionUpdate": "usage_update", "used": 1, "size": 2, "cost": {"amount": "1"}}, {"cost": ABSENT}),
        (COMPACTION | {"status": "paused"}, {"status": "paused"}),
        (COMPACTION | {"summary": "x"}, {"summary": ABSENT}),
        ({"sessionUpdate": "config_option_update", "configOptions": [SELECT, SELECT | {"type": "slider"}]},
         {"configOptions": [SELECT]}),
    ],
)  # fmt: skip
def test_the_client_holds_the_rest(sent: dict[str, Json], held: dict[str, Json]) -> None:
    decoded = update(sent)
    assert not decoded.lost
    assert {name: decoded.value.get(name, ABSENT) for name in held} == held  # type: ignore[union-attr]
    assert {name: item for name, item in decoded.value.items() if name not in held} == {  # type: ignore[union-attr]
        name: item for name, item in sent.items() if name not in held
    }


def initialize(capabilities: Json) -> Decoded:
    """The Client's `initialize`, as the Agent holds it."""
    return STABLE.decode("InitializeRequest", {"protocolVersion": 1, "clientCapabilities": capabilities})


@pytest.mark.parametrize("notices", [{}, {"_meta": {}}, {"foo": 1}])
def test_a_client_advertises_notices_with_any_object(notices: Json) -> None:
    decoded = initialize({"session": {"notices": notices}})
    assert decoded.problems == ()
    assert decoded.value["clientCapabilities"]["session"]["notices"] == notices  # type: ignore[index]


@pytest.mark.parametrize("notices", [True, False, [], "x"])
def test_notices_of_another_type_are_not_advertised(notices: Json) -> None:
    decoded = initialize({"session": {"notices": notices}})
    assert decoded.value["clientCapabilities"] == {"session": {}}  # type: ignore[index]
    assert salvaged(decoded) == ["/clientCapabilities/session/notices"]


@pytest.mark.parametrize(
    ("sent", "held"),
    [
        ({"session": {"notices": None}}, {"session": {"notices": None}}),
        ({"session": {}}, {"session": {}}),
        ({"session": None}, {"session": None}),
        ({}, {}),
        ({"session": True}, {}),
        ({"session": []}, {}),
        ({"terminal": "yes"}, {"terminal": False}),
        ({"terminal": 1}, {"terminal": False}),
        ({"fs": None}, {"fs": {"readTextFile": False, "writeTextFile": False}}),
        ({"fs": True}, {"fs": {"readTextFile": False, "writeTextFile": False}}),
        ({"fs": {"readTextFile": "true"}}, {"fs": {"readTextFile": False}}),
        ({"elicitation": {"form": True}}, {"elicitation": {}}),
    ],
)  # fmt: skip
def test_a_malformed_capability_is_not_advertised(sent: Json, held: Json) -> None:
    decoded = initialize(sent)
    assert decoded.value["clientCapabilities"] == held  # type: ignore[index]


@pytest.mark.parametrize("capabilities", [None, []])
def test_malformed_capabilities_are_the_default_ones(capabilities: Json) -> None:
    decoded = initialize(capabilities)
    assert decoded.value["clientCapabilities"] == {  # type: ignore[index]
        "fs": {"readTextFile": False, "writeTextFile": False},
        "terminal": False,
        "auth": {"terminal": False},
    }
    assert salvaged(decoded) == ["/clientCapabilities"]


@pytest.mark.parametrize(
    ("version", "kind"),
    [("1", ProblemKind.WRONG_TYPE), (1.5, ProblemKind.WRONG_TYPE), (65_536, ProblemKind.OUT_OF_RANGE)],
)
def test_a_protocol_version_is_a_small_integer(version: Json, kind: ProblemKind) -> None:
    assert lost_at(STABLE.decode("InitializeRequest", {"protocolVersion": version})) == [("/protocolVersion", kind)]


def test_client_info_without_a_version_is_dropped() -> None:
    decoded = STABLE.decode("InitializeRequest", {"protocolVersion": 1, "clientInfo": {"name": "ed"}})
    assert decoded.value == {"protocolVersion": 1}
    (problem,) = decoded.problems
    assert (problem.pointer, problem.kind, problem.effect, problem.reach) == (
        "/clientInfo/version",
        ProblemKind.MISSING,
        Effect.SALVAGED,
        "/clientInfo",
    )


def test_a_bad_authentication_method_is_skipped_and_a_retired_one_is_read_as_the_agents() -> None:
    methods = [{"id": "a"}, {"id": "b", "name": "B", "type": "env_var"}, {"id": "c", "name": "C", "type": "terminal"}]
    decoded = UNSTABLE.decode("InitializeResponse", {"protocolVersion": 1, "authMethods": methods})
    assert decoded.value == {"protocolVersion": 1, "authMethods": methods[1:]}
    assert [(problem.pointer, problem.effect, problem.reach) for problem in decoded.problems] == [
        ("/authMethods/0/name", Effect.DROPPED, "/authMethods/0")
    ]
    assert [(note.pointer, note.kind) for note in decoded.unknown] == [
        ("/authMethods/1/type", ProblemKind.UNKNOWN_VARIANT)
    ]


def test_a_session_capability_that_is_no_object_is_not_advertised() -> None:
    sent = {"protocolVersion": 1, "agentCapabilities": {"sessionCapabilities": {"list": True, "close": {}}}}
    decoded = STABLE.decode("InitializeResponse", sent)
    assert decoded.value["agentCapabilities"] == {"sessionCapabilities": {"close": {}}}  # type: ignore[index]
    assert salvaged(decoded) == ["/agentCapabilities/sessionCapabilities/list"]


@pytest.mark.parametrize(
    ("definition", "value", "pointer", "kind"),
    [
        ("PromptResponse", {"stopReason": "tired"}, "/stopReason", ProblemKind.UNKNOWN_VALUE),
        ("RequestPermissionResponse", {"outcome": {"outcome": "maybe"}}, "/outcome/outcome", ProblemKind.UNKNOWN_VARIANT),
        ("RequestPermissionResponse", {"outcome": "cancelled"}, "/outcome", ProblemKind.WRONG_TYPE),
        ("RequestPermissionResponse", {"outcome": {"outcome": "selected"}}, "/outcome/optionId", ProblemKind.MISSING),
        ("RequestPermissionRequest",
         {"sessionId": "s", "toolCall": {"toolCallId": "c"}, "options": [{"optionId": "o", "name": "n", "kind": "no"}]},
         "/options/0/kind", ProblemKind.UNKNOWN_VALUE),
        ("LoadSessionResponse", None, "", ProblemKind.WRONG_TYPE),
        ("NewSessionRequest", {"cwd": "/w"}, "/mcpServers", ProblemKind.MISSING),
        ("NewSessionRequest", {"cwd": "/w", "mcpServers": [{"name": "m", "command": "/m", "args": []}]},
         "/mcpServers/0/env", ProblemKind.MISSING),
        ("NewSessionRequest", {"cwd": "/w", "mcpServers": [{"type": "stdio", "name": "m", "command": "/m", "args": []}]},
         "/mcpServers/0/env", ProblemKind.MISSING),
        ("NewSessionRequest", {"cwd": "/w", "mcpServers": [{"type": "websocket", "name": "m", "url": "wss://m"}]},
         "/mcpServers/0/type", ProblemKind.UNKNOWN_VARIANT),
        ("SetSessionConfigOptionRequest", {"sessionId": "s", "configId": "c", "value": True}, "/value",
         ProblemKind.WRONG_TYPE),
        ("CreateElicitationRequest", {"sessionId": "s", "message": "m", "requestedSchema": {}}, "/mode",
         ProblemKind.MISSING),
        ("CreateElicitationRequest", {"mode": "form", "message": "m", "requestedSchema": {}}, "/sessionId",
         ProblemKind.MISSING),
        ("CreateElicitationRequest",
         {"mode": "form", "sessionId": "s", "message": "m",
          "requestedSchema": {"properties": {"p": {"type": "string", "format": "zip"}}}},
         "/requestedSchema/properties/p/format", ProblemKind.UNKNOWN_VALUE),
        ("ReadTextFileRequest", {"sessionId": "s", "path": "/a", "line": -1}, "/line", ProblemKind.OUT_OF_RANGE),
    ],
)  # fmt: skip
def test_requests_and_results_that_are_lost(definition: str, value: Json, pointer: str, kind: ProblemKind) -> None:
    assert lost_at(STABLE.decode(definition, value)) == [(pointer, kind)]


@pytest.mark.parametrize(
    ("definition", "value"),
    [
        ("NewSessionRequest",
         {"cwd": "/w", "mcpServers": [{"type": "stdio", "name": "m", "command": "/m", "args": [], "env": []}]}),
        ("CreateElicitationRequest",
         {"mode": "form", "sessionId": "s", "requestId": 1, "message": "m", "requestedSchema": {}}),
        ("CreateElicitationRequest", {"mode": "_voice", "sessionId": "s", "message": "m", "tune": 5}),
        ("CreateElicitationRequest",
         {"mode": "form", "sessionId": "s", "message": "m",
          "requestedSchema": {"properties": {"p": {"type": "object", "deep": 1}}}}),
        ("ReadTextFileRequest", {"sessionId": "s", "path": "/a", "line": 0}),
        ("PromptRequest", {"sessionId": "s", "prompt": []}),
        ("RequestPermissionRequest", {"sessionId": "s", "toolCall": {"toolCallId": "c"}, "options": []}),
    ],
)  # fmt: skip
def test_requests_that_pass_as_they_are(definition: str, value: Json) -> None:
    decoded = STABLE.decode(definition, value)
    assert decoded.problems == ()
    assert decoded.value is value


def test_null_is_read_as_no_servers() -> None:
    decoded = STABLE.decode("NewSessionRequest", {"cwd": "/w", "mcpServers": None})
    assert decoded.value == {"cwd": "/w", "mcpServers": []}
    assert [(problem.pointer, problem.effect) for problem in decoded.problems] == [("/mcpServers", Effect.DEFAULTED)]


def test_a_boolean_option_set_to_a_string_is_read_as_the_id_of_a_value() -> None:
    value = {"sessionId": "s", "configId": "c", "type": "boolean", "value": "true"}
    decoded = STABLE.decode("SetSessionConfigOptionRequest", value)
    assert decoded.value is value
    assert decoded.problems == ()
    assert (decoded.unknown[0].pointer, decoded.unknown[0].kind) == ("/type", ProblemKind.OTHER_VARIANT)
