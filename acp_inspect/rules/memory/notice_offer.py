"""The Client's last `initialize` as it stands on the wire: why a capability was not advertised."""

from __future__ import annotations

from typing import NamedTuple

from acp_inspect.protocol.connection import version_of
from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Side


class Offer(NamedTuple):
    """What the Client said about itself."""

    seq: int = 0
    """0 = it said nothing."""
    version: int | None = None
    capabilities: Json = ABSENT
    """Its `clientCapabilities`."""

    def lacks(self, *path: str) -> str:
        """Why it does not advertise the capability at a path, in words; the path ends at what must be an object."""
        if self.capabilities is ABSENT and self.version is not None and self.version > 1:
            return f"the Client asked for version {self.version}, in whose form it advertises nothing of version 1"
        value: Json = self.capabilities
        name = "clientCapabilities"
        for step in (*path, None):
            if value is ABSENT:
                return f"the Client left out {name}"
            if value is None:
                return f"the Client sent null for {name}"
            if not isinstance(value, dict):
                return f"the Client sent {found(value)} for {name}, which counts as left out (an object was meant?)"
            if step is not None:
                value, name = at(value, step), f"{name}.{step}"
        return f"{name} was not advertised"


@remember(Offer, On(kinds=("request",), methods=("initialize",)))
def offered(known: Offer, case: Case) -> Offer:
    """The offer after an initialize."""
    if case.sender is not Side.CLIENT:
        return known
    return Offer(case.seq, version_of(case.wire), at(case.wire, "clientCapabilities"))
