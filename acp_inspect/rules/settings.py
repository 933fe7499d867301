"""What is wrong with a request to set a config option, by the list of options that the Client had."""

from __future__ import annotations

from typing import Final, NamedTuple

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import at
from acp_inspect.rules.memory.config_offers import Offered
from acp_inspect.rules.options import choices, find
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT

CROSSED: Final = 1_000_000_000
"""Nanoseconds: within this time after a new list, a Client may still set options by the list before it."""


class Refusable(NamedTuple):
    """Why an Agent must refuse a request."""

    why: str
    member: str
    """The member of the params at fault."""


def unknown_option(listed: Json, version: int, params: Json) -> Refusable | None:
    """Whether a request names no option of a list; a list of None has none, of an unknown one nothing is said."""
    config = at(params, "configId")
    if not isinstance(config, str) or (listed is not None and not isinstance(listed, list)):
        return None
    if find(listed, version, config) is not None:
        return None
    return Refusable(f"the session has no config option {found(config)}", "configId")


def invalid_value(listed: Json, version: int, params: Json) -> Refusable | None:
    """Whether the value of a request does not go with the option of a list that it names."""
    config, kind, value = at(params, "configId"), at(params, "type"), at(params, "value")
    if version == 2 and not isinstance(kind, str):
        return Refusable("type is missing" if kind is ABSENT else f"type is {found(kind)} instead of a string", "type")
    option = find(listed, version, config) if isinstance(config, str) else None
    if option is None or value is ABSENT:
        return None
    name = f"the option {found(config)}"
    match at(option, "type"):
        case "boolean":
            if not isinstance(value, bool):
                return Refusable(f"{name} is true or false, but the value is {found(value)}", "value")
            if kind != "boolean":
                said = "left out" if kind is ABSENT else found(kind)
                return Refusable(f'{name} is true or false, so type must be "boolean"; it is {said}', "type")
        case "select":
            if not isinstance(value, str):
                return Refusable(f"{name} is a select, but the value is {found(value)} instead of a string", "value")
            if kind == "boolean" or (version == 2 and kind != "id"):
                return Refusable(f'{name} is a select, so type must be "id"; it is {found(kind)}', "type")
            if value not in {choice.value for choice in choices(option)}:
                return Refusable(f"{name} does not offer the value {found(value)}", "value")
    return None


def may_have_crossed(offered: Offered, now: int) -> bool:
    """Whether a request sent at that time may go by the list before the last one."""
    return now < 0 or offered.at < 0 or now - offered.at < CROSSED
