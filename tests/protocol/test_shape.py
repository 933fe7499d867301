"""Shapes: references and `allOf` are merged, and variants are told apart."""

from __future__ import annotations

import pytest

from acp_inspect.protocol.shape import Definitions
from acp_inspect.wire.rpc import ABSENT

DEFINITIONS = Definitions(
    {
        "Base": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
        "Small": {"type": ["integer", "null"], "format": "uint16", "minimum": 1},
        "Kind": {
            "anyOf": [
                {"properties": {"k": {"const": "x"}, "b": {}}, "required": ["k"], "allOf": [{"$ref": "#/$defs/Base"}]},
                {"properties": {"k": {"type": "string"}}, "required": ["k"], "not": {
                    "anyOf": [{"properties": {"k": {"const": "x"}}, "required": ["k"]}]}},
            ]
        },
    }
)  # fmt: skip


def test_a_reference_and_what_stands_beside_it_are_one_shape() -> None:
    shape = DEFINITIONS.shape({"allOf": [{"$ref": "#/$defs/Base"}], "properties": {"b": True}, "default": {}})
    assert (shape.name, shape.types, set(shape.members), set(shape.required)) == (
        "Base", frozenset({"object"}), {"a", "b"}, {"a"},
    )  # fmt: skip
    assert shape.default == {}
    assert DEFINITIONS.shape({"$ref": "#/$defs/Base"}).default is ABSENT


def test_the_narrowest_bounds_hold() -> None:
    shape = DEFINITIONS.shape({"$ref": "#/$defs/Small"})
    assert (shape.minimum, shape.maximum, shape.types) == (1, 65_535, frozenset({"integer", "null"}))
    assert DEFINITIONS.shape({"allOf": [{"$ref": "#/$defs/Small"}, {"minimum": 5}]}).minimum == 5


def test_variants_have_tags_and_the_open_one_excludes_them() -> None:
    known, unknown = (DEFINITIONS.shape(arm) for arm in DEFINITIONS.node("Kind")["anyOf"])
    assert DEFINITIONS.tags(known) == {"k": "x"}
    assert (DEFINITIONS.tags(unknown), unknown.excluded) == ({}, frozenset({"x"}))
    assert DEFINITIONS.names(DEFINITIONS.shape({"$ref": "#/$defs/Kind"})) == {"a", "b", "k"}


def test_a_missing_definition_is_refused() -> None:
    with pytest.raises(ValueError, match="No, which it does not define"):
        DEFINITIONS.shape({"$ref": "#/$defs/No"})
