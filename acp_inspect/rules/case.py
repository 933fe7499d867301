"""What a check gets to see: one step of the connection, with what the rules remember from before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from acp_inspect.protocol.connection import Basis, Connection, Step
from acp_inspect.protocol.surface import AnyHoldings
from acp_inspect.trace.event import Event, kind_of, update_of
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Malformed, Notification, Request, Response, Side

if TYPE_CHECKING:
    from acp_inspect.protocol.problem import Decoded
    from acp_inspect.rules.remember import Memory

T = TypeVar("T")


class Case:
    """One step, and shorthands for what checks ask of it. Read it, never change it."""

    __slots__ = (
        "_memory",
        "after",
        "before",
        "decoded",
        "event",
        "faulty",
        "kind",
        "method",
        "step",
        "update",
        "version",
    )

    def __init__(self, step: Step, memory: Memory, *, end: bool = False) -> None:
        self.step = step
        self.event: Event = step.event
        self.before: Connection = _by_one_surface(step)
        self.after: Connection = step.after
        self.decoded: Decoded | None = step.decoded
        """Params or result as the receiver holds them, with the problems; None where the surface knows no such one."""
        self.kind = "end" if end else kind_of(step.event)
        """As `trace.event.kind_of` has it; `end` after the recording's last event, for checks that waited for more."""
        self.method = step.event.method
        """Of a response: its request's."""
        self.update = None if end else update_of(step.event)
        """The kind of session update as it stands on the wire."""
        decoded = step.decoded
        self.faulty = decoded is not None and bool(decoded.problems or decoded.unknown)
        self.version = step.after.surface.version
        """By whose rules the event is read. `initialize` is read by the version it asks for, its answer by its own."""
        self._memory = memory

    @property
    def seq(self) -> int:
        """The event's number."""
        return self.event.seq

    @property
    def sender(self) -> Side | None:
        """Who sent it; None for what the recorder knows."""
        return self.event.sender

    @property
    def session(self) -> str | None:
        """The session it belongs to."""
        return self.event.session

    @property
    def partial(self) -> bool:
        """Whether the recording may lack earlier traffic: no handshake was seen, or there is a gap. What was not seen
        may then have been there, so a check must not say that something is unknown or was never advertised."""
        return self.after.basis in (Basis.ASSUMED, Basis.EVIDENCE) or self.after.gaps > 0

    @property
    def wire(self) -> Json:
        """The params of a request or notification, or the result of a response, as they stand on the wire; ABSENT
        where there are none."""
        match self.event.body:
            case Request(params=params) | Notification(params=params):
                return params
            case Response(result=result):
                return result
        return ABSENT

    @property
    def held(self) -> Json:
        """The same as the receiver holds them after decoding; ABSENT where it rejected them or nobody knows."""
        return ABSENT if self.decoded is None else self.decoded.value

    @property
    def message(self) -> Json:
        """The whole JSON-RPC message; ABSENT for what is none."""
        body = self.event.body
        return body.message if isinstance(body, Request | Notification | Response | Malformed) else ABSENT

    def known(self, topic: type[T]) -> T:
        """A memory as it was before this event."""
        value = self._memory.get(topic)
        return topic() if value is None else value


def _by_one_surface(step: Step) -> Connection:
    """The connection before the step. Where the event itself tells which version is spoken, what was held by the other
    version's rules means nothing by these."""
    before, surface = step.before, step.after.surface
    return before if before.surface is surface else before._replace(surface=surface, held=AnyHoldings())


def at(value: Json, *path: str | int) -> Json:
    """The value at a path of member names and indices; ABSENT where the path leads nowhere."""
    for name in path:
        match value:
            case dict() if name in value:
                value = value[name]
            case list() if isinstance(name, int) and 0 <= name < len(value):
                value = value[name]
            case _:
                return ABSENT
    return value


def pointer(*path: str | int) -> str:
    """The JSON pointer (RFC 6901) of a path."""
    return "".join("/" + str(name).replace("~", "~0").replace("/", "~1") for name in path)
