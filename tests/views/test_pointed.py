"""Where a pointer leads in a laid out message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.views.detail import pretty_json
from acp_inspect.views.pointed import Pointed, pointed
from acp_inspect.wire.json_text import Json, write_json

MESSAGE = pretty_json(b'{"a":{"b":[1,{"c":{}},[ ]],"d":"x{"},"e~/f":null}') or ()


@pytest.mark.parametrize(
    ("pointer", "place"),
    [
        ("", Pointed(0, 12, True)),
        ("/a", Pointed(1, 10, True)),
        ("/a/b/1", Pointed(4, 6, True)),
        ("/a/b/1/c", Pointed(5, 5, True)),
        ("/a/b/2", Pointed(7, 7, True)),
        ("/a/d", Pointed(9, 9, True)),
        ("/e~0~1f", Pointed(11, 11, True)),
        ("/a/missing", Pointed(1, 10, False)),
        ("/a/d/deeper", Pointed(9, 9, False)),
        ("/a/b/7", Pointed(2, 8, False)),
    ],
)
def test_the_lines_of_a_pointer(pointer: str, place: Pointed) -> None:
    assert pointed(MESSAGE, pointer) == place


def test_a_message_that_was_cut_and_one_that_is_empty() -> None:
    assert pointed(MESSAGE[:3], "/a/b/1") == Pointed(2, 2, False)
    assert pointed((), "/a") == Pointed(0, 0, False)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


def _pointers(value: Json, path: str = "") -> list[tuple[str, Json]]:
    found = [(path, value)]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in items:
        found += _pointers(member, f"{path}/{str(name).replace('~', '~0').replace('/', '~1')}")
    return found


@given(VALUES)
def test_every_place_of_every_message_is_found(value: Json) -> None:
    """What the lines hold, but for the name and the comma, is the value laid out."""
    pretty = pretty_json(write_json(value).encode()) or ()
    for pointer, wanted in _pointers(value):
        place = pointed(pretty, pointer)
        assert place.found
        alone = pretty_json(write_json(wanted).encode()) or ()
        assert place.last - place.first + 1 == len(alone)
        assert pretty[place.first].rstrip(",").endswith(alone[0])
