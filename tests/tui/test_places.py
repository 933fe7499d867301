"""Places as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.tui.places import Number, Place, Time, place_of

_SECOND = 1_000_000_000


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("212", Number(212)),
        ("#1,204", Number(1204)),
        (" 1 204 ", Number(1204)),
        ("+12", Time(12 * _SECOND)),
        ("12.5", Time(12_500_000_000)),
        ("+0.000000001", Time(1)),
        ("12s", Time(12 * _SECOND)),
        ("4m12s", Time(252 * _SECOND)),
        ("4m", Time(240 * _SECOND)),
        ("1:30", Time(90 * _SECOND)),
        ("1:02:03.5", Time(3_723_500_000_000)),
        ("1h2m3s", Time(3723 * _SECOND)),
        ("", None),
        ("+", None),
        ("soon", None),
        ("-5", None),
        ("1" * 40, None),
    ],
)
def test_a_place(text: str, place: Place | None) -> None:
    assert place_of(text) == place


@given(st.text())
def test_any_text_is_a_place_or_none(text: str) -> None:
    match place_of(text):
        case Number(seq):
            assert seq >= 0
        case Time(at):
            assert at >= 0


@given(st.integers(0, 10**9), st.integers(0, 999_999_999))
def test_a_time_is_exact_to_the_nanosecond(seconds: int, fraction: int) -> None:
    assert place_of(f"+{seconds}.{fraction:09d}") == Time(seconds * _SECOND + fraction)
