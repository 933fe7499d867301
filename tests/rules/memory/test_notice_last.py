"""An answer right after a notice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.exchanges import client, found, update, v1

NOTICE = update("notice", severity="info", title="A")


@pytest.mark.parametrize(
    ("answer", "blamed"),
    [
        ({"id": None, "error": {"code": -32601, "message": "no"}}, True),
        ({"error": {"code": -32602, "message": "no"}}, True),
        ({"id": None, "result": None}, True),
        ({"id": None, "error": {"code": -32700, "message": "Parse error"}}, False),
        ({"id": None, "error": {"code": {}, "message": "?"}}, True),
        ({"id": 77, "result": {}}, False),
    ],
)
def test_an_answer_without_an_id(answer: dict[str, Any], blamed: bool) -> None:
    entries = [*v1(session={"notices": {}}), NOTICE]
    assert bool(found("notice/answered", entries, [client(**answer)])) is blamed
    between = update("usage_update", used=1, size=2)
    assert found("notice/answered", entries, [between, client(**answer)]) == []
