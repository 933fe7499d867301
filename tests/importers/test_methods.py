"""Which side sends a method."""

from __future__ import annotations

import pytest

from acp_inspect.importers.methods import fit, senders
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Response, RpcId, Side


def response(result: Json) -> Response:
    return Response(RpcId.of(1), result, ABSENT, {"id": 1, "result": result})


def test_methods_have_the_sender_that_the_schemas_name() -> None:
    known = senders()
    assert {known[name] for name in ("initialize", "session/prompt", "session/cancel")} == {Side.CLIENT}
    assert {known[name] for name in ("session/update", "fs/read_text_file", "terminal/create")} == {Side.AGENT}
    assert "$/cancel_request" not in known
    assert "mcp/message" not in known


@pytest.mark.parametrize(
    ("method", "result", "how_well"),
    [
        ("initialize", {"protocolVersion": 1}, 2),
        ("initialize", {"sessionId": "s"}, 0),
        ("session/prompt", {"stopReason": "end_turn"}, 2),
        ("session/prompt", {"messageId": "m"}, 2),
        ("session/prompt", {}, 0),
        ("session/request_permission", None, 0),
        ("session/set_mode", None, 1),
        ("_vendor", {"x": 1}, 1),
    ],
)
def test_results_tell_what_was_asked(method: str, result: Json, how_well: int) -> None:
    assert fit(method, response(result)) == how_well


def test_an_error_may_answer_anything() -> None:
    assert fit("initialize", Response(RpcId.of(1), ABSENT, {"code": 1}, {})) == 1
