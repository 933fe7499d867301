"""The four meanings of a member: omitted, null, a value, and for lists the whole list."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.protocol.patch import patched, patched_chain, patched_meta, patched_tuple
from acp_inspect.trace.chain import Chain


def test_a_field() -> None:
    assert patched("old", {}, "x", "cleared") == "old"
    assert patched("old", {"x": None}, "x", "cleared") == "cleared"
    assert patched("old", {"x": ""}, "x", "cleared") == ""
    assert patched("old", {"y": "new"}, "x", "cleared") == "old"


@pytest.mark.parametrize(("members", "items"), [({}, [1]), ({"x": None}, []), ({"x": []}, []), ({"x": [2, 3]}, [2, 3])])
def test_lists(members: dict[str, Any], items: list[int]) -> None:
    assert list(patched_chain(Chain([1]), members, "x")) == items
    assert list(patched_tuple((1,), members, "x")) == items


META = st.dictionaries(st.sampled_from("abc"), st.integers() | st.dictionaries(st.just("d"), st.integers()), max_size=3)
CHANGE = st.dictionaries(st.sampled_from("abc"), st.none() | st.integers(), max_size=3)


@given(META, CHANGE)
def test_meta_key_by_key(old: dict[str, Any], change: dict[str, Any]) -> None:
    before = dict(old)
    new = patched_meta(old or None, {"_meta": change}) or {}
    for key in "abc":
        expected = change[key] if key in change else old.get(key)
        assert new.get(key) == expected
    assert None not in new.values()
    assert old == before


def test_meta_as_a_whole() -> None:
    assert patched_meta({"a": 1}, {}) == {"a": 1}
    assert patched_meta({"a": 1}, {"_meta": None}) is None
    assert patched_meta({"a": 1}, {"_meta": {"a": None}}) is None
    assert patched_meta(None, {"_meta": {}}) is None
