"""Who is talking: names, versions and capabilities of both parties, out of `initialize`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from acp_inspect.trace.event import Event, Outcome
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Request, Response, Side


@dataclass(frozen=True, slots=True)
class Party:
    """What one end said about itself. Fields are None where it said nothing usable."""

    name: str | None = None
    title: str | None = None
    version: str | None = None
    capabilities: Json = None
    """As they stood on the wire, not judged."""

    @property
    def label(self) -> str:
        """Name and version for a heading; empty when unknown."""
        return " ".join(word for word in (self.name or self.title, self.version) if word)


@dataclass(frozen=True, slots=True)
class Handshake:
    """What `initialize` has told so far; the last one counts."""

    client: Party = Party()
    agent: Party = Party()
    offered: int | None = None
    """The protocol version that the Client asked for."""
    version: int | None = None
    """The protocol version that the Agent answered."""


def shake(handshake: Handshake, event: Event) -> Handshake:
    """The handshake after a correlated event."""
    if event.method != "initialize":
        return handshake
    match event.body:
        case Request(params=dict(params)) if event.sender is Side.CLIENT:
            return Handshake(client=_party(params, "client"), offered=_version(params))
        case Response(result=dict(result)) if event.outcome is Outcome.OK and event.sender is Side.AGENT:
            return replace(handshake, agent=_party(result, "agent"), version=_version(result))
    return handshake


def _party(members: dict[str, Json], side: str) -> Party:
    # v1 writes clientInfo and clientCapabilities, v2 info and capabilities; either may meet the other's shape.
    info = members.get(f"{side}Info", members.get("info"))
    info = info if isinstance(info, dict) else {}
    capabilities = members.get(f"{side}Capabilities", members.get("capabilities"))
    return Party(_text(info.get("name")), _text(info.get("title")), _text(info.get("version")), capabilities)


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) and value else None


def _version(members: dict[str, Json]) -> int | None:
    version = members.get("protocolVersion")
    return version if isinstance(version, int) and not isinstance(version, bool) else None
