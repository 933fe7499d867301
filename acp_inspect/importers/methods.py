"""Which side sends a method, by all the schemas we have: what tells directions apart where a capture does not."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from acp_inspect.protocol.schema import VERSIONS, load_packaged_schema
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Response, Side


@cache
def senders() -> Mapping[str, Side]:
    """Method → the side that sends it; methods that either side may send are left out."""
    found: dict[str, set[Side]] = {}
    for version in VERSIONS:
        for method in load_packaged_schema(version, unstable=True).methods:
            found.setdefault(method.name, set()).update(receiver.peer for receiver in method.receivers)
    return {name: next(iter(sides)) for name, sides in found.items() if len(sides) == 1}


def fit(method: str, response: Response) -> int:
    """How well a response suits a request of `method`: 0 it cannot be one, 1 it may be, 2 it has what one must have."""
    if response.result is ABSENT:
        return 1
    results = _required_results().get(method)
    return 1 if results is None else max(_fit(response.result, required) for required in results)


def _fit(result: Json, required: frozenset[str]) -> int:
    if not required:
        return 1
    return 2 if isinstance(result, dict) and required <= result.keys() else 0


@cache
def _required_results() -> Mapping[str, frozenset[frozenset[str]]]:
    """Method → for each version, the members that its result must have."""
    found: dict[str, set[frozenset[str]]] = {}
    for version in VERSIONS:
        schema = load_packaged_schema(version, unstable=True)
        for method in schema.methods:
            if method.result is not None:
                members = schema.members(method.result)
                required = frozenset(name for name, member in members.items() if member.required)
                found.setdefault(method.name, set()).add(required)
    return {name: frozenset(sets) for name, sets in found.items()}
