"""Records with other values in some fields."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.protocol.replaced import replaced


class Record(NamedTuple):
    """Some fields."""

    one: object = 1
    two: object = None
    three: object = ()


@given(st.dictionaries(st.sampled_from(Record._fields), st.integers() | st.none()))
def test_it_is_what_replace_gives(changes: dict[str, object]) -> None:
    record = Record(two="x")
    after = replaced(record, **changes)
    assert after == record._replace(**changes)
    assert type(after) is Record
    assert record == Record(two="x")


def test_a_field_that_is_none_is_an_error() -> None:
    with pytest.raises(KeyError):
        replaced(Record(), four=4)
