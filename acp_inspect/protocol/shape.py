"""A schema node without its indirections: references and `allOf` merged, so that each fact stands in one place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from acp_inspect.protocol.schema_build import reference
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Absent

Node: TypeAlias = Any
"""A node of the schema data: an object, or True for "anything"."""

RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "int32": (-(2**31), 2**31 - 1),
    "uint16": (0, 2**16 - 1),
    "uint32": (0, 2**32 - 1),
}
"""Integer formats with a range that decoders check. 64 bits are not among them: JavaScript has no such integers."""


@dataclass(slots=True)
class Union:
    """Alternatives for one value."""

    arms: list[Node]
    exclusive: bool
    """`oneOf`: exactly one must match."""
    discriminator: str | None


@dataclass(slots=True)
class Shape:
    """Everything a schema node says about a value."""

    name: str | None = None
    """The definition it comes from, where it is one."""
    through: frozenset[str] = frozenset()
    """All definitions merged into it."""
    types: frozenset[str] | None = None
    """JSON types and `integer`; None = any."""
    values: tuple[Json, ...] | None = None
    """The only values allowed; None = any."""
    members: dict[str, list[Node]] = field(default_factory=dict)
    required: dict[str, None] = field(default_factory=dict)
    others: Node | None = None
    """`additionalProperties` or `unevaluatedProperties`; None = unknown members are passed over."""
    items: Node | None = None
    min_items: int = 0
    min_length: int = 0
    minimum: float | None = None
    maximum: float | None = None
    format: str | None = None
    unions: list[Union] = field(default_factory=list)
    excluded: frozenset[Json] = frozenset()
    """Tags that a `not` refuses: those of the known variants, beside an arm for unknown ones."""
    skips_items: bool = False
    default_on_null: bool = False
    default_on_error: bool = False
    default: Json | Absent = ABSENT

    @property
    def constant(self) -> Json | Absent:
        """The one value allowed, where there is only one."""
        return self.values[0] if self.values is not None and len(self.values) == 1 else ABSENT

    @property
    def only_null(self) -> bool:
        """Whether null is all that it allows."""
        return self.types == frozenset({"null"})


class Definitions:
    """The named definitions of one schema, and the shapes made of them."""

    __slots__ = ("_nodes",)

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        self._nodes = nodes

    def __contains__(self, name: object) -> bool:
        return name in self._nodes

    def __iter__(self) -> Iterator[str]:
        return iter(self._nodes)

    def node(self, name: str) -> Node:
        """The node of a definition. Raises ValueError for a name that the schema does not define."""
        if name not in self._nodes:
            raise ValueError(f"it refers to {name}, which it does not define")
        return self._nodes[name]

    def shape(self, node: Node, inside: frozenset[str] = frozenset()) -> Shape:
        """The shape of a node. `inside`: the definitions of the same value that led here.

        Raises ValueError when a definition is made of itself.
        """
        shape = Shape()
        self._add(shape, node, inside)
        return shape

    def tags(self, shape: Shape) -> dict[str, Json]:
        """The members of a variant that have one value only: what tells it from its siblings."""
        tags = {}
        for name, nodes in shape.members.items():
            for node in nodes:
                constant = self.shape(node).constant
                if constant is not ABSENT and name in shape.required:
                    tags[name] = constant
        return tags

    def names(self, shape: Shape, inside: frozenset[str] = frozenset()) -> frozenset[str]:
        """All members that an object of this shape may have, those of every variant included."""
        names = set(shape.members)
        for union in shape.unions:
            for arm in union.arms:
                names |= self.names(self.shape(arm, inside | shape.through), inside | shape.through)
        return frozenset(names)

    def _add(self, shape: Shape, node: Node, inside: frozenset[str]) -> None:
        if node is True:
            return
        if not isinstance(node, dict):
            raise ValueError(f"a node is {node!r}, not an object")
        if "$ref" in node:
            name = reference(node)
            if name in inside:
                raise ValueError(f"{name} is made of itself")
            shape.name = shape.name or name
            shape.through |= {name}
            self._add(shape, self.node(name), inside | {name})
        for part in node.get("allOf", []):
            self._add(shape, part, inside)
        _add_types(shape, node)
        for name, member in node.get("properties", {}).items():
            shape.members.setdefault(name, []).append(member)
        shape.required |= dict.fromkeys(node.get("required", []))
        for key in ("additionalProperties", "unevaluatedProperties"):
            if node.get(key):
                shape.others = node[key]
        shape.items = node.get("items", shape.items)
        shape.min_items = max(shape.min_items, node.get("minItems", 0))
        shape.min_length = max(shape.min_length, node.get("minLength", 0))
        _add_range(shape, node)
        for key in ("anyOf", "oneOf"):
            if key in node:
                named = node.get("discriminator", {}).get("propertyName")
                shape.unions.append(Union(node[key], key == "oneOf", named))
        if "not" in node:
            shape.excluded |= frozenset(self._constants(node["not"]))
        shape.skips_items |= bool(node.get("x-deserialize-skip-invalid-items"))
        shape.default_on_null |= bool(node.get("x-deserialize-default-on-null"))
        shape.default_on_error |= bool(node.get("x-deserialize-default-on-error"))
        shape.default = node.get("default", shape.default)

    def _constants(self, node: Node) -> Iterable[Json]:
        for part in node.get("anyOf", [node]):
            yield from self.tags(self.shape(part)).values()


def _add_types(shape: Shape, node: Node) -> None:
    if "type" in node:
        types = frozenset([node["type"]] if isinstance(node["type"], str) else node["type"])
        shape.types = types if shape.types is None else shape.types & types
    allowed = (node["const"],) if "const" in node else tuple(node["enum"]) if "enum" in node else None
    if allowed is not None:
        shape.values = allowed


def _add_range(shape: Shape, node: Node) -> None:
    format_ = node.get("format")
    low, high = RANGES.get(format_, (None, None))
    shape.format = format_ or shape.format
    for bound in (low, node.get("minimum")):
        if bound is not None:
            shape.minimum = bound if shape.minimum is None else max(shape.minimum, bound)
    for bound in (high, node.get("maximum")):
        if bound is not None:
            shape.maximum = bound if shape.maximum is None else min(shape.maximum, bound)
