"""Ids that differ in their JSON type only."""

from __future__ import annotations

import pytest

from acp_inspect.rules.twins import twin
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import RpcId


@pytest.mark.parametrize(("one", "other"), [(1, "1"), (-7, "-7"), (0, "0")])
def test_a_number_and_its_text_are_twins(one: Json, other: Json) -> None:
    assert twin(RpcId.of(one)) == RpcId.of(other).key
    assert twin(RpcId.of(other)) == RpcId.of(one).key


@pytest.mark.parametrize("value", ["01", "1.0", "-", "", "one", "²", "9" * 30, None, True, 1.5])
def test_other_ids_have_none(value: Json) -> None:
    assert twin(RpcId.of(value)) is None
