"""What in a message is outside the stable protocol: members that no schema has, and features of the unstable one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from acp_inspect.protocol.problem import Problem, ProblemKind
from acp_inspect.protocol.schema import load_packaged_schema
from acp_inspect.protocol.surface import Surface, update_kinds
from acp_inspect.rules.case import Case
from acp_inspect.rules.faults import MOST, body, decoded_by, is_ambiguous
from acp_inspect.rules.places import members_of, objects, reachable, variants_of
from acp_inspect.wire.rpc import ABSENT

_NUMBER: Final = re.compile(r"/\d+(?=/|$)")

RETIRED_METHODS: Final = frozenset({"mcp/connect", "mcp/disconnect", "session/set_model"})
RETIRED_FAMILIES: Final = ("nes/", "document/")
_RETIRED_MEMBERS: Final = frozenset(
    {"/models", "/agentCapabilities/nes", "/clientCapabilities/nes", "/clientCapabilities/positionEncodings"}
    | {"/agentCapabilities/positionEncoding", "/authMethods/*/vars", "/authMethods/*/link"}
)
"""Members of older drafts, with `*` for the places in lists."""
_LATER_MEMBERS: Final = frozenset({"/idempotencyKey"})
"""Members of drafts that are newer than the schema."""


class Feature(NamedTuple):
    """Something that only the unstable schema has."""

    name: str
    pointer: str
    """Where it is in the message."""


def unknown_members(case: Case) -> list[Problem]:
    """The members that the schema does not know; at most `MOST`."""
    if case.decoded is None or not case.decoded.unknown or is_ambiguous(case):
        return []
    return [one for one in case.decoded.unknown if one.kind is ProblemKind.UNKNOWN_MEMBER][:MOST]


def pattern_of(case: Case, member: Problem) -> str:
    """Names a member whatever its place in lists: sender, method and path."""
    return f"{case.sender}:{case.kind}:{case.method}:{case.update or ''}:{shape_of(member.pointer)}"


def shape_of(pointer: str) -> str:
    """A pointer with `*` for the places in lists."""
    return _NUMBER.sub("/*", pointer)


def is_retired(case: Case, member: Problem) -> bool:
    """Whether an unknown member belonged to an older draft."""
    return shape_of(member.pointer) in _RETIRED_MEMBERS


def is_later(member: Problem) -> bool:
    """Whether an unknown member belongs to a newer draft."""
    return member.pointer in _LATER_MEMBERS


def knows_member(case: Case, surface: Surface, member: Problem) -> bool:
    """Whether another surface knows a member at the same place of the same message."""
    decoded = decoded_by(case, surface)
    if decoded is None:
        return False
    parent = member.pointer.rpartition("/")[0]
    for one in (*decoded.problems, *decoded.unknown):
        above = one.pointer.rpartition("/")[0]
        if one.pointer == member.pointer or (
            # Whatever stands in an object of a kind that it does not know is nothing that it knows.
            one.kind in _UNREAD and (parent == above or parent.startswith(above + "/"))
        ):
            return False
        if parent == one.pointer or parent.startswith(one.pointer + "/"):
            return False
    return True


_UNREAD: Final = frozenset({ProblemKind.UNKNOWN_VARIANT, ProblemKind.OTHER_VARIANT})


def camel_cases(case: Case) -> Iterator[tuple[Problem, str]]:
    """Unknown members in snake case, with how the schema spells them at that place."""
    spelled: dict[str, list[tuple[Problem, str]]] = {}
    for member in unknown_members(case):
        parent, _, name = member.pointer.rpartition("/")
        head, *rest = name.split("_")
        if head and rest:
            camel = head + "".join(word[:1].upper() + word[1:] for word in rest)
            spelled.setdefault(parent, []).append((member, camel))
    definition = case.step.definition
    if not spelled or definition is None:
        return
    schema = case.after.surface.schema
    for place in objects(schema, definition, case.wire, schema.definitions):
        names = members_of(schema, place.definition, place.tag)
        for pair in spelled.get(place.pointer, ()):
            if pair[1] in names:
                spelled[place.pointer] = [other for other in spelled[place.pointer] if other is not pair]
                yield pair


@lru_cache(maxsize=1)
def unstable_features(case: Case) -> list[Feature]:
    """The features in a message that the stable schema of its version does not have. Made once for all who ask."""
    definition = case.step.definition
    if definition is None:
        return []
    version = case.version
    features = []
    if case.kind != "response" and case.method in _methods(version):
        features.append(Feature(f"method {case.method}", "/method"))
    kind = case.update if case.update in _kinds(version) else None
    if _may_hold(version, definition, kind):
        features += _inside(case, definition)
    return features


def _inside(case: Case, definition: str) -> Iterator[Feature]:
    version = case.version
    schema = load_packaged_schema(version, True)
    reported = set()
    for place in objects(schema, definition, {} if case.wire is ABSENT else case.wire, _definitions(version)):
        variants = variants_of(schema, place.definition)
        if variants is not None and place.tag is not None and place.tag in _tags(version, place.definition):
            reported.add(place.pointer)
            yield Feature(f"{place.definition} {place.tag}", f"{body(case)}{place.pointer}/{variants.member}")
            continue
        for name in sorted(_members(version, place.definition, place.tag)):
            pointer = f"{place.pointer}/{name}"
            # Null says that there is none.
            if place.value.get(name) is not None and pointer not in reported:
                reported.add(pointer)
                yield Feature(f"{place.definition}.{name}", body(case) + pointer)


@lru_cache(maxsize=4)
def _methods(version: int) -> frozenset[str]:
    stable, unstable = (load_packaged_schema(version, which) for which in (False, True))
    return frozenset(method.name for method in unstable.methods - stable.methods) - {
        method.name for method in stable.methods
    }


@lru_cache(maxsize=4)
def _definitions(version: int) -> frozenset[str]:
    """The definitions of the unstable schema that the stable one has otherwise."""
    unstable = load_packaged_schema(version, True)
    found = set()
    for name in unstable.definitions:
        variants = variants_of(unstable, name)
        tags = (None, *(variants.tags if variants is not None else ()))
        if _tags(version, name) or any(_members(version, name, tag) for tag in tags):
            found.add(name)
    return frozenset(found)


@lru_cache(maxsize=4096)
def _tags(version: int, definition: str) -> frozenset[str]:
    stable, unstable = (load_packaged_schema(version, which) for which in (False, True))
    if definition not in stable:
        return frozenset()
    old, new = variants_of(stable, definition), variants_of(unstable, definition)
    return frozenset() if old is None or new is None else frozenset(new.tags) - frozenset(old.tags)


@lru_cache(maxsize=4096)
def _members(version: int, definition: str, tag: str | None) -> frozenset[str]:
    stable, unstable = (load_packaged_schema(version, which) for which in (False, True))
    if definition not in stable or (tag is not None and tag in _tags(version, definition)):
        return frozenset()
    new = members_of(unstable, definition, tag)
    return frozenset(new) - frozenset(members_of(stable, definition, tag))


@lru_cache(maxsize=4)
def _kinds(version: int) -> frozenset[str]:
    return update_kinds(load_packaged_schema(version, True))


@lru_cache(maxsize=4096)
def _may_hold(version: int, definition: str, kind: str | None) -> bool:
    """Whether an unstable feature can be in such a message. `kind`: of a session update, where it is a known one."""
    schema = load_packaged_schema(version, True)
    if definition not in schema:
        return False
    if kind is None:
        return not _definitions(version).isdisjoint(reachable(schema, definition, None))
    if kind in _tags(version, "SessionUpdate") or _members(version, "SessionUpdate", kind):
        return True
    return not (_definitions(version) - {"SessionUpdate"}).isdisjoint(reachable(schema, "SessionUpdate", kind))
