"""Laws of decoding, on values of all kinds: total, repeatable, never changes what it reads, shares what it keeps."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.protocol.decode import Decoder
from acp_inspect.protocol.problem import Effect, Problem, ProblemKind
from acp_inspect.protocol.schema import VERSIONS, Schema, load_packaged_schema
from acp_inspect.protocol.shape import Definitions
from acp_inspect.wire.json_text import MAX_DEPTH, ExactNumber, Json, JsonText, read_json, write_json
from acp_inspect.wire.rpc import ABSENT
from tests.protocol.differential import Case, corpus, mutations

SURFACES = [load_packaged_schema(version, unstable) for version in VERSIONS for unstable in (False, True)]
CORPUS = corpus()

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["1.0", "-0", "1e400", "9" * 5_000, "1E-400"]).map(ExactNumber)
)
names = st.sampled_from(["sessionId", "update", "sessionUpdate", "content", "type", "_meta", "text"]) | st.text(
    max_size=4
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=5), max_leaves=20
)
near_values = st.integers(min_value=0).map(lambda seed: next(mutations(CORPUS, seed, 1)))


def definitions(schema: Schema) -> list[str]:
    """The names of all params and results."""
    return sorted({name for method in schema.methods for name in (method.params, method.result) if name})


def resolve(value: Json, pointer: str) -> Json:
    """What a JSON pointer points to; raises LookupError when nothing is there."""
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value


def holds(schema: Schema, definition: str, value: Json) -> None:
    """All laws for one value."""
    before = copy.deepcopy(value)
    decoded = schema.decode(definition, value)
    assert write_json(value) == write_json(before)
    assert decoded == schema.decode(definition, value)
    assert decoded.lost == any(problem.effect is Effect.LOST for problem in decoded.problems)
    assert (decoded.value is ABSENT) == decoded.lost
    assert all(problem.effect is Effect.KEPT for problem in decoded.unknown)
    assert not any(problem.effect is Effect.KEPT for problem in decoded.problems)
    for problem in decoded.problems + decoded.unknown:
        stands(problem, value)
    if not decoded.problems:
        assert decoded.value is value
    if not decoded.lost:
        again = schema.decode(definition, decoded.value)
        assert again.value is decoded.value
        # An empty list is what a list gets that the schema wants longer: that stays a fault.
        assert {problem.kind for problem in again.problems} <= {ProblemKind.TOO_SHORT}
        assert {problem.found for problem in again.problems} <= {"an empty array"}


def stands(problem: Problem, value: Json) -> None:
    """The problem's pointers lead somewhere, and its words are printable and short."""
    assert problem.pointer.startswith(problem.reach)
    resolve(value, problem.reach if problem.kind is not ProblemKind.MISSING else problem.pointer.rpartition("/")[0])
    assert problem.found.isprintable()
    assert len(problem.found) <= 6 * 48


@given(st.sampled_from(SURFACES), st.data(), values)
def test_any_value_is_decoded(schema: Schema, data: st.DataObject, value: Json) -> None:
    holds(schema, data.draw(st.sampled_from(definitions(schema))), value)


@given(near_values)
def test_values_near_real_ones_are_decoded(case: Case) -> None:
    holds(load_packaged_schema(case.version, case.unstable), case.definition, case.value)


@pytest.mark.parametrize("schema", SURFACES, ids=lambda schema: f"v{schema.version}{'u' if schema.unstable else ''}")
def test_the_deepest_value_is_decoded(schema: Schema) -> None:
    for opening, closing in (("[", "]"), ('{"update":', "}"), ('{"content":', "}"), ('{"_meta":', "}")):
        read = read_json((opening * MAX_DEPTH + "1" + closing * MAX_DEPTH).encode())
        assert isinstance(read, JsonText)
        for definition in definitions(schema):
            schema.decode(definition, read.value)


def test_a_definition_that_contains_itself_reads_the_deepest_value() -> None:
    tree: Any = {
        "anyOf": [
            {"type": "object", "properties": {"t": {"const": "a"}, "in": {"$ref": "#/$defs/T"}}, "required": ["t"]},
            {"type": "object", "properties": {"t": {"const": "b"}}, "required": ["t"]},
        ]
    }
    decoder = Decoder(Definitions({"T": tree}))
    value: Json = {"t": "c"}
    for _ in range(MAX_DEPTH - 1):
        value = {"t": "a", "in": value}
    (problem,) = decoder.decode("T", value).problems
    assert problem.pointer == "/in" * (MAX_DEPTH - 1) + "/t"
    assert problem.kind is ProblemKind.UNKNOWN_VARIANT


@pytest.mark.parametrize(
    "node", [{"$ref": "#/$defs/T"}, {"allOf": [{"$ref": "#/$defs/T"}]}, {"anyOf": [{"$ref": "#/$defs/T"}]}]
)
def test_a_definition_made_of_itself_is_refused(node: Any) -> None:
    with pytest.raises(ValueError, match="T is made of itself"):
        Decoder(Definitions({"T": node})).compile_all()


@pytest.mark.parametrize(
    ("text", "whole", "number"),
    [
        ("1", True, True), ("1.0", True, True), ("-0", True, True), ("1e3", True, True), ("0.5e1", True, True),
        ("1.5", False, True), ("1e-3", False, True), ("1e400", False, False), ("9" * 400, False, False),
        ("9" * 5_000, False, False), ("true", False, False), ('"1"', False, False), ("null", False, False),
    ],
)  # fmt: skip
def test_numbers_are_those_of_javascript(text: str, whole: bool, number: bool) -> None:
    read = read_json(text.encode())
    assert isinstance(read, JsonText)
    decoder = Decoder(Definitions({"Whole": {"type": "integer"}, "Number": {"type": "number"}}))
    assert decoder.decode("Whole", read.value).lost is not whole
    assert decoder.decode("Number", read.value).lost is not number


def test_untouched_parts_are_shared_and_touched_ones_are_new() -> None:
    entry = {"content": "do", "priority": "high", "status": "pending"}
    update = {"sessionUpdate": "plan", "entries": [entry, 5], "_meta": {"a": [1]}}
    value = {"sessionId": "s", "update": update}
    decoded = load_packaged_schema(1, False).decode("SessionNotification", value)
    assert decoded.value == {"sessionId": "s", "update": {**update, "entries": [entry]}}
    assert decoded.value["update"]["entries"][0] is entry
    assert decoded.value["update"]["_meta"] is update["_meta"]


def test_pointers_are_escaped() -> None:
    schema = load_packaged_schema(1, True)
    value = {"providerId": "p", "apiType": "openai", "baseUrl": "u", "headers": {"a/b~c": 5}}
    (problem,) = schema.decode("SetProviderRequest", value).problems
    assert problem.pointer == "/headers/a~1b~0c"


def test_an_unknown_definition_is_refused() -> None:
    with pytest.raises(ValueError, match="Zap"):
        load_packaged_schema(1, False).decode("Zap", {})
