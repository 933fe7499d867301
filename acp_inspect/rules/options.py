"""Config options and their values in a message, as the rules about them read them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import On
from acp_inspect.rules.faults import body
from acp_inspect.rules.memory.config_offers import NOTHING, SETTING, SETUPS, Offers, session_of
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side

CARRIERS: Final = (
    On(kinds=("response",), methods=(*SETUPS, SETTING)),
    On(kinds=("notification",), updates=("config_option_update",)),
)
"""The messages that list options."""

MOST: Final = 1_000
"""Options or values of one list that are looked at: hostile lists have millions."""


class Option(NamedTuple):
    """An option in a message."""

    pointer: str
    """From the message to it."""
    id: str
    value: dict[str, Json]

    @property
    def type(self) -> Json:
        """Its type; ABSENT where there is none."""
        return at(self.value, "type")


class Choice(NamedTuple):
    """A value that a select offers."""

    pointer: str
    """From the option to it."""
    value: str


def id_name(version: int) -> str:
    """The member that names an option."""
    return "id" if version == 1 else "configId"


def list_pointer(case: Case) -> str:
    """The pointer to the list of options in one of the `CARRIERS`."""
    return "/params/update/configOptions" if case.kind == "notification" else "/result/configOptions"


def list_of(case: Case) -> list[Json] | None:
    """The list of options in one of the `CARRIERS`, as it stands on the wire; None where the Agent sent none."""
    if case.sender is not Side.AGENT or (case.kind == "response" and not succeeded(case)):
        return None
    told = at(case.wire, "update") if case.kind == "notification" else case.wire
    options = at(told, "configOptions")
    return options if isinstance(options, list) else None


def options(case: Case) -> Iterator[Option]:
    """The options in one of the `CARRIERS` that the Client keeps."""
    listed = list_of(case) or []
    dropped = dropped_items(case)
    base = list_pointer(case)
    for place, value in enumerate(listed[:MOST]):
        where = f"{base}/{place}"
        name = at(value, id_name(case.version))
        if isinstance(name, str) and where not in dropped:
            yield Option(where, name, value)


def is_new(case: Case, option: Option, *members: str) -> bool:
    """Whether the session's last list did not have the option with the same members: a fault is told once, not with
    each list that repeats it."""
    known = find(listed_before(case), case.version, option.id)
    return known is None or any(at(known, name) != at(option.value, name) for name in members)


def listed_before(case: Case) -> Json:
    """The list of options that the session had before one of the `CARRIERS`."""
    return case.known(Offers).sessions.get(session_of(case) or "", NOTHING).options


def dropped_items(case: Case) -> frozenset[str]:
    """The pointers, from the message, of the list items that the receiver drops."""
    if case.decoded is None or not case.decoded.problems:
        return frozenset()
    base = body(case)
    return frozenset(base + problem.reach for problem in case.decoded.problems if problem.effect is Effect.DROPPED)


def find(listed: Json, version: int, config: str) -> dict[str, Json] | None:
    """The first option of that id in a list; None where it has none."""
    name = id_name(version)
    items = listed[:MOST] if isinstance(listed, list) else ()
    return next((item for item in items if isinstance(item, dict) and item.get(name) == config), None)


def ids(listed: Json, version: int) -> list[str]:
    """The ids of the options in a list."""
    name = id_name(version)
    found = (at(item, name) for item in (listed[:MOST] if isinstance(listed, list) else ()))
    return [one for one in found if isinstance(one, str)]


def choices(option: Json) -> Iterator[Choice]:
    """The values that a select offers, those in groups too."""
    listed = at(option, "options")
    for place, item in enumerate(listed[:MOST] if isinstance(listed, list) else ()):
        value = at(item, "value")
        if isinstance(value, str):
            yield Choice(pointer("options", place), value)
            continue
        inner = at(item, "options")
        for number, choice in enumerate(inner[:MOST] if isinstance(inner, list) else ()):
            value = at(choice, "value")
            if isinstance(value, str):
                yield Choice(pointer("options", place, "options", number), value)
