"""Each unknown member and each unstable feature is reported once."""

from __future__ import annotations

import pytest

from tests.rules.exchanges import client, found, update, v1


@pytest.mark.parametrize("rule", ["ext/custom-root-field", "ext/unstable-surface"])
def test_once_per_connection(rule: str) -> None:
    again = [
        client(id=number, method="session/fork", params={"sessionId": "s1", "cwd": "/", "mine": number})
        for number in (2, 3, 4)
    ]
    assert [finding.seq for finding in found(rule, v1(), again)] == [5]


def test_each_name_for_itself() -> None:
    updates = [update("usage_update", used=1, size=2, **{name: 1}) for name in ("a", "b", "a")]
    assert [finding.pointer for finding in found("ext/custom-root-field", v1(), updates)] == [
        "/params/update/a",
        "/params/update/b",
    ]
