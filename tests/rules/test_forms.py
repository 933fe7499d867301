"""Forms: which values go with which property."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.rules.forms import Property, mismatch, properties, required
from acp_inspect.wire.json_text import ExactNumber, Json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(
    ["type", "enum", "oneOf", "items", "minLength", "maximum", "minItems", "pattern", "format", "anyOf", "const"]
)


def _one(schema: dict[str, Json]) -> Property:
    return next(properties({"type": "object", "properties": {"x": schema}}))


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string"}, ""),
        ({"type": "string", "enum": ["a", "b"]}, "b"),
        ({"type": "string", "oneOf": [{"const": "a", "title": "A"}]}, "a"),
        ({"type": "string", "minLength": 2, "maxLength": 3}, "abc"),
        ({"type": "string", "pattern": "^[a-z]+$"}, "abc"),
        ({"type": "string", "pattern": "^(a|b)+$"}, "a pattern with groups is not run"),
        ({"type": "string", "format": "email"}, "ada@example.org"),
        ({"type": "string", "format": "date"}, "2026-11-30"),
        ({"type": "string", "format": "date-time"}, "2026-11-30T10:00:00Z"),
        ({"type": "string", "format": "uri"}, "https://example.org"),
        ({"type": "string", "format": "zip"}, "a format that nobody knows"),
        ({"type": "integer", "minimum": 1, "maximum": 2}, 2),
        ({"type": "integer"}, ExactNumber("2.0")),
        ({"type": "number"}, 1.5),
        ({"type": "boolean"}, False),
        ({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}, ["a"]),
        ({"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}, "maxItems": 1}, ["a"]),
        ({"type": "_colour"}, {"red": 1}),
        ({}, 3),
    ],
)
def test_a_value_that_goes_with_its_property(schema: dict[str, Json], value: Json) -> None:
    assert mismatch(_one(schema), value) == ""


@pytest.mark.parametrize(
    ("schema", "value", "why"),
    [
        ({"type": "string"}, 5, "is 5 instead of a string"),
        ({"type": "string", "enum": ["a"]}, "z", 'is "z", which is not offered'),
        ({"type": "string", "oneOf": [{"const": "a", "title": "A"}]}, "A", 'is "A", which is not offered'),
        ({"type": "string", "minLength": 2}, "a", "has 1 characters, fewer than 2"),
        ({"type": "string", "maxLength": 2}, "abc", "has 3 characters, more than 2"),
        ({"type": "string", "pattern": "^[a-z]+$"}, "A1", 'does not match the pattern "^[a-z]+$"'),
        ({"type": "string", "format": "email"}, "ada", "is no email"),
        ({"type": "string", "format": "date"}, "2026-13-01", "is no date"),
        ({"type": "string", "format": "date-time"}, "2026-11-30", "is no date-time"),
        ({"type": "string", "format": "uri"}, "example.org", "is no uri"),
        ({"type": "integer"}, 1.5, "is 1.5 instead of a whole number"),
        ({"type": "integer"}, True, "is true instead of a number"),
        ({"type": "integer"}, "2", 'is "2" instead of a number'),
        ({"type": "number", "minimum": 1}, 0, "is less than 1"),
        ({"type": "number", "maximum": 1}, 2, "is more than 1"),
        ({"type": "boolean"}, "true", 'is "true" instead of true or false'),
        ({"type": "array", "items": {"enum": ["a"]}}, "a", 'is "a" instead of a list'),
        ({"type": "array", "items": {"enum": ["a"]}}, ["b"], 'has "b" in it, which is not offered'),
        ({"type": "array", "items": {"enum": ["a"]}}, [1], "has 1 in it instead of strings only"),
        ({"type": "array", "minItems": 1}, [], "has 0 items, fewer than 1"),
        ({"type": "array", "maxItems": 1}, ["a", "b"], "has 2 items, more than 1"),
    ],
)
def test_a_value_that_does_not(schema: dict[str, Json], value: Json, why: str) -> None:
    assert mismatch(_one(schema), value) == why


def test_only_texts_without_a_list_of_values_are_free() -> None:
    assert _one({"type": "string"}).free_text
    assert not _one({"type": "string", "enum": ["a"]}).free_text
    assert not _one({"type": "integer"}).free_text


def test_what_a_form_requires_is_read_as_far_as_it_is_names() -> None:
    assert required({"required": ["a", 1, "b"]}) == ["a", "b"]
    assert required({"required": "a"}) == []


@given(st.dictionaries(NAMES, VALUES, max_size=4), VALUES)
def test_any_schema_and_value_have_an_answer(schema: dict[str, Json], value: Json) -> None:
    for kind in ("string", "number", "integer", "boolean", "array", "_x"):
        assert isinstance(mismatch(_one({**schema, "type": kind}), value), str)


def test_infinity_is_no_whole_number() -> None:
    assert mismatch(_one({"type": "integer"}), math.inf)
