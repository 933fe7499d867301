"""A record with other values in some of its fields, for the few places that every event passes.

`_replace` looks at each field of a record in Python; with records of thirty fields, three times an event, that is what
a chunk of text costs most.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

R = TypeVar("R", bound=tuple[Any, ...])


def replaced(record: R, **changes: Any) -> R:
    """What `record._replace(**changes)` gives. Raises KeyError for a field that the record does not have."""
    values = list(record)
    kind = type(record)
    places = _places(kind)
    for name, value in changes.items():
        values[places[name]] = value
    return tuple.__new__(kind, values)


@cache
def _places(kind: Any) -> dict[str, int]:
    """A NamedTuple's fields, with where each stands."""
    return {name: place for place, name in enumerate(kind._fields)}
