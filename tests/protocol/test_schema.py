"""The surfaces: methods, names and variants as the schema data has them, and what loading refuses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from acp_inspect.errors import UsageError
from acp_inspect.protocol.packaged import packaged_file
from acp_inspect.protocol.schema import (
    VERSIONS,
    Member,
    Method,
    MethodKind,
    Values,
    load_packaged_schema,
    load_surface_schema,
    surface_file,
)
from acp_inspect.wire.rpc import Side

SURFACES = [(version, unstable) for version in VERSIONS for unstable in (False, True)]
OFFICIAL: dict[str, Any] = {
    "anyOf": [{"title": "Agent", "anyOf": [{"$ref": "#/$defs/AgentRequest"}, {"$ref": "#/$defs/ClientResponse"}]}],
    "$defs": {
        "AgentRequest": {"properties": {"id": {}, "method": {}, "params": {"anyOf": [{"$ref": "#/$defs/Ask"}]}}},
        "ClientResponse": {"properties": {"id": {}, "result": {"$ref": "#/$defs/Told"}}},
        "Ask": {
            "description": "Asks.",
            "type": "object",
            "properties": {"text": {"type": "string", "pattern": "a"}},
            "required": ["text"],
            "x-method": "ask",
            "x-side": "client",
        },
        "Told": {"type": "object", "x-method": "ask", "x-side": "client"},
    },
}


def folder(official: Any, **more: bytes) -> Mapping[str, bytes]:
    """A folder with one official file."""
    return {"some/sdk/schema/v1/schema.json": json.dumps(official).encode(), **more}


@pytest.mark.parametrize(("version", "unstable"), SURFACES)
def test_every_packaged_surface_compiles(version: int, unstable: bool) -> None:
    files = {f"v{version}/{surface_file(unstable)}": packaged_file(version, surface_file(unstable))}
    schema = load_surface_schema(version, unstable, files)
    assert (schema.version, schema.unstable, schema.package_version) == (version, unstable, "2.4.0")
    assert schema.methods == load_packaged_schema(version, unstable).methods
    assert schema.unread == ()


@pytest.mark.parametrize(("version", "stable", "unstable"), [(1, 25, 40), (2, 18, 33)])
def test_the_unstable_surface_has_all_stable_methods(version: int, stable: int, unstable: int) -> None:
    methods = load_packaged_schema(version, False).methods
    assert len(methods) == stable
    assert len(load_packaged_schema(version, True).methods) == unstable
    assert methods < load_packaged_schema(version, True).methods


@pytest.mark.parametrize(("version", "unstable"), SURFACES)
def test_params_and_results_are_defined(version: int, unstable: bool) -> None:
    schema = load_packaged_schema(version, unstable)
    for method in schema.methods:
        assert method.params in schema
        assert method.result in schema if method.kind is MethodKind.REQUEST else method.result is None


def test_methods_are_found_by_name_kind_and_receiver() -> None:
    schema = load_packaged_schema(1, True)
    assert schema.method("session/prompt", MethodKind.REQUEST, Side.AGENT) == Method(
        "session/prompt", MethodKind.REQUEST, "agent", "PromptRequest", "PromptResponse"
    )
    assert schema.method("session/prompt", MethodKind.REQUEST, Side.CLIENT) is None
    assert schema.method("session/prompt", MethodKind.NOTIFICATION, Side.AGENT) is None
    assert schema.method("session/update", MethodKind.NOTIFICATION, Side.CLIENT) is not None
    for side in Side:
        assert schema.method("$/cancel_request", MethodKind.NOTIFICATION, side) is not None
        assert schema.method("proxy/initialize", MethodKind.REQUEST, side) is not None


def test_one_name_may_be_a_request_one_way_and_a_notification_the_other() -> None:
    schema = load_packaged_schema(2, True)
    assert schema.method("mcp/message", MethodKind.REQUEST, Side.CLIENT) is not None
    assert schema.method("mcp/message", MethodKind.NOTIFICATION, Side.AGENT) is not None
    assert schema.method("mcp/message", MethodKind.REQUEST, Side.AGENT) is None


def test_the_kinds_of_session_updates() -> None:
    stable = load_packaged_schema(1, False).variants("SessionUpdate")
    draft = load_packaged_schema(2, False).variants("SessionUpdate")
    assert stable is not None
    assert draft is not None
    assert (stable.member, stable.open, draft.member, draft.open) == ("sessionUpdate", False, "sessionUpdate", True)
    assert stable.tags["tool_call"] == "ToolCall"
    assert set(stable.tags) == {
        "user_message_chunk", "agent_message_chunk", "agent_thought_chunk", "tool_call", "tool_call_update", "plan",
        "available_commands_update", "current_mode_update", "config_option_update", "session_info_update",
        "usage_update", "notice", "compaction_update", "compaction_summary_chunk",
    }  # fmt: skip
    assert set(draft.tags) == {
        "user_message", "user_message_chunk", "agent_message", "agent_message_chunk", "agent_thought",
        "agent_thought_chunk", "tool_call_update", "tool_call_content_chunk", "terminal_update",
        "terminal_output_chunk", "state_update", "plan_update", "available_commands_update", "config_option_update",
        "session_info_update", "usage_update", "notice", "compaction_update", "compaction_summary_chunk",
    }  # fmt: skip


def test_variants_without_a_definition_and_things_without_variants() -> None:
    schema = load_packaged_schema(1, False)
    outcome = schema.variants("RequestPermissionOutcome")
    assert outcome is not None
    assert outcome.tags == {"cancelled": None, "selected": "SelectedPermissionOutcome"}
    assert schema.variants("Notice") is None
    assert schema.variants("ToolKind") is None


def test_the_values_of_enumerations() -> None:
    schema = load_packaged_schema(1, False)
    assert schema.values("ToolCallStatus") == Values(
        frozenset({"pending", "in_progress", "completed", "failed"}), False
    )
    assert schema.values("NoticeSeverity") == Values(frozenset({"info", "warning", "error"}), True)
    codes = load_packaged_schema(2, False).values("ErrorCode")
    assert codes is not None
    assert codes.open
    assert -32022 in codes.known
    assert schema.values("Notice") is None


def test_the_members_of_objects_and_of_their_variants() -> None:
    schema = load_packaged_schema(2, False)
    assert schema.members("Notice") == {
        "severity": Member(True, False, "NoticeSeverity"),
        "title": Member(True, False, None),
        "description": Member(False, True, None),
        "_meta": Member(False, True, None),
    }
    assert schema.members("UserMessage")["content"] == Member(False, True, "ContentBlock")
    assert "currentValue" not in schema.members("SessionConfigOption")
    assert schema.members("SessionConfigOption", "boolean").keys() == {
        "_meta", "category", "configId", "currentValue", "description", "name", "type",
    }  # fmt: skip


def test_official_files_are_read_on_the_fly() -> None:
    schema = load_surface_schema(
        1, False, folder(OFFICIAL, **{"some/sdk/package.json": b'{"name": "sdk", "version": "9.0.0-alpha.1"}'})
    )
    assert schema.package_version == "9.0.0-alpha.1"
    assert schema.unread == ("pattern",)
    assert schema.decode("Ask", {"text": "b"}).problems == ()
    assert schema.decode("Ask", {}).lost


def test_without_files_the_packaged_surface_is_loaded_once() -> None:
    assert load_surface_schema(2, True) is load_packaged_schema(2, True)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, r"no v1/schema\.json in the schema folder"),
        ({"v1/schema.unstable.json": b"{}"}, r"no v1/schema\.json"),
        ({"v1/schema.json": b"{"}, r"v1/schema\.json is no JSON"),
        ({"v1/schema.json": b"[]"}, r"v1/schema\.json is no ACP schema"),
        ({"v1/schema.json": b"{}"}, r"no ACP schema: '\$defs' is missing"),
        ({"v1/schema.json": b'{"$defs": {}}'}, "binds no method"),
        ({"v1/schema.json": b'{"definitions": {}, "format": 0}'}, "has format 0"),
        ({"v1/schema.json": b'{"definitions": {}}'}, "'format' is missing"),
        (folder(OFFICIAL | {"$defs": OFFICIAL["$defs"] | {"Loop": {"$ref": "#/$defs/Loop"}}}), "Loop is made of itself"),
        (folder(OFFICIAL | {"$defs": OFFICIAL["$defs"] | {"Far": {"$ref": "http://x/y"}}}), "leaves the file"),
        (folder(OFFICIAL | {"$defs": OFFICIAL["$defs"] | {"Gap": {"$ref": "#/$defs/No"}}}), "No, which it does not define"),
        (folder(OFFICIAL | {"$defs": OFFICIAL["$defs"] | {"Odd": {"type": "colour"}}}), "no ACP schema"),
        (folder(OFFICIAL | {"$defs": OFFICIAL["$defs"] | {"Odd": {"properties": 5}}}), "no ACP schema"),
        (folder(OFFICIAL | {"$defs": OFFICIAL["$defs"] | {
            f"D{n}": {"type": "object", "properties": {"x": {"$ref": f"#/$defs/D{n + 1}"}}, "required": ["x"]}
            for n in range(3_000)
        } | {"D3000": {"type": "string"}}}), "nested too deep"),
    ],
)  # fmt: skip
def test_other_files_are_refused_in_words(files: Mapping[str, bytes], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        load_surface_schema(1, False, files)


def test_there_is_no_version_3() -> None:
    with pytest.raises(ValueError, match="3"):
        load_packaged_schema(3, False)
