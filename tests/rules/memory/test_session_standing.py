"""How a session stands after the requests that open, close and delete it."""

from __future__ import annotations

import pytest

from acp_inspect.rules.memory.session_standing import Standing


@pytest.mark.parametrize(
    ("standing", "active"),
    [
        (Standing(), False),
        (Standing("session/new", opened=3), True),
        (Standing("session/new", opened=3, closed=5), False),
        (Standing("session/new", opened=7, closed=5), True),
        (Standing("session/new", opened=3, deleted=5), False),
        (Standing("session/load", opening=3), False),
    ],
)
def test_a_session_is_active_since_it_was_opened_last(standing: Standing, active: bool) -> None:
    assert standing.active is active
