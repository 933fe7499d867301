"""The pieces that decoders are put together from: one closure for each kind of value.

A check gets a value and a log. It returns the value as the receiver holds it, the very same object when nothing had to
change, or `LOST` when the receiver rejects it; each fault goes into the log, with its path up to this value. No check
changes what it was given.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from acp_inspect.protocol.problem import Effect, Fault, ProblemKind, found
from acp_inspect.wire.json_text import ExactNumber, Json
from acp_inspect.wire.rpc import ABSENT, Absent


class Lost(Enum):
    """The type of `LOST`."""

    LOST = "lost"


LOST: Final = Lost.LOST
"""What a check returns for a value that its receiver rejects."""

Log: TypeAlias = list[Fault]
Check: TypeAlias = Callable[[Json, Log], Json]


class Slot(NamedTuple):
    """How one value inside another is checked."""

    plain: type | None
    """The Python type whose values all pass, so that the check need not be called."""
    check: Check
    salvage: bool = False
    """Whether a faulty member counts as omitted."""
    default: Json | Absent = ABSENT
    """What a salvaged member gets instead of being omitted."""


NUMBERS: Final = frozenset({int, float, ExactNumber})
_TYPES: Final[Mapping[str, frozenset[type]]] = {
    "array": frozenset({list}),
    "boolean": frozenset({bool}),
    "null": frozenset({type(None)}),
    "number": NUMBERS,
    "object": frozenset({dict}),
    "string": frozenset({str}),
}
_INFINITE: Final = frozenset({float("inf"), float("-inf")})


def anything(value: Json, log: Log) -> Json:
    """The check that every value passes."""
    return value


def typed(types: frozenset[str], expected: str) -> Check:
    """A value of one of these JSON types; `integer` is a number without a fraction, however it is written."""
    python = frozenset[type]().union(*(_TYPES[name] for name in types if name != "integer"))
    whole = "integer" in types and "number" not in types

    def check(value: Json, log: Log) -> Json:
        kind = type(value)
        if kind in python:
            # A number too large for a float is Infinity to JavaScript, and an error to Rust: no number to either.
            if kind is ExactNumber and value in _INFINITE:
                log.append(Fault(ProblemKind.OUT_OF_RANGE, expected, found(value)))
                return LOST
            return value
        if whole and kind in NUMBERS and (kind is int or value.is_integer()):
            return value
        log.append(Fault(ProblemKind.WRONG_TYPE, expected, found(value)))
        return LOST

    return check


def ranged(inner: Check, low: float | None, high: float | None, expected: str) -> Check:
    """A number within bounds; other types are for `inner` to judge."""

    def check(value: Json, log: Log) -> Json:
        value = inner(value, log)
        if type(value) in NUMBERS and ((low is not None and value < low) or (high is not None and value > high)):
            log.append(Fault(ProblemKind.OUT_OF_RANGE, expected, found(value)))
            return LOST
        return value

    return check


def long_enough(inner: Check, shortest: int, expected: str) -> Check:
    """A string or an array of at least so many characters or items."""

    def check(value: Json, log: Log) -> Json:
        value = inner(value, log)
        if type(value) in (str, list) and len(value) < shortest:
            log.append(Fault(ProblemKind.TOO_SHORT, expected, found(value)))
            return LOST
        return value

    return check


def formatted(inner: Check, good: Callable[[str], bool], expected: str) -> Check:
    """A string in a format."""

    def check(value: Json, log: Log) -> Json:
        value = inner(value, log)
        if type(value) is str and not good(value):
            log.append(Fault(ProblemKind.BAD_FORMAT, expected, found(value)))
            return LOST
        return value

    return check


def listed(known: frozenset[Json], other: Check | None, expected: str) -> Check:
    """One of the listed strings and numbers; or, where `other` is given, a value that it accepts, which is noted."""
    texts = frozenset(value for value in known if isinstance(value, str))
    numbers = known - texts

    def check(value: Json, log: Log) -> Json:
        kind = type(value)
        if (value in texts) if kind is str else (kind in NUMBERS and value in numbers):
            return value
        if other is not None:
            count = len(log)
            if other(value, log) is LOST:
                return LOST
            if len(log) == count:
                log.append(Fault(ProblemKind.UNKNOWN_VALUE, expected, found(value), Effect.KEPT))
            return value
        types = {str} if texts else set()
        wrong = kind not in (types | NUMBERS if numbers else types)
        log.append(Fault(ProblemKind.WRONG_TYPE if wrong else ProblemKind.UNKNOWN_VALUE, expected, found(value)))
        return LOST

    return check


def nullable(inner: Check) -> Check:
    """Null, or what `inner` accepts."""

    def check(value: Json, log: Log) -> Json:
        return None if value is None else inner(value, log)

    return check


def null_as_empty(inner: Check, empty: Json, expected: str) -> Check:
    """What `inner` accepts; null is read as the empty value."""

    def check(value: Json, log: Log) -> Json:
        if value is None:
            log.append(Fault(ProblemKind.NULL, expected, "null", Effect.DEFAULTED))
            return copy.copy(empty)
        return inner(value, log)

    return check


def array(slot: Slot, skips: bool, expected: str) -> Check:
    """An array of such items. `skips`: bad items are dropped and the rest kept."""
    plain, item_check = slot.plain, slot.check

    def check(value: Json, log: Log) -> Json:
        if type(value) is not list:
            log.append(Fault(ProblemKind.WRONG_TYPE, expected, found(value)))
            return LOST
        replaced: dict[int, Json] = {}
        lost = False
        for number, item in enumerate(value):
            if type(item) is plain:
                continue
            count = len(log)
            got = item_check(item, log)
            if got is item and len(log) == count:
                continue
            if got is LOST:
                lost = lost or not skips
                if skips:
                    _settle(log, count, Effect.DROPPED)
            if got is not item:
                replaced[number] = got
            _climb(log, count, number)
        if lost:
            return LOST
        if not replaced:
            return value
        items = (replaced.get(number, item) for number, item in enumerate(value))
        return [item for item in items if item is not LOST]

    return check


def record(
    slots: Mapping[str, Slot],
    required: Mapping[str, str],
    others: Slot | None,
    noted: bool,
    unions: Sequence[Check],
    expected: str,
) -> Check:
    """An object. `required`: member → what is expected there. `others`: how members without a slot are checked.

    `noted`: whether members without a slot are noted as unknown. `unions`: alternatives for the same object, judged
    after its own members were salvaged.
    """

    def check(value: Json, log: Log) -> Json:
        if type(value) is not dict:
            log.append(Fault(ProblemKind.WRONG_TYPE, expected, found(value)))
            return LOST
        lost = False
        changed: dict[str, Json] | None = None
        for name in required:
            if name not in value:
                lost = True
                log.append(Fault(ProblemKind.MISSING, required[name], "nothing"))
                log[-1].path.append(name)
        for name, item in value.items():
            slot = slots.get(name, others)
            if slot is None:
                if noted:
                    log.append(Fault(ProblemKind.UNKNOWN_MEMBER, "no such member", found(item), Effect.KEPT))
                    log[-1].path.append(name)
                continue
            if type(item) is slot.plain:
                continue
            count = len(log)
            got = slot.check(item, log)
            if got is item and len(log) == count:
                continue
            if got is LOST:
                if slot.salvage:
                    _settle(log, count, Effect.SALVAGED)
                    got = copy.deepcopy(slot.default)
                else:
                    lost = True
                    got = item
            _climb(log, count, name)
            if got is not item:
                if changed is None:
                    changed = dict(value)
                if got is ABSENT:
                    del changed[name]
                else:
                    changed[name] = got
        if changed is not None:
            value = changed
        for union in unions:
            got = union(value, log)
            if got is LOST:
                lost = True
            else:
                value = got
        return LOST if lost else value

    return check


def _climb(log: Log, count: int, step: str | int) -> None:
    for fault in log[count:]:
        fault.path.append(step)


def _settle(log: Log, count: int, effect: Effect) -> None:
    """The damage of the faults logged since `count` ends here."""
    for fault in log[count:]:
        if fault.effect is Effect.LOST:
            fault.effect = effect
            fault.below = len(fault.path)
