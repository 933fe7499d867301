"""Modes of v1 sessions, and the config option that says the same in the newer way."""

from __future__ import annotations

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import at
from acp_inspect.rules.memory.config_offers import Offered
from acp_inspect.rules.options import MOST, choices
from acp_inspect.wire.json_text import Json


def offered_modes(offered: Offered) -> frozenset[str] | None:
    """The ids of a session's modes; None where the recording does not show them."""
    modes = at(offered.modes, "availableModes")
    if not isinstance(modes, list) or len(modes) > MOST:
        return None
    names = (at(mode, "id") for mode in modes)
    return frozenset(name for name in names if isinstance(name, str))


def mode_option(listed: Json) -> dict[str, Json] | None:
    """The first select of category `mode` in a list of options; None without one."""
    for option in listed[:MOST] if isinstance(listed, list) else ():
        if isinstance(option, dict) and option.get("category") == "mode" and option.get("type") == "select":
            return option
    return None


def disagreement(setup: Json) -> str:
    """How `modes` and the option of one result disagree, in words; empty where they do not, or one is missing."""
    modes = at(setup, "modes")
    names = offered_modes(Offered(modes=modes))
    return differing(at(modes, "currentModeId"), names, at(setup, "configOptions"))


def differing(mode: Json, names: frozenset[str] | None, listed: Json) -> str:
    """How a mode and a list of options disagree. Values that the other side does not have cannot be compared."""
    option = mode_option(listed)
    value = at(option, "currentValue")
    if option is None or names is None or not isinstance(mode, str) or not isinstance(value, str) or mode == value:
        return ""
    if value not in names or mode not in {choice.value for choice in choices(option)}:
        return ""
    return f"the mode is {found(mode)}, but the config option for it is {found(value)}"
