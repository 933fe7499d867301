"""What rules must know of earlier events, as part of the state: immutable values, one file a topic in `rules/memory`.

A topic is a NamedTuple with defaults (its start) and a function that gives it after an event:

    class AnsweredIds(NamedTuple):
        '''Ids that were answered, by their sender.'''
        ids: Map[Key, int] = Map()

    @remember(AnsweredIds, On(kinds=("response",)))
    def answered(known: AnsweredIds, case: Case) -> AnsweredIds: …

A check reads `case.known(AnsweredIds)`: the topic as it was *before* the event.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from immutables import Map

from acp_inspect.rules import memory
from acp_inspect.rules.declare import On
from acp_inspect.rules.registry import modules_under

if TYPE_CHECKING:
    from acp_inspect.rules.case import Case

T = TypeVar("T")
Memory: TypeAlias = Map[type, Any]
"""Each topic's value under its type; a topic that is at its start is missing."""


class Topic(NamedTuple):
    """A topic and how it grows."""

    type: type
    on: tuple[On, ...]
    grow: Callable[[Any, Case], Any]
    start: Any
    """Its value before anything happened."""


def remember(topic: type[T], *on: On) -> Callable[[Callable[[T, Case], T]], Callable[[T, Case], T]]:
    """Declares the function that gives a topic after an event that `on` matches."""

    def declare(grow: Callable[[T, Case], T]) -> Callable[[T, Case], T]:
        grow.__topic__ = Topic(topic, on, grow, topic())  # type: ignore[attr-defined]
        return grow

    return declare


@cache
def all_topics() -> tuple[Topic, ...]:
    """Every topic of `rules/memory`."""
    return tuple(topic for module in modules_under(memory) for topic in _topics_of(module))


def _topics_of(module: ModuleType) -> list[Topic]:
    return [value.__topic__ for value in vars(module).values() if hasattr(value, "__topic__")]
