"""Laws of time travel: any moment is the fold of the events before it, at a cost and in a memory that are bounded."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.trace.chain import Chain
from acp_inspect.trace.history import KEYFRAMES, SPACING, STRETCHES, History

State = Chain[int]


class Recorded:
    """Events that may grow, which count how often they are folded."""

    def __init__(self, events: list[int]) -> None:
        self.events = events
        self.folded = 0

    def between(self, after: int, to: int) -> Iterator[int]:
        yield from self.events[after:to]

    def step(self, state: State, event: int) -> State:
        self.folded += 1
        return state.append(event)

    def counted(self, state: int, event: int) -> int:
        self.folded += 1
        return state + 1

    def history(self, spacing: int, keyframes: int = 1_024, moments: int = 1_024) -> History[State, int]:
        return History(Chain(), self.step, self.between, spacing=spacing, keyframes=keyframes, moments=moments)


ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("at"), st.integers(0, 400)),
        st.tuples(st.just("extend"), st.integers(0, 90)),
        st.tuples(st.just("grow"), st.integers(1, 90)),
        st.tuples(st.just("walk"), st.integers(-40, 40)),
    ),
    max_size=30,
)


@given(ACTIONS, st.integers(1, 40), st.integers(2, 9), st.integers(1, 9), st.integers(1, 7))
def test_any_moment_is_the_fold_of_the_events_before_it(
    actions: list[tuple[str, int]], spacing: int, keyframes: int, moments: int, heaviest: int
) -> None:
    recorded = Recorded(list(range(50)))
    history = History(
        Chain[int](),
        recorded.step,
        recorded.between,
        weigh=lambda event: 1 + event % heaviest,
        spacing=spacing,
        keyframes=keyframes,
        moments=moments,
    )
    cursor = 0
    for action, number in actions:
        events = recorded.events
        if action == "grow":
            events += range(len(events), len(events) + number)
        elif action == "extend":
            known = len(history)
            assert history.extend(number) == min(number, len(events) - known)
            assert list(history.last) == events[: len(history)]
        elif action == "at" and number > len(events):
            with pytest.raises(IndexError, match=f"moment {number} of {len(events)}"):
                history.at(number)
        else:
            target = number if action == "at" else min(len(events), max(0, cursor + number))
            for moment in range(cursor, target, 1 if target > cursor else -1) if action == "walk" else ():
                assert list(history.at(moment)) == events[:moment]
            cursor = target
            assert list(history.at(cursor)) == events[:cursor]
        assert history.keyframes <= max(2, keyframes)
        assert history.moments <= STRETCHES * (moments + 1)


def test_there_is_no_moment_before_the_first() -> None:
    with pytest.raises(IndexError, match="moment -1 of 0"):
        Recorded([]).history(10).at(-1)


def test_the_first_pass_may_be_made_in_pieces() -> None:
    recorded = Recorded(list(range(25)))
    history = recorded.history(10)
    assert [history.extend(10) for _ in range(4)] == [10, 10, 5, 0]
    assert (len(history), recorded.folded, history.keyframes) == (25, 25, 3)


@pytest.mark.parametrize("length", [10_000, 1_000_000])
def test_what_a_jump_or_a_step_folds_does_not_grow_with_the_recording(length: int) -> None:
    recorded = Recorded(list(range(length)))
    history: History[int, int] = History(0, recorded.counted, recorded.between)
    history.extend(length)
    folded = recorded.folded
    for moment in (length - 1, 500, length // 2 + 999, 0, length // 3 + 5):
        assert history.at(moment) == moment
        assert recorded.folded - folded <= 2 * SPACING
        folded = recorded.folded
    moment = 4_321
    history.at(moment)
    for turn in [-1] * 2_500 + [1] * 3_000:
        moment += turn
        folded = recorded.folded
        assert history.at(moment) == moment
        assert recorded.folded - folded <= 33
    assert history.keyframes <= KEYFRAMES


def test_long_recordings_keep_fewer_keyframes_not_more() -> None:
    recorded = Recorded(list(range(3_000)))
    history = recorded.history(spacing=10, keyframes=8, moments=20)
    history.extend(3_000)
    assert history.keyframes <= 8
    assert [list(history.at(moment)) == recorded.events[:moment] for moment in (1, 1_499, 2_999)] == [True] * 3
    assert history.moments <= STRETCHES * 21


def test_events_that_weigh_more_have_keyframes_closer_by() -> None:
    recorded = Recorded([*[1] * 100, *[50] * 100])
    history = History(Chain[int](), recorded.step, recorded.between, weigh=lambda event: event, spacing=100)
    history.extend(200)
    assert history.keyframes == 1 + 1 + 50


def test_events_that_vanished_are_told() -> None:
    recorded = Recorded(list(range(30)))
    history = recorded.history(10)
    history.extend(30)
    recorded.events = recorded.events[:13]
    with pytest.raises(IndexError, match="the events 14 to 15 are gone"):
        history.at(15)


def test_looking_again_folds_nothing() -> None:
    recorded = Recorded(list(range(30)))
    history = recorded.history(10)
    first = history.at(15)
    folded = recorded.folded
    assert history.at(15) is first
    assert recorded.folded == folded
