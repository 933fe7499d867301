"""Which providers the Agent listed, and which of them the Client switched off since."""

from __future__ import annotations

from typing import NamedTuple

from immutables import Map

from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


class Disabled(NamedTuple):
    """A provider that is switched off."""

    seq: int
    """The answer that said so."""
    listed: bool
    """Whether the last list had it."""


class Providers(NamedTuple):
    """All that is known of providers."""

    seq: int = 0
    """The last list; 0 = none."""
    listed: Map[str, Json] = Map()
    """What it said, by `providerId`."""
    disabled: Map[str, Disabled] = Map()


@remember(
    Providers,
    On(kinds=("response",), methods=("providers/list", "providers/disable")),
    On(kinds=("request",), methods=("providers/set",)),
)
def grow(known: Providers, case: Case) -> Providers:
    """What is known after a list, a switch, or a new setting."""
    if case.kind == "request":
        name = at(case.wire, "providerId")
        if case.sender is not Side.CLIENT or not isinstance(name, str) or name not in known.disabled:
            return known
        return known._replace(disabled=known.disabled.delete(name))
    ask = case.step.ask
    if ask is None or not succeeded(case):
        return known
    if case.method == "providers/list":
        providers = at(case.held, "providers")
        if not isinstance(providers, list):
            return known
        return known._replace(seq=case.seq, listed=Map({one["providerId"]: one for one in providers}))
    name = ask.text("providerId")
    if name is None:
        return known
    return known._replace(disabled=known.disabled.set(name, Disabled(case.seq, name in known.listed)))
