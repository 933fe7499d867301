"""Our decoder against that of the official TypeScript SDK: mutations, running both, comparing what they hold."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from acp_inspect.protocol.packaged import packaged_file
from acp_inspect.protocol.problem import ProblemKind
from acp_inspect.protocol.schema import Schema, load_packaged_schema, surface_file
from acp_inspect.wire.json_text import ExactNumber, Json, write_json
from acp_inspect.wire.rpc import ABSENT

SCRIPT: Final = Path(__file__).with_name("differential.mjs")


class Case(NamedTuple):
    """A value to be decoded."""

    version: int
    unstable: bool
    definition: str
    value: Json


class Difference(NamedTuple):
    """Where the two decoders disagree."""

    case: Case
    pointer: str
    what: str


_REPLACEMENTS: Final[tuple[Json, ...]] = (
    None, True, False, 0, 1, -1, 70_000, 2**32, 2**53 + 2, 1.5, "", "x", " ", "_x", "other", "5", "true", "/path",
    "mailto:someone", "https://", "http://host:99999/", "2026-11-02T10:00:00Z", "2026-13-02T10:00:00Z", "2026-11-02",
    [], [1], [None], ["a"], [{}], {}, {"type": "text"}, {"type": "zap"}, {"a": "b"}, {"_meta": 5},
    ExactNumber("1.0"), ExactNumber("-0"), ExactNumber("1e3"), ExactNumber("1e400"), ExactNumber("0.5e1"),
)  # fmt: skip
_EXTRA: Final = frozenset(
    {ProblemKind.UNKNOWN_MEMBER, ProblemKind.UNKNOWN_VARIANT, ProblemKind.OTHER_VARIANT, ProblemKind.WRONG_TYPE}
)
_NAMES: Final = ("_meta", "type", "zap", "title", "description", "status", "id", "constructor")


def mutations(values: Sequence[Case], seed: int, count: int) -> Iterator[Case]:
    """`count` cases made from `values` by one to three small changes each; the same seed gives the same cases."""
    rng = random.Random(seed)
    for _ in range(count):
        case = rng.choice(values)
        value = case.value
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            value = _changed(value, rng, rng.choice(values).value)
        yield case._replace(value=value)


def _changed(value: Json, rng: random.Random, donor: Json) -> Json:
    places = list(_places(value))
    place = rng.choice(places)
    kind = rng.randrange(8)
    target = _at(value, place)
    if kind == 0 and place:
        return _put(value, place, ABSENT)
    if kind == 1 and isinstance(target, dict):
        return _put(value, [*place, rng.choice(_NAMES)], rng.choice(_REPLACEMENTS))
    if kind == 2 and isinstance(target, list):
        return _put(value, place, [*target, rng.choice(_REPLACEMENTS), *target[:1]])
    if kind == 3:
        return _put(value, place, _at(donor, rng.choice(list(_places(donor)))))
    if kind == 4 and isinstance(target, str):
        return _put(value, place, target + rng.choice(("", "_x", " ", "\n")))
    return _put(value, place, rng.choice(_REPLACEMENTS))


def _places(value: Json) -> Iterator[list[str | int]]:
    yield []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in items:
        for rest in _places(item):
            yield [step, *rest]


def _at(value: Json, place: Sequence[str | int]) -> Json:
    for step in place:
        value = value[step]
    return value


def _put(value: Json, place: Sequence[str | int], new: Json) -> Json:
    if not place:
        return new
    step, *rest = place
    if isinstance(value, list):
        changed: list[Json] = list(value)
        if not rest and new is ABSENT:
            del changed[int(step)]
        else:
            changed[int(step)] = _put(value[int(step)], rest, new)
        return changed
    members: dict[str, Json] = dict(value)
    if not rest and new is ABSENT:
        del members[str(step)]
    else:
        members[str(step)] = _put(value.get(step), rest, new)
    return members


def sdk_answers(folder: Path, cases: Sequence[Case]) -> list[dict[str, Any]]:
    """What the SDK in `folder` makes of each case: `{"ok": true, "value"}` or `{"ok": false}`; null without a decoder."""
    lines = "\n".join(write_json(case._asdict()) for case in cases)
    command = ["node", str(SCRIPT), str(folder.resolve())]
    run = subprocess.run(command, input=lines.encode(), capture_output=True, check=True, timeout=600)
    return [json.loads(line) for line in run.stdout.splitlines()]


def difference(case: Case, answer: dict[str, Any]) -> Difference | None:
    """Where our decoder and the SDK's disagree about a case."""
    schema = load_packaged_schema(case.version, case.unstable)
    ours = schema.decode(case.definition, case.value)
    if answer["ok"] is None:
        return Difference(case, "", "the SDK has no such decoder")
    if answer["ok"] == ours.lost:
        why = "; ".join(f"{problem.pointer}: {problem.kind}" for problem in ours.problems if problem.reach == "")
        return Difference(case, "", f"the SDK {'accepts' if answer['ok'] else 'rejects'}, we say {why or 'it is fine'}")
    if ours.lost:
        return None
    held = schema.decode(case.definition, ours.value)
    extra = {problem.pointer for problem in held.unknown if problem.kind in _EXTRA}
    return next(
        (Difference(case, *found) for found in _unlike(ours.value, answer["value"], "", extra, _defaults(schema))), None
    )


def _unlike(
    ours: Json, theirs: Json, pointer: str, extra: set[str], defaults: dict[str, list[Json]]
) -> Iterator[tuple[str, str]]:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in {**ours, **theirs}:
            inner = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
            if name not in ours:
                # The SDK fills in what the schema calls a default; here omitted stays omitted.
                if theirs[name] not in defaults.get(name, []):
                    yield inner, f"only the SDK has it: {theirs[name]!r}"
            elif name not in theirs:
                # The SDK takes away members that it does not know; here they stay, and are reported.
                if inner not in extra:
                    yield inner, f"only we have it: {ours[name]!r}"
            else:
                yield from _unlike(ours[name], theirs[name], inner, extra, defaults)
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for number, (our, their) in enumerate(zip(ours, theirs, strict=True)):
            yield from _unlike(our, their, f"{pointer}/{number}", extra, defaults)
    elif isinstance(ours, bool) or isinstance(theirs, bool) or not isinstance(ours, int | float):
        if type(ours) is not type(theirs) or ours != theirs:
            yield pointer, f"{ours!r} here, {theirs!r} in the SDK"
    # JSON.stringify writes Infinity as null.
    elif float(ours) != float(theirs) if theirs is not None else abs(float(ours)) != float("inf"):
        yield pointer, f"{ours!r} here, {theirs!r} in the SDK"


@cache
def _defaults(schema: Schema) -> dict[str, list[Json]]:
    """Member → what the schema gives it where it is omitted, anywhere."""
    defaults: dict[str, list[Json]] = {}

    def gather(node: Any) -> None:
        if isinstance(node, dict):
            for name, member in node.get("properties", {}).items():
                if isinstance(member, dict) and "default" in member:
                    defaults.setdefault(name, []).append(member["default"])
            node = list(node.values())
        if isinstance(node, list):
            for part in node:
                gather(part)

    file = packaged_file(schema.version, surface_file(schema.unstable))
    gather(json.loads(file)["definitions"])
    return defaults
