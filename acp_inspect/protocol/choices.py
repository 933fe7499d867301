"""Checks for unions: by discriminator first, then only that branch; without one, the first alternative that accepts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from acp_inspect.protocol.checks import LOST, Check, Log
from acp_inspect.protocol.problem import Effect, Fault, ProblemKind, found
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT


class Arm(NamedTuple):
    """One alternative of a union."""

    check: Check
    excluded: frozenset[Json]
    """Tags that it refuses: it is for variants that the schema does not know."""
    implied: str | None = None
    """The tag that its name suggests, where it has none of its own."""
    declares: bool = True
    """Whether it has the discriminator as a member."""


def tagged(member: str, arms: Mapping[str, Check], rest: Sequence[Arm], expected: str, kinds: str) -> Check:
    """An object whose `member` chooses the arm. `rest`: arms without a tag of their own, in order.

    A known tag means its arm; only an arm of `rest` that does not exclude the tag may take what that arm rejects, as a
    schema without such an exclusion allows. `expected`, `kinds`: what is expected of the value, and of the tag.
    """
    catching = {tag: [arm.check for arm in rest if tag not in arm.excluded] for tag in arms}

    def check(value: Json, log: Log) -> Json:
        if type(value) is not dict:
            log.append(Fault(ProblemKind.WRONG_TYPE, expected, found(value)))
            return LOST
        tag = value.get(member, ABSENT)
        arm = arms.get(tag) if type(tag) is str else None
        if arm is None:
            return unknown(value, tag, log)
        count = len(log)
        got = arm(value, log)
        if got is LOST:
            for other in catching[tag]:
                trial: Log = []
                if (caught := other(value, trial)) is not LOST:
                    log[count:] = [
                        _at(member, ProblemKind.OTHER_VARIANT, "the variant it names", tag, Effect.KEPT),
                        *trial,
                    ]
                    return caught
        return got

    def unknown(value: Json, tag: Json, log: Log) -> Json:
        failed: list[tuple[Arm, Log]] = []
        for arm in rest:
            trial: Log = []
            got = arm.check(value, trial)
            if got is not LOST:
                if type(tag) is str and arm.implied != tag:
                    log.append(_at(member, ProblemKind.UNKNOWN_VARIANT, kinds, tag, Effect.KEPT))
                elif type(tag) is not str and tag is not ABSENT and not arm.declares:
                    log.append(_at(member, ProblemKind.WRONG_TYPE, kinds, tag, Effect.KEPT))
                log += trial
                return got
            failed.append((arm, trial))
        for arm, trial in failed:
            if type(tag) is str and (arm.excluded or arm.implied == tag):
                log += trial
                return LOST
        if type(tag) is str:
            log.append(_at(member, ProblemKind.UNKNOWN_VARIANT, kinds, tag))
        elif any(not arm.excluded for arm in rest):
            log += _nearest([trial for arm, trial in failed if not arm.excluded])
        elif tag is ABSENT:
            log.append(Fault(ProblemKind.MISSING, kinds, "nothing"))
            log[-1].path.append(member)
        else:
            log.append(_at(member, ProblemKind.WRONG_TYPE, kinds, tag))
        return LOST

    return check


def first_match(arms: Sequence[Check]) -> Check:
    """The first alternative that accepts; when none does, the faults of the one that came nearest."""

    def check(value: Json, log: Log) -> Json:
        trials: list[Log] = []
        for arm in arms:
            trial: Log = []
            got = arm(value, trial)
            if got is not LOST:
                log += trial
                return got
            trials.append(trial)
        log += _nearest(trials)
        return LOST

    return check


def exactly_one(arms: Sequence[tuple[frozenset[str], Check]], expected: str) -> Check:
    """The one alternative whose required members are all there, whatever their values: several exclude each other."""

    def check(value: Json, log: Log) -> Json:
        if type(value) is not dict:
            log.append(Fault(ProblemKind.WRONG_TYPE, expected, found(value)))
            return LOST
        fitting = [arm for required, arm in arms if required <= value.keys()]
        if len(fitting) == 1:
            return fitting[0](value, log)
        if fitting:
            log.append(Fault(ProblemKind.AMBIGUOUS, expected, f"{len(fitting)} of them"))
        else:
            log.append(Fault(ProblemKind.MISSING, expected, "none of them"))
        return LOST

    return check


def _nearest(trials: Sequence[Log]) -> Log:
    """The trial with the fewest faults that lose the value, preferring one that lost it deeper inside."""
    return min(trials, key=_distance)


def _distance(trial: Log) -> tuple[int, int]:
    losing = [fault for fault in trial if fault.effect is Effect.LOST]
    return len(losing), -max((len(fault.path) for fault in losing), default=0)


def _at(member: str, kind: ProblemKind, expected: str, value: Json, effect: Effect = Effect.LOST) -> Fault:
    fault = Fault(kind, expected, found(value), effect)
    fault.path.append(member)
    return fault
