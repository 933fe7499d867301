"""Times, sizes and counts as people read them."""

from __future__ import annotations

import pytest

from acp_inspect.views.units import clock, count, delta, duration, signal_name, size


@pytest.mark.parametrize(
    ("at", "shown"), [(-1, "–"), (0, "0.000"), (12_402_999_999, "12.402"), (3_600_000_000_000, "3600.000")]
)
def test_clock_shows_seconds_and_milliseconds_that_have_passed(at: int, shown: str) -> None:
    assert clock(at) == shown


@pytest.mark.parametrize(("time", "shown"), [(None, "–"), (3_000_000, "+0.003"), (-1_500_000_000, "-1.500")])
def test_delta_has_a_sign(time: int | None, shown: str) -> None:
    assert delta(time) == shown


@pytest.mark.parametrize(
    ("time", "shown"),
    [
        (None, "–"),
        (0, "0 µs"),
        (340_400, "340 µs"),
        (999_499, "999 µs"),
        (999_500, "1 ms"),
        (12_000_000, "12 ms"),
        (999_500_000, "1.0 s"),
        (8_200_000_000, "8.2 s"),
        (252_000_000_000, "4m12s"),
        (7_500_000_000_000, "2h05m"),
    ],
)
def test_duration_takes_the_unit_that_suits(time: int | None, shown: str) -> None:
    assert duration(time) == shown


@pytest.mark.parametrize(
    ("octets", "shown"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1_000, "1.0 kB"),
        (4_240, "4.2 kB"),
        (99_950, "100 kB"),
        (999_600, "1.0 MB"),
        (64_000_000, "64.0 MB"),
        (5_000_000_000_000, "5,000 GB"),
    ],
)
def test_size_takes_the_unit_that_suits(octets: int, shown: str) -> None:
    assert size(octets) == shown


def test_counts_have_their_noun() -> None:
    assert [count(1, "message"), count(1204, "message"), count(2, "entry", "entries")] == [
        "1 message",
        "1,204 messages",
        "2 entries",
    ]


def test_signals_have_names() -> None:
    assert signal_name(9) == "SIGKILL"
    assert signal_name(250) == "signal 250"
