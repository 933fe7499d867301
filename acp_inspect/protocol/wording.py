"""What the schema expects, in a few words: the `expected` of a problem."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from acp_inspect.protocol.schema_build import reference
from acp_inspect.protocol.shape import Shape
from acp_inspect.wire.json_text import Json

_ARTICLE: Final = {"array": "an", "integer": "an", "object": "an"}
_MOST_LISTED: Final = 12


def describe(shape: Shape) -> str:
    """What a shape expects, in a few words."""
    null = "null" in (shape.types or frozenset()) or any(
        arm == {"type": "null"} for union in shape.unions for arm in union.arms
    )
    words = _words(shape)
    return f"{words} or null" if null and words != "anything" else words


def _words(shape: Shape) -> str:
    if shape.values is not None:
        return json.dumps(shape.values[0]) if len(shape.values) == 1 else f"one of {listing(list(shape.values))}"
    if shape.members or shape.required or shape.unions:
        constants = [arm["const"] for union in shape.unions for arm in union.arms if "const" in arm]
        if constants:
            return f"one of {listing(constants)}"
        kind = "a value" if shape.unions and not shape.members else "an object"
        name = shape.name or _only_reference(shape)
        return f"{kind} ({name})" if name else kind
    if shape.types is None:
        return "anything"
    types = sorted(shape.types - {"null"})
    words = " or ".join(f"{_ARTICLE.get(name, 'a')} {name}" for name in types)
    if shape.minimum is not None and shape.maximum is not None:
        return f"{words} from {shape.minimum} to {shape.maximum}"
    if shape.minimum is not None:
        return f"{words} of at least {shape.minimum}"
    shortest = max(shape.min_length, shape.min_items)
    if shortest > 1:
        return f"{words} of at least {shortest} {'items' if shape.min_items else 'characters'}"
    return f"{words} that is not empty" if shortest else words


def _only_reference(shape: Shape) -> str | None:
    """`Thing`, where a shape says nothing but that it is a Thing or null."""
    arms = [arm for union in shape.unions for arm in union.arms if arm != {"type": "null"}]
    return reference(arms[0]) if len(arms) == 1 and "$ref" in arms[0] else None


def listing(values: Sequence[Json]) -> str:
    """The first few values, as JSON."""
    texts = [json.dumps(value, ensure_ascii=False) for value in values[:_MOST_LISTED]]
    return ", ".join(texts) + (" …" if len(values) > _MOST_LISTED else "")
