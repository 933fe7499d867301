"""Time travel: the state at any moment of a recording, and the step to the moment before or after it.

States are immutable values that share what they have in common, so keeping one costs what changed since the one
before. Kept are a *keyframe* every so much work, from the first pass on, and the moments of the last few *stretches*
(what lies between two keyframes) that were looked at. A jump folds a stretch from its keyframe; a step finds its moment
kept, or folds an event. Memory is bounded for any length: when there are too many keyframes, every other one goes, and
stretches are twice as long from then on; of a long stretch only so many moments are kept, evenly spread.

Generic over state and event: nothing here knows the protocol. One thread at a time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Final, Generic, TypeVar

S = TypeVar("S")
E = TypeVar("E")

SPACING: Final = 500
"""Weight of the events between two keyframes, at first."""

KEYFRAMES: Final = 2_048
"""The most keyframes that are kept."""

MOMENTS: Final = 1_024
"""The most moments that are kept of one stretch."""

STRETCHES: Final = 3
"""How many stretches have moments kept: those looked at last."""

_STEPS: Final = 32
"""So many steps before they leave a stretch backwards, steps begin to make the one before it ready."""


class History(Generic[S, E]):
    """All moments of a list of events that may still grow. Moment n is the state after the first n events."""

    def __init__(
        self,
        start: S,
        step: Callable[[S, E], S],
        events: Callable[[int, int], Iterable[E]],
        *,
        weigh: Callable[[E], int] = lambda event: 1,
        spacing: int = SPACING,
        keyframes: int = KEYFRAMES,
        moments: int = MOMENTS,
    ) -> None:
        """`step`: pure, the state after an event.

        `events(after, to)` gives the events numbered `after` + 1 to `to`, in order, fewer where there are no more yet;
        asked again it gives equal ones. `weigh`: how much work an event is; 1, the least, is an ordinary one. It
        decides how far apart keyframes are. `spacing`, `keyframes`, `moments`: as the module's constants.
        """
        self._step = step
        self._events = events
        self._weigh = weigh
        self._spacing = max(1, spacing)
        self._most = max(1, keyframes // 2) * 2
        self._moments = max(1, moments)
        self._places = [0]
        self._keyframes = [start]
        self._weight = 0
        """Since the last keyframe."""
        self._length = 0
        self._last = start
        self._stretches: dict[int, _Stretch[S]] = {}
        """By place of their keyframe; the one used last is the last."""

    def __len__(self) -> int:
        """How many events are known: the number of the last moment."""
        return self._length

    @property
    def last(self) -> S:
        """The state at the last moment that is known."""
        return self._last

    @property
    def keyframes(self) -> int:
        """How many keyframes are kept, the moment before all events among them."""
        return len(self._places)

    @property
    def moments(self) -> int:
        """How many moments are kept beside the keyframes."""
        return sum(len(stretch.kept) - 1 for stretch in self._stretches.values())

    def extend(self, limit: int) -> int:
        """Fold up to `limit` events more; how many there were. The first pass, in pieces, and whatever comes later."""
        before = self._length
        state, step, weigh = self._last, self._step, self._weigh
        for event in self._events(before, before + limit):
            self._last = state = step(state, event)
            self._length += 1
            self._weight += weigh(event)
            if self._weight >= self._spacing:
                self._keep(self._length, state)
        return self._length - before

    def at(self, moment: int) -> S:
        """The state after the first `moment` events, which may be more than are known so far.

        Raises IndexError where there are not that many.
        """
        if moment > self._length:
            self.extend(moment - self._length)
        if not 0 <= moment <= self._length:
            raise IndexError(f"moment {moment} of {self._length}")
        number = bisect_right(self._places, moment) - 1
        stretch = self._stretch(number)
        state = self._moment(stretch, moment)
        left = moment - stretch.begin
        if number > 0 and left < _STEPS:
            before = self._stretch(number - 1)
            length = stretch.begin - before.begin
            self._moment(before, before.begin + length * (_STEPS - left) // _STEPS)
            self._stretch(number)
        return state

    def _keep(self, place: int, state: S) -> None:
        self._places.append(place)
        self._keyframes.append(state)
        self._weight = 0
        if len(self._places) > self._most:
            # An even number of stretches: the last keyframe stays.
            self._places = self._places[::2]
            self._keyframes = self._keyframes[::2]
            self._spacing *= 2
            self._stretches.clear()

    def _stretch(self, number: int) -> _Stretch[S]:
        """The stretch from keyframe `number` on, now the one used last."""
        begin = self._places[number]
        stretch = self._stretches.pop(begin, None)
        if stretch is None:
            stretch = _Stretch(begin, -(-self._spacing // self._moments), self._keyframes[number])
        self._stretches[begin] = stretch
        if len(self._stretches) > STRETCHES:
            del self._stretches[next(iter(self._stretches))]
        return stretch

    def _moment(self, stretch: _Stretch[S], moment: int) -> S:
        """A moment of a stretch, from the nearest kept one before it. What is passed on the way is kept."""
        kept, begin, stride = stretch.kept, stretch.begin, stretch.stride
        nearest = min((moment - begin) // stride, len(kept) - 1)
        state = kept[nearest]
        place = begin + nearest * stride
        if place == moment:
            return state
        step = self._step
        for event in self._events(place, moment):
            state = step(state, event)
            place += 1
            if place == begin + len(kept) * stride:
                kept.append(state)
        if place != moment:
            raise IndexError(f"the events {place + 1} to {moment} are gone")
        return state


class _Stretch(Generic[S]):
    """The moments that are kept from a keyframe on: every `stride`-th, as far as somebody looked."""

    __slots__ = ("begin", "kept", "stride")

    def __init__(self, begin: int, stride: int, keyframe: S) -> None:
        self.begin = begin
        self.stride = stride
        self.kept = [keyframe]
