"""Unknown words that are known ones misspelled."""

from __future__ import annotations

import pytest

from acp_inspect.rules.spelling import nearest

STATES = 'one of "pending", "in_progress", "completed", "failed", "idle", "unknown"'


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("inprogress", "in_progress"),
        ("in-progress", "in_progress"),
        ("Completed", "completed"),
        ("complete", "completed"),
        ("completd", "completed"),
        ("fail", None),
        ("idel", None),
        ("paused", None),
        ("", None),
        ("x" * 1_000_000, None),
    ],
)
def test_nearest(word: str, meant: str | None) -> None:
    assert nearest(word, STATES) == meant
