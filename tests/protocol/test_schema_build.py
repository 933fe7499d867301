"""Schema data: only structure is left, it is written in one way, and its stamp fits."""

from __future__ import annotations

import json
from typing import Any

import pytest

from acp_inspect.errors import UsageError
from acp_inspect.protocol.packaged import packaged_file
from acp_inspect.protocol.schema import VERSIONS, surface_file
from acp_inspect.protocol.schema_build import SchemaSource, build, canonical, fingerprint
from tests.protocol.test_schema import OFFICIAL

SOURCE = SchemaSource("sdk", "1.0.0", "schema/v1/schema.json")
PACKAGED = [(version, surface_file(unstable)) for version in VERSIONS for unstable in (False, True)]


def built(official: Any) -> dict[str, Any]:
    """The schema data of an official schema."""
    return build(json.dumps(official).encode(), SOURCE)


@pytest.mark.parametrize(("version", "name"), PACKAGED)
def test_packaged_files_are_as_the_tool_writes_them(version: int, name: str) -> None:
    raw = packaged_file(version, name)
    data = json.loads(raw)
    assert canonical(data) == raw
    assert data["structure"] == fingerprint(data)
    assert data["file"] == f"schema/v{version}/{name}"
    assert (data["package"], data["version"], data["unread"]) == ("@agentclientprotocol/sdk", "2.4.0", [])


@pytest.mark.parametrize(("version", "name"), PACKAGED)
def test_packaged_files_carry_no_prose(version: int, name: str) -> None:
    def keys(node: Any) -> set[str]:
        if isinstance(node, list):
            return set().union(*map(keys, node))
        if not isinstance(node, dict):
            return set()
        inside = [*node.get("properties", {}).values(), *(item for key, item in node.items() if key != "properties")]
        return set(node) | keys([item for item in inside if item is not node.get("default")])

    definitions = json.loads(packaged_file(version, name))["definitions"]
    assert not keys(list(definitions.values())) & {"description", "title", "examples", "$schema", "x-docs-ignore"}


@pytest.mark.parametrize(("version", "name"), PACKAGED)
def test_every_definition_with_a_method_is_in_the_method_table(version: int, name: str) -> None:
    data = json.loads(packaged_file(version, name))
    bound = {
        (row["method"], row["side"], row[key]) for row in data["methods"] for key in ("params", "result") if key in row
    }
    marked = {
        (body["x-method"], body["x-side"], name) for name, body in data["definitions"].items() if "x-method" in body
    }
    assert bound == marked


def test_structure_is_kept_and_prose_and_messages_go() -> None:
    data = built(OFFICIAL)
    assert data["definitions"] == {
        "Ask": {
            "type": "object",
            "properties": {"text": {"type": "string"}},
            "required": ["text"],
            "x-method": "ask",
            "x-side": "client",
        },
        "Told": {"type": "object", "x-method": "ask", "x-side": "client"},
    }
    assert data["methods"] == [
        {"method": "ask", "side": "client", "kind": "request", "params": "Ask", "result": "Told"}
    ]
    assert data["unread"] == ["pattern"]


def test_members_named_like_key_words_are_members() -> None:
    names: dict[str, Any] = {"title": {}, "description": {}, "pattern": {}, "properties": {}, "required": {}}
    member = {"type": "object", "properties": names}
    data = built(OFFICIAL | {"$defs": OFFICIAL["$defs"] | {"Odd": member}})
    assert data["definitions"]["Odd"] == member


def test_equal_files_make_equal_bytes_and_other_files_another_stamp() -> None:
    turned = {"$defs": dict(reversed(OFFICIAL["$defs"].items())), "anyOf": OFFICIAL["anyOf"]}
    one, same, other = built(OFFICIAL), built(OFFICIAL), built(turned)
    assert canonical(one) == canonical(same)
    assert one["structure"] == other["structure"]
    assert one["sha256"] != other["sha256"]


def test_a_request_without_a_result_is_refused() -> None:
    definitions = {**OFFICIAL["$defs"], "Told": {"type": "object"}}
    with pytest.raises(UsageError, match=r"schema/v1/schema\.json is no ACP schema"):
        built(OFFICIAL | {"$defs": definitions})
