"""Forms of elicitations: their properties, and whether values go with them.

Only the part of JSON Schema that ACP gives forms is read. What it does not know (types, formats) accepts every value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from acp_inspect.protocol.formats import is_date_time, is_uri
from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import at
from acp_inspect.rules.patterns import may_match
from acp_inspect.wire.json_text import Json

MOST: Final = 500
"""Properties of one form, and values of one property, that are looked at."""

_DATE: Final = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])", re.ASCII)
_EMAIL: Final = re.compile(r"[^@\s]+@[^@\s]+")
_FORMATS: Final = {
    "date": lambda text: _DATE.fullmatch(text) is not None,
    "date-time": is_date_time,
    "email": lambda text: _EMAIL.fullmatch(text) is not None,
    "uri": is_uri,
}


class Property(NamedTuple):
    """A property of a form."""

    name: str
    type: str | None
    """None where the form does not say, or says it wrong."""
    schema: dict[str, Json]

    @property
    def free_text(self) -> bool:
        """Whether the user types whatever they like."""
        return self.type == "string" and not self.schema.get("enum") and not self.schema.get("oneOf")


def properties(form: Json) -> Iterator[Property]:
    """The properties of a form that are objects."""
    listed = at(form, "properties")
    for name, schema in list(listed.items())[:MOST] if isinstance(listed, dict) else ():
        if isinstance(schema, dict):
            kind = schema.get("type")
            yield Property(name, kind if isinstance(kind, str) else None, schema)


def required(form: Json) -> list[str]:
    """The names that a form requires."""
    names = at(form, "required")
    return [name for name in names[:MOST] if isinstance(name, str)] if isinstance(names, list) else []


def mismatch(one: Property, value: Json) -> str:
    """Why a value does not go with a property, in words after "it"; empty where it does."""
    match one.type:
        case "string":
            return _text(one.schema, value)
        case "integer" | "number":
            return _number(one.schema, value, whole=one.type == "integer")
        case "boolean":
            return "" if isinstance(value, bool) else f"is {found(value)} instead of true or false"
        case "array":
            return _choice(one.schema, value)
    return ""


def _text(schema: dict[str, Json], value: Json) -> str:
    if not isinstance(value, str):
        return f"is {found(value)} instead of a string"
    offered = _values(schema.get("enum"), schema.get("oneOf"))
    if offered is not None and value not in offered:
        return f"is {found(value)}, which is not offered"
    shortest, longest = limit(schema, "minLength"), limit(schema, "maxLength")
    if shortest is not None and len(value) < shortest:
        return f"has {len(value)} characters, fewer than {shortest}"
    if longest is not None and len(value) > longest:
        return f"has {len(value)} characters, more than {longest}"
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and not may_match(pattern, value):
        return f"does not match the pattern {found(pattern)}"
    format_name = schema.get("format")
    good = _FORMATS.get(format_name) if isinstance(format_name, str) else None
    return "" if good is None or good(value) else f"is no {format_name}"


def _number(schema: dict[str, Json], value: Json, *, whole: bool) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"is {found(value)} instead of a number"
    if whole and not isinstance(value, int) and not value.is_integer():
        return f"is {found(value)} instead of a whole number"
    least, most = limit(schema, "minimum"), limit(schema, "maximum")
    if least is not None and value < least:
        return f"is less than {found(least)}"
    return f"is more than {found(most)}" if most is not None and value > most else ""


def _choice(schema: dict[str, Json], value: Json) -> str:
    if not isinstance(value, list):
        return f"is {found(value)} instead of a list"
    items = schema.get("items")
    offered = _values(at(items, "enum"), at(items, "anyOf"))
    for item in value[:MOST]:
        if not isinstance(item, str):
            return f"has {found(item)} in it instead of strings only"
        if offered is not None and item not in offered:
            return f"has {found(item)} in it, which is not offered"
    least, most = limit(schema, "minItems"), limit(schema, "maxItems")
    if least is not None and len(value) < least:
        return f"has {len(value)} items, fewer than {least}"
    return f"has {len(value)} items, more than {most}" if most is not None and len(value) > most else ""


def _values(plain: Json, titled: Json) -> frozenset[str] | None:
    """The values that are offered; None where any is good."""
    lists = [one for one in (plain, titled) if isinstance(one, list)]
    if not lists or any(len(one) > MOST for one in lists):
        return None
    values = (item if isinstance(item, str) else at(item, "const") for one in lists for item in one)
    return frozenset(value for value in values if isinstance(value, str))


def limit(schema: dict[str, Json], name: str) -> int | float | None:
    """A limit of a property; None where it has none."""
    value = schema.get(name)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
