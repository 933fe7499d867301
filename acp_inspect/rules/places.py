"""The objects in a message with the definitions they are read by, for rules about one kind of object anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from acp_inspect.protocol.schema import Member, Schema, Variants
from acp_inspect.wire.json_text import Json


class Place(NamedTuple):
    """An object inside a message."""

    pointer: str
    """From the params or the result."""
    definition: str
    tag: str | None
    """Its variant, where it is a known one."""
    value: dict[str, Json]


@lru_cache(maxsize=8192)
def members_of(schema: Schema, definition: str, tag: str | None) -> Mapping[str, Member]:
    """`Schema.members`, looked up once. Give only tags that the schema knows."""
    return schema.members(definition, tag)


@lru_cache(maxsize=4096)
def variants_of(schema: Schema, definition: str) -> Variants | None:
    """`Schema.variants`, looked up once."""
    return schema.variants(definition)


def tag_of(schema: Schema, definition: str, value: dict[str, Json]) -> str | None:
    """The variant of an object; None where it has none, or one that the schema does not know."""
    variants = variants_of(schema, definition)
    if variants is None:
        return None
    tag = value.get(variants.member)
    return tag if isinstance(tag, str) and tag in variants.tags else None


@lru_cache(maxsize=8192)
def reachable(schema: Schema, definition: str, tag: str | None) -> frozenset[str]:
    """The definitions that objects inside one of this definition and variant may have, itself included."""
    seen = {definition}
    todo = list(_below(schema, definition, tag))
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            variants = variants_of(schema, name)
            for one in (None, *(variants.tags if variants is not None else ())):
                todo += _below(schema, name, one)
    return frozenset(seen)


def _below(schema: Schema, definition: str, tag: str | None) -> list[str]:
    below = [member.definition for member in members_of(schema, definition, tag).values() if member.definition]
    named = _variant(schema, definition, tag)
    return below if named is None else [*below, named]


def _variant(schema: Schema, definition: str, tag: str | None) -> str | None:
    """The definition of a variant that has variants itself."""
    variants = variants_of(schema, definition)
    named = variants.tags[tag] if variants is not None and tag is not None else None
    return named if named is not None and named != definition and variants_of(schema, named) is not None else None


def objects(schema: Schema, definition: str, value: Json, goals: frozenset[str], pointer: str = "") -> Iterator[Place]:
    """The objects in a value, those first that others are in; only where one of the goals may still lie below."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from objects(schema, definition, item, goals, f"{pointer}/{number}")
        return
    if not isinstance(value, dict):
        return
    tag = tag_of(schema, definition, value)
    if goals.isdisjoint(reachable(schema, definition, tag)):
        return
    yield Place(pointer, definition, tag, value)
    members = members_of(schema, definition, tag)
    if (named := _variant(schema, definition, tag)) is not None:
        yield from objects(schema, named, value, goals, pointer)
        inner = members_of(schema, named, tag_of(schema, named, value))
        members = {name: member for name, member in members.items() if name not in inner}
    for name, member in members.items():
        if member.definition is not None and name in value:
            step = name.replace("~", "~0").replace("/", "~1")
            yield from objects(schema, member.definition, value[name], goals, f"{pointer}/{step}")
