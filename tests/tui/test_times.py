"""Times beside an event."""

from __future__ import annotations

import pytest

from acp_inspect.tui.times import Times, after, time_text
from tests.tui.samples import STARTED


@pytest.mark.parametrize(
    ("times", "at", "started_at", "text"),
    [
        (Times.START, 12_402_600_000, STARTED, "12.402"),
        (Times.CLOCK, 12_402_600_000, STARTED, "00:53:32.402"),
        (Times.CLOCK, 12_402_600_000, None, "–"),
        (Times.CLOCK, -1, STARTED, "–"),
        (Times.START, -1, STARTED, "–"),
        (Times.CLOCK, 0, 2**63 - 1, "23:47:16.854"),
        (Times.CLOCK, 2**62, 2**100, "–"),
    ],
)
def test_the_text_of_a_time(times: Times, at: int, started_at: int | None, text: str) -> None:
    assert time_text(times, at, started_at) == text


def test_one_key_goes_round_all_of_them() -> None:
    assert [Times.START, after(Times.START), after(after(Times.START))] == list(Times)
    assert after(Times.PREVIOUS) is Times.START
