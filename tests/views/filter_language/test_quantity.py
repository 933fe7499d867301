"""Numbers with units, comparisons and ranges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.views.filter_language.nodes import LEAST, MOST
from acp_inspect.views.filter_language.quantity import COUNT, DURATION, MOMENT, SIZE, Quantity, read_span

MS = 1_000_000
S = 1_000 * MS


@pytest.mark.parametrize(
    ("text", "quantity", "low", "high"),
    [
        (">500ms", DURATION, 500 * MS + 1, MOST),
        (">=500ms", DURATION, 500 * MS, MOST),
        ("<1.5s", DURATION, LEAST, 1500 * MS - 1),
        ("<=1.5 s", DURATION, LEAST, 1500 * MS),
        ("1s..2s", DURATION, S, 2 * S),
        ("1s..1m30s", DURATION, S, 90 * S),
        ("2H..", DURATION, 7200 * S, MOST),
        (">3us", DURATION, 3001, MOST),
        (">3µs", DURATION, 3001, MOST),
        (">=0.4ns", DURATION, 1, MOST),
        (">0.4ns", DURATION, 1, MOST),
        ("<0.4ns", DURATION, LEAST, 0),
        ("+12.5s..", MOMENT, 12_500 * MS, MOST),
        ("12.5..20", MOMENT, 12_500 * MS, 20 * S),
        ("..5", MOMENT, 0, 5 * S),
        ("<5", MOMENT, 0, 5 * S - 1),
        ("100..200", COUNT, 100, 200),
        ("7", COUNT, 7, 7),
        ("=7", COUNT, 7, 7),
        (">7", COUNT, 8, MOST),
        (">10kB", SIZE, 10_001, MOST),
        (">=1KiB", SIZE, 1024, MOST),
        ("512", SIZE, 512, 512),
        ("1.5MB..", SIZE, 1_500_000, MOST),
        ("99999999999999999999999999..", COUNT, MOST, MOST),
    ],
)
def test_what_a_text_means(text: str, quantity: Quantity, low: int, high: int) -> None:
    assert read_span(text, quantity) == (low, high)


@pytest.mark.parametrize(
    ("text", "quantity"),
    [
        ("500ms", DURATION),
        (">500", DURATION),
        ("", DURATION),
        (">", COUNT),
        ("..", COUNT),
        ("x..2", COUNT),
        (">1m30", DURATION),
        (">5kB", DURATION),
        (">5s", SIZE),
        ("12.5s", MOMENT),
        ("-5", COUNT),
        ("1e3", COUNT),
        ("٣", COUNT),
        (">" + "9" * 31, COUNT),
    ],
)
def test_what_is_no_quantity(text: str, quantity: Quantity) -> None:
    assert read_span(text, quantity) is None


def test_a_range_may_be_empty() -> None:
    assert read_span("5..3", COUNT) == (5, 3)
    assert read_span("1.2..1.8", COUNT) == (2, 1)


@given(st.integers(0, 10**12), st.integers(0, 10**12))
def test_comparisons_split_the_numbers(bound: int, number: int) -> None:
    def holds(text: str) -> bool:
        span = read_span(text, DURATION)
        assert span is not None
        return span.low <= number <= span.high

    assert holds(f">{bound}ns") is (number > bound)
    assert holds(f"<{bound}ns") is (number < bound)
    assert holds(f">={bound}ns") is (number >= bound)
    assert holds(f"<={bound}ns") is (number <= bound)
