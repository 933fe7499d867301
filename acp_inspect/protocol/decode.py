"""Read values as the peers do: a compiler from the schema's definitions to closures that salvage, drop and reject.

The rules, and where they come from: docs/explanation/decoding.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from acp_inspect.protocol.checks import (
    Check,
    Log,
    Slot,
    anything,
    array,
    formatted,
    listed,
    long_enough,
    null_as_empty,
    nullable,
    ranged,
    record,
    typed,
)
from acp_inspect.protocol.choices import Arm, exactly_one, first_match, tagged
from acp_inspect.protocol.formats import FORMATS
from acp_inspect.protocol.problem import Decoded, Effect
from acp_inspect.protocol.shape import Definitions, Node, Shape, Union
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Absent

_PLAIN: Final[dict[str, type]] = {
    "array": list,
    "boolean": bool,
    "integer": int,
    "null": type(None),
    "object": dict,
    "string": str,
}
_ARTICLE: Final = {"array": "an", "integer": "an", "object": "an"}
_MOST_LISTED: Final = 12
_NOTHING: Final[frozenset[str]] = frozenset()


class Decoder:
    """Decodes values by the definitions of one schema. Definitions are compiled when they are first needed."""

    __slots__ = ("_checks", "_definitions")

    def __init__(self, definitions: Definitions) -> None:
        self._definitions = definitions
        self._checks: dict[str, Check | None] = {}

    def decode(self, definition: str, value: Json) -> Decoded:
        """The value as a conforming receiver holds it. Total: any JSON in, no exception; `value` is not changed.

        Raises ValueError for a definition that the schema does not have.
        """
        log: Log = []
        check = self._checks.get(definition) or self._named(definition)
        got = check(value, log)
        if not log:
            return Decoded(got, (), (), False)
        all_problems = [fault.problem() for fault in log]
        problems = tuple(problem for problem in all_problems if problem.effect is not Effect.KEPT)
        unknown = tuple(problem for problem in all_problems if problem.effect is Effect.KEPT)
        lost = any(problem.effect is Effect.LOST for problem in problems)
        return Decoded(ABSENT if lost else got, problems, unknown, lost)

    def compile_all(self) -> None:
        """Compile every definition now. Raises ValueError where one makes no sense."""
        for name in self._definitions:
            self._named(name)

    def _named(self, name: str) -> Check:
        if name not in self._checks:
            self._checks[name] = None
            self._checks[name] = self._check(self._definitions.shape({"$ref": f"#/$defs/{name}"}))
        return self._checks[name] or self._later(name)

    def _later(self, name: str) -> Check:
        """The check of a definition that is still being compiled, because it contains itself."""

        def check(value: Json, log: Log) -> Json:
            return self._named(name)(value, log)

        return check

    def _check(self, shape: Shape, around: frozenset[str] = _NOTHING, inside: frozenset[str] = _NOTHING) -> Check:
        """`around`: members of the same object that belong to somebody else. `inside`: definitions that led here."""
        inside |= shape.through
        expected = describe(shape)
        if shape.members or shape.required or (shape.types or _NOTHING) - {"null"} == {"object"}:
            check = self._record(shape, around, inside)
            return self._or_null(shape, check, "null" in (shape.types or _NOTHING))
        if shape.unions:
            return self._choice(shape, around, inside)
        if shape.values is not None:
            check = listed(frozenset(shape.values), None, expected)
        elif shape.items is not None or (shape.types or _NOTHING) - {"null"} == {"array"}:
            check = array(self._slot([shape.items or True]), shape.skips_items, expected)
        elif shape.types is not None:
            check = typed(shape.types - {"null"}, expected)
        else:
            check = anything
        if shape.minimum is not None or shape.maximum is not None:
            check = ranged(check, shape.minimum, shape.maximum, expected)
        if shortest := max(shape.min_length, shape.min_items):
            check = long_enough(check, shortest, expected)
        if shape.format is not None and shape.format in FORMATS:
            wording, good = FORMATS[shape.format]
            check = formatted(check, good, wording)
        return self._or_null(shape, check, "null" in (shape.types or _NOTHING))

    def _or_null(self, shape: Shape, check: Check, allowed: bool) -> Check:
        if shape.default_on_null:
            empty: Json = [] if shape.items is not None else {}
            return null_as_empty(check, empty if shape.default is ABSENT else shape.default, describe(shape))
        return nullable(check) if allowed and check is not anything else check

    def _slot(self, nodes: Sequence[Node]) -> Slot:
        if len(nodes) == 1:
            shape = self._definitions.shape(nodes[0])
            check = self._check_of(nodes[0], shape)
        else:
            # A member that several merged definitions describe must please all of them; a salvaging one salvages.
            shape = self._definitions.shape({"allOf": list(nodes)})
            check = self._check(shape)
        default: Json | Absent = shape.default
        if default is ABSENT and shape.types == frozenset({"array"}):
            default = []
        return Slot(_plain(shape), check, shape.default_on_error, default)

    def _check_of(self, node: Node, shape: Shape) -> Check:
        """As `_check`, but compiles a definition once, wherever it is used."""
        if isinstance(node, dict):
            if node.keys() == {"$ref"} or (
                shape.name and node.keys() <= {"allOf", *_MARKERS} and _lone_reference(node)
            ):
                return self._named(str(shape.name))
            arms = node.get("anyOf", [])
            if len(arms) == 2 and arms[1] == {"type": "null"} and node.keys() <= {"anyOf", *_MARKERS}:
                return nullable(self._check_of(arms[0], self._definitions.shape(arms[0])))
        return self._check(shape)

    def _record(self, shape: Shape, around: frozenset[str], inside: frozenset[str]) -> Check:
        definitions = self._definitions
        slots = {name: self._slot(nodes) for name, nodes in shape.members.items()}
        required = {
            name: describe(definitions.shape({"allOf": shape.members.get(name, [])})) for name in shape.required
        }
        others = None
        if shape.others is not None:
            others = Slot(None, anything) if shape.others is True else self._slot([shape.others])
        else:
            slots |= dict.fromkeys(around - slots.keys(), _ANYTHING)
        names = definitions.names(shape, inside - shape.through)
        unions = [
            self._choice(
                Shape(name=shape.name, unions=[union]),
                around | shape.members.keys() | self._siblings(shape, union, names),
                inside,
            )
            for union in shape.unions
        ]
        if unions:
            slots |= dict.fromkeys(names - slots.keys(), _ANYTHING)
        # Beside alternatives, only the one that is chosen can tell which members are unknown.
        noted = bool(shape.members) and others is None and not unions
        return record(slots, required, others, noted, unions, describe(shape))

    def _siblings(self, shape: Shape, union: Union, names: frozenset[str]) -> frozenset[str]:
        return names if len(shape.unions) > 1 else _NOTHING

    def _choice(self, shape: Shape, around: frozenset[str], inside: frozenset[str]) -> Check:
        """The check of a value that has alternatives and nothing else."""
        union = shape.unions[0]
        shapes = [self._definitions.shape(arm, inside) for arm in union.arms]
        null = any(arm.only_null for arm in shapes)
        pairs = [(node, arm) for node, arm in zip(union.arms, shapes, strict=True) if not arm.only_null]
        arms = [arm for _, arm in pairs]
        check = self._alternatives(shape, union, arms, around, inside)
        return self._or_null(shape, check, null)

    def _alternatives(
        self, shape: Shape, union: Union, arms: list[Shape], around: frozenset[str], inside: frozenset[str]
    ) -> Check:
        expected = describe(shape)
        if len(arms) == 1:
            return self._check(arms[0], around, inside)
        constants = [arm.constant for arm in arms]
        known = frozenset(value for value in constants if isinstance(value, str | int))
        others = [arm for arm, constant in zip(arms, constants, strict=True) if constant is ABSENT]
        if len(known) + len(others) == len(arms) and known and len(others) <= 1:
            return listed(known, self._check(others[0]) if others else None, expected)
        tags = [self._definitions.tags(arm) for arm in arms]
        member = self.discriminator(union, tags)
        if member is not None:
            return self._tagged(shape, member, list(zip(arms, tags, strict=True)), around, inside)
        checks = [self._check(arm, around, inside) for arm in arms]
        if union.exclusive and all(arm.required for arm in arms):
            wanted = [(frozenset(arm.required), check) for arm, check in zip(arms, checks, strict=True)]
            keys = " or ".join(" + ".join(arm.required) for arm in arms)
            return exactly_one(wanted, f"exactly one of {keys}")
        return first_match(checks)

    @staticmethod
    def discriminator(union: Union, tags: Sequence[Mapping[str, Json]]) -> str | None:
        """The member by which most variants of a union are told apart. `tags`: those of its arms."""
        if union.discriminator is not None:
            return union.discriminator
        counts: dict[str, int] = {}
        for one in tags:
            for name, value in one.items():
                if isinstance(value, str):
                    counts[name] = counts.get(name, 0) + 1
        return max(counts, key=lambda name: counts[name], default=None)

    def _tagged(
        self,
        shape: Shape,
        member: str,
        arms: list[tuple[Shape, dict[str, Json]]],
        around: frozenset[str],
        inside: frozenset[str],
    ) -> Check:
        known = {tags[member]: self._check(arm, around, inside) for arm, tags in arms if member in tags}
        rest = [
            Arm(self._check(arm, around | {member}, inside), arm.excluded, _implied(shape, arm), member in arm.members)
            for arm, tags in arms
            if member not in tags
        ]
        closed = not any(arm.excluded for arm in rest)
        kinds = f"one of {_list(list(known))}" if closed else f"a string such as {_list(list(known))}"
        return tagged(member, known, rest, describe(shape), kinds)


def describe(shape: Shape) -> str:
    """What a shape expects, in a few words."""
    null = "null" in (shape.types or _NOTHING) or any(
        arm == {"type": "null"} for union in shape.unions for arm in union.arms
    )
    words = _words(shape)
    return f"{words} or null" if null and words != "anything" else words


def _words(shape: Shape) -> str:
    if shape.values is not None:
        return json.dumps(shape.values[0]) if len(shape.values) == 1 else f"one of {_list(list(shape.values))}"
    if shape.members or shape.required or shape.unions:
        constants = [arm["const"] for union in shape.unions for arm in union.arms if "const" in arm]
        if constants:
            return f"one of {_list(constants)}"
        kind = "a value" if shape.unions and not shape.members else "an object"
        return f"{kind} ({shape.name})" if shape.name else kind
    if shape.types is None:
        return "anything"
    types = sorted(shape.types - {"null"})
    words = " or ".join(f"{_ARTICLE.get(name, 'a')} {name}" for name in types)
    if shape.minimum is not None and shape.maximum is not None:
        return f"{words} from {shape.minimum} to {shape.maximum}"
    if shape.minimum is not None:
        return f"{words} of at least {shape.minimum}"
    if shape.min_length or shape.min_items:
        return f"{words} that is not empty" if max(shape.min_length, shape.min_items) == 1 else f"a longer {types[0]}"
    return words


def _list(values: Sequence[Json]) -> str:
    texts = [json.dumps(value, ensure_ascii=False) for value in values[:_MOST_LISTED]]
    return ", ".join(texts) + (" …" if len(values) > _MOST_LISTED else "")


def _plain(shape: Shape) -> type | None:
    """The Python type whose values all pass, where there is such a type."""
    limited = (
        shape.values is not None
        or shape.minimum is not None
        or shape.maximum is not None
        or shape.min_length
        or shape.min_items
        or shape.format in FORMATS
        or shape.unions
        or shape.members
        or shape.required
        or shape.items is not None
        or shape.others not in (None, True)
    )
    types = (shape.types or _NOTHING) - {"null"}
    if limited or len(types) != 1:
        return None
    return _PLAIN.get(next(iter(types)))


def _implied(shape: Shape, arm: Shape) -> str | None:
    """`stdio` for the variant McpServerStdio of McpServer: legal there as a tag, though the schema does not list it."""
    if not shape.name or not arm.name or not arm.name.startswith(shape.name):
        return None
    return arm.name.removeprefix(shape.name).lower()


def _lone_reference(node: Node) -> bool:
    parts = node.get("allOf", [])
    return len(parts) == 1 and parts[0].keys() == {"$ref"}


_MARKERS: Final = ("default", "x-deserialize-default-on-error")
_ANYTHING: Final = Slot(None, anything)
