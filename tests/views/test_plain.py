"""Values of the state as JSON."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from acp_inspect.protocol.entities import Notice, Ref, ToolCall
from acp_inspect.protocol.waiting import OpenCall, Reason
from acp_inspect.trace.chain import Chain
from acp_inspect.trace.correlate import OpenRequest
from acp_inspect.views.plain import plain
from acp_inspect.wire.rpc import ABSENT, RpcId, Side


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Reason.GONE, "gone"),
        (Ref("tool_call", "t"), {"kind": "tool_call", "key": "t"}),
        (Chain([Ref("a"), 1]), [{"kind": "a", "key": ""}, 1]),
        (Chain([b"\xc3", b"\xa9!"]), "é!"),
        (b"\xff", "\ufffd"),
        (Map({2: "b", 1: "a"}), {"1": "a", "2": "b"}),
        ((1, (2,)), [1, [2]]),
        ({"a": None}, {"a": None}),
        (ABSENT, None),
        (OpenCall("s", "t", None, "x", 1, 2), {"session": "s", "id": "t", "title": None, "status": "x", "first": 1, "last": 2}),
    ],
)  # fmt: skip
def test_a_value(value: Any, shown: Any) -> None:
    assert plain(value) == shown


def test_members_that_are_absent_are_left_out() -> None:
    assert "raw_input" not in plain(ToolCall("t"))
    assert plain(ToolCall("t", raw_input=None))["raw_input"] is None


def test_a_request_and_a_notice() -> None:
    request = OpenRequest(3, -1, Side.CLIENT, RpcId.of("x"), "m", None)
    assert plain(request) == {
        "seq": 3, "at": -1, "sender": "client", "id": '"x"', "method": "m", "session": None, "cancelled": None,
    }  # fmt: skip
    assert plain(Notice("info", "T", None, None, 1))["severity"] == "info"
