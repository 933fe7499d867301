"""A sequence that only grows at its end and shares its past: what streamed text and timelines are kept in.

Appending costs the same however long the chain is, and every earlier version stays as it was, so that all moments of a
recording can be held at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar, overload

T = TypeVar("T")


class Chain(Sequence[T]):
    """An immutable sequence. Versions share one list; each sees only its own length of it."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def append(self, item: T) -> Chain[T]:
        """The chain with one more item. Constant time, or a copy where another chain already grew out of this one."""
        items = self._items
        length = self._length
        longer: Chain[T] = Chain.__new__(Chain)
        longer._length = length + 1
        if len(items) == length:
            items.append(item)
            # Should two threads append to the same version at once, one of them finds the other's item in its place.
            if items[length] is item:
                longer._items = items
                return longer
        longer._items = items[:length]
        longer._items.append(item)
        return longer

    def since(self, earlier: Chain[T]) -> list[T] | None:
        """What was appended to `earlier`, where this chain is known to have grown out of it. Nothing is compared."""
        if earlier._items is not self._items or earlier._length > self._length:
            return None
        return self._items[earlier._length : self._length]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            start, stop, stride = index.indices(self._length)
            if stride < 0:
                return self._items[: self._length][index]
            return self._items[start:stop:stride]
        if not -self._length <= index < self._length:
            raise IndexError(f"{index} of a chain of {self._length}")
        return self._items[index if index >= 0 else self._length + index]

    def __reversed__(self) -> Iterator[T]:
        return (self._items[index] for index in range(self._length - 1, -1, -1))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chain):
            return NotImplemented
        if self is other:
            return True
        if self._length != other._length:
            return False
        return self._items is other._items or self[:] == other[:]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Chain({self[:]!r})"
