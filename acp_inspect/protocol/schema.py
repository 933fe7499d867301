"""One surface of the protocol (a version, stable or unstable): its methods, its names, and how its values are read."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Any, Final, NamedTuple

import orjson

from acp_inspect.errors import UsageError
from acp_inspect.protocol.decode import Decoder
from acp_inspect.protocol.packaged import packaged_file
from acp_inspect.protocol.problem import Decoded
from acp_inspect.protocol.schema_build import FORMAT, SchemaSource, build
from acp_inspect.protocol.shape import Definitions, Node, Shape
from acp_inspect.wire.json_text import Json, JsonFault, read_json
from acp_inspect.wire.rpc import ABSENT, Side

VERSIONS: Final = (1, 2)
"""The protocol versions that have a surface here."""


class MethodKind(StrEnum):
    """Whether a method is answered."""

    REQUEST = "request"
    NOTIFICATION = "notification"


class Method(NamedTuple):
    """A method, as the schema binds it to its definitions."""

    name: str
    kind: MethodKind
    side: str
    """Who handles it, in the schema's word: `agent`, `client`, `protocol` (either) or `proxy`."""
    params: str
    """The definition of `params`."""
    result: str | None
    """The definition of `result`; None for notifications."""

    @property
    def receivers(self) -> frozenset[Side]:
        """The ends of a connection that may receive it. A recording may be of a link to a proxy: that is either end."""
        return frozenset(side for side in Side if self.side in (side, "protocol", "proxy"))


class Variants(NamedTuple):
    """A union told apart by a discriminator."""

    member: str
    """The discriminator."""
    tags: Mapping[str, str | None]
    """Its known values → the definition of that variant, where it has one."""
    open: bool
    """Whether receivers keep variants that they do not know, or reject them."""


class Values(NamedTuple):
    """An enumeration."""

    known: frozenset[str | int]
    open: bool
    """Whether receivers keep values that they do not know, or reject them."""


class Member(NamedTuple):
    """A member of an object."""

    required: bool
    salvaged: bool
    """Whether a malformed value counts as omitted."""
    definition: str | None
    """The definition of its value, or of its items, where it is one."""


class Schema:
    """A surface: decodes values and answers questions about names. Immutable in effect; safe to share."""

    __slots__ = ("_decoder", "_definitions", "_methods", "package_version", "sha256", "unread", "unstable", "version")

    def __init__(self, version: int, unstable: bool, data: Mapping[str, Any]) -> None:
        """`data`: as `schema_build.build` makes it. Raises KeyError, TypeError or ValueError for other data."""
        self.version = version
        self.unstable = unstable
        self.package_version: str = data["version"]
        """Version of the package that the official file came with."""
        self.sha256: str = data["sha256"]
        """Of the official file."""
        self.unread: tuple[str, ...] = tuple(data["unread"])
        """Key words of the official file that this program does not know, and so does not judge by."""
        self._definitions = Definitions(data["definitions"])
        self._decoder = Decoder(self._definitions)
        self._methods = {
            (method.name, method.kind, receiver): method
            for method in (
                Method(row["method"], MethodKind(row["kind"]), row["side"], row["params"], row.get("result"))
                for row in data["methods"]
            )
            for receiver in method.receivers
        }

    @property
    def methods(self) -> frozenset[Method]:
        """All methods."""
        return frozenset(self._methods.values())

    def method(self, name: str, kind: MethodKind, receiver: Side) -> Method | None:
        """The method of that name and kind that this side handles."""
        return self._methods.get((name, kind, receiver))

    def decode(self, definition: str, value: Json) -> Decoded:
        """The value as a conforming receiver holds it. Total for known definitions, see `Decoder.decode`.

        Raises ValueError for a definition that the schema does not have.
        """
        return self._decoder.decode(definition, value)

    def __contains__(self, definition: object) -> bool:
        return definition in self._definitions

    @property
    def definitions(self) -> frozenset[str]:
        """The names of all definitions."""
        return frozenset(self._definitions)

    def variants(self, definition: str) -> Variants | None:
        """How the variants of a definition are told apart; None when it has none.

        Raises ValueError for a definition that the schema does not have, as the methods below do.
        """
        for union in self._shape(definition).unions:
            shapes = [self._definitions.shape(arm) for arm in union.arms]
            tags = [self._definitions.tags(shape) for shape in shapes]
            member = self._decoder.discriminator(union, tags)
            if member is not None:
                named = {one[member]: shape.name for one, shape in zip(tags, shapes, strict=True) if member in one}
                return Variants(member, named, any(shape.excluded for shape in shapes))
        return None

    def values(self, definition: str) -> Values | None:
        """The values of an enumeration; None when the definition is none."""
        shape = self._shape(definition)
        if shape.values is not None:
            return Values(frozenset(shape.values), False)
        for union in shape.unions:
            constants = [self._definitions.shape(arm).constant for arm in union.arms]
            known = frozenset(value for value in constants if isinstance(value, str | int))
            if known:
                return Values(known, any(constant is ABSENT for constant in constants))
        return None

    def members(self, definition: str, tag: str | None = None) -> Mapping[str, Member]:
        """The members of an object; `tag`: of that variant, with the members that all variants share."""
        members = self._members(self._shape(definition))
        if tag is not None and (variants := self.variants(definition)) is not None:
            for union in self._shape(definition).unions:
                for arm in union.arms:
                    shape = self._definitions.shape(arm)
                    if self._definitions.tags(shape).get(variants.member) == tag:
                        members |= self._members(shape)
        return members

    def _members(self, shape: Shape) -> dict[str, Member]:
        return {name: self._member(nodes, name in shape.required) for name, nodes in shape.members.items()}

    def _member(self, nodes: list[Node], required: bool) -> Member:
        shape = self._definitions.shape({"allOf": nodes})
        salvaged = shape.default_on_error
        while True:
            arms = [arm for union in shape.unions for arm in union.arms if arm != {"type": "null"}]
            if shape.name is None and shape.items is not None:
                shape = self._definitions.shape(shape.items)
            elif shape.name is None and len(arms) == 1:
                shape = self._definitions.shape(arms[0])
            else:
                return Member(required, salvaged, shape.name)

    def _shape(self, definition: str) -> Shape:
        return self._definitions.shape(self._definitions.node(definition))


def surface_file(unstable: bool) -> str:
    """The name of a surface's file in the folder of its version, in the official package and in this one."""
    return "schema.unstable.json" if unstable else "schema.json"


@cache
def load_packaged_schema(version: int, unstable: bool) -> Schema:
    """The surface that comes with the program, read once. Raises ValueError for other versions than 1 and 2."""
    if version not in VERSIONS:
        raise ValueError(f"no schema for protocol version {version}")
    return Schema(version, unstable, orjson.loads(packaged_file(version, surface_file(unstable))))


def load_surface_schema(version: int, unstable: bool, files: Mapping[str, bytes] | None = None) -> Schema:
    """A surface: the packaged one, or one made from official files.

    `files`: path → bytes of a folder that holds `v1/schema.json` and its like anywhere below (the official package, its
    `schema` folder, or the output of this project's tool), with `package.json` for the version where it has one.
    Raises UsageError, in words for the user, when the files are no such schema.
    """
    if files is None:
        return load_packaged_schema(version, unstable)
    wanted = f"v{version}/{surface_file(unstable)}"
    paths = sorted((path for path in files if f"/{path}".endswith(f"/{wanted}")), key=lambda path: (len(path), path))
    if not paths:
        raise UsageError(f"no {wanted} in the schema folder; give the folder that holds v1/ and v2/")
    raw = files[paths[0]]
    read = read_json(raw)
    own: Any = None if isinstance(read, JsonFault) else read.value
    made = isinstance(own, dict) and "definitions" in own
    data = own if made else build(raw, SchemaSource(*_package(files), paths[0]))
    try:
        if made and data["format"] != FORMAT:
            raise UsageError(f"{paths[0]} has format {data['format']}, this program reads {FORMAT}")
        schema = Schema(version, unstable, data)
        schema._decoder.compile_all()
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"{paths[0]} is no ACP schema: {_why(error)}") from error
    return schema


def _package(files: Mapping[str, bytes]) -> tuple[str, str]:
    """Name and version of the package that the files came with."""
    for path, raw in sorted(files.items(), key=lambda item: len(item[0])):
        read = read_json(raw) if path.rpartition("/")[2] == "package.json" else None
        if read is not None and not isinstance(read, JsonFault) and isinstance(read.value, dict):
            name, version = read.value.get("name"), read.value.get("version")
            if isinstance(name, str) and isinstance(version, str):
                return name, version
    return "unknown", "unknown"


def _why(error: Exception) -> str:
    match error:
        case KeyError():
            return f"{error.args[0]!r} is missing"
        case RecursionError():
            return "it is nested too deep"
    return str(error)
