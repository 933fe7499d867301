"""What omitted, null and a value mean in a patch: keep, clear, replace. One place for all upserts of both versions.

A value that the decoder salvaged counts as omitted here, so something malformed never clears.
"""

from __future__ import annotations

from typing import TypeVar

from acp_inspect.trace.chain import Chain
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT

T = TypeVar("T")


def patched(old: T, members: dict[str, Json], name: str, cleared: T) -> T:
    """A field after a patch; `cleared` is what null makes of it."""
    value = members.get(name, ABSENT)
    if value is ABSENT:
        return old
    return cleared if value is None else value


def patched_chain(old: Chain[Json], members: dict[str, Json], name: str) -> Chain[Json]:
    """A list that chunks also append to. An array replaces it as a whole."""
    value = members.get(name, ABSENT)
    return old if value is ABSENT else Chain(value or ())


def patched_tuple(old: tuple[Json, ...], members: dict[str, Json], name: str) -> tuple[Json, ...]:
    """A list that only replacements change."""
    value = members.get(name, ABSENT)
    return old if value is ABSENT else tuple(value or ())


def patched_meta(old: Json, members: dict[str, Json]) -> Json:
    """v2: `_meta` after a patch, key by key at the top level, where null removes a key; null as a whole clears all.

    None when nothing is left.
    """
    change = members.get("_meta", ABSENT)
    if change is ABSENT:
        return old
    if change is None:
        return None
    merged = {**(old or {}), **change}
    return {name: value for name, value in merged.items() if value is not None} or None
