"""What a check gets to see: one step of the connection, with what the rules remember from before it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from acp_inspect.protocol.connection import Basis, Connection, Step
from acp_inspect.protocol.surface import AnyHoldings
from acp_inspect.rules.plain import is_plain
from acp_inspect.trace.event import Body, Event, kind_of, update_of
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Malformed, Notification, Request, Response, Side

if TYPE_CHECKING:
    from acp_inspect.protocol.problem import Decoded
    from acp_inspect.rules.remember import Memory

T = TypeVar("T")


class Case:
    """One step, and shorthands for what checks ask of it. Read it, never change it."""

    __slots__ = (
        "after",
        "before",
        "decoded",
        "event",
        "faulty",
        "held",
        "kind",
        "memory",
        "method",
        "odd",
        "rich",
        "sender",
        "seq",
        "session",
        "step",
        "update",
        "version",
        "wire",
    )

    def __init__(self, step: Step, memory: Memory, *, end: bool = False) -> None:
        self.step = step
        event = step.event
        self.event: Event = event
        self.seq = event.seq
        """The event's number."""
        self.sender: Side | None = event.sender
        """Who sent it; None for what the recorder knows."""
        self.session = event.session
        """The session it belongs to."""
        self.before: Connection = _by_one_surface(step)
        self.after: Connection = step.after
        decoded = step.decoded
        self.decoded: Decoded | None = decoded
        """Params or result as the receiver holds them, with the problems; None where the surface knows no such one."""
        self.kind = "end" if end else kind_of(event)
        """As `trace.event.kind_of` has it; `end` after the recording's last event, for checks that waited for more."""
        self.method = event.method
        """Of a response: its request's."""
        self.update = None if end else update_of(event)
        """The kind of session update as it stands on the wire."""
        self.wire: Json = _wire(event.body)
        """The params of a request or notification, or the result of a response, as they stand on the wire; ABSENT
        where there are none."""
        self.held: Json = ABSENT if decoded is None else decoded.value
        """The same as the receiver holds them after decoding; ABSENT where it rejected them or nobody knows."""
        self.faulty = decoded is not None and bool(decoded.problems or decoded.unknown)
        unknown = step.definition is None and self.kind in ("request", "notification")
        self.odd = end or unknown or not is_plain(event)
        self.rich = self.update is None or not _is_plain(self.wire)
        """Whether it may hold content that is more than text. Most messages are chunks of text."""
        self.version = step.after.surface.version
        """By whose rules the event is read. `initialize` is read by the version it asks for, its answer by its own."""
        self.memory = memory
        """What the rules remember from before it; `known` looks into it."""

    @property
    def partial(self) -> bool:
        """Whether the recording may lack earlier traffic: no handshake was seen, or there is a gap. What was not seen
        may then have been there, so a check must not say that something is unknown or was never advertised."""
        return self.after.basis in (Basis.ASSUMED, Basis.EVIDENCE) or self.after.gaps > 0

    @property
    def message(self) -> Json:
        """The whole JSON-RPC message; ABSENT for what is none."""
        body = self.event.body
        return body.message if isinstance(body, Request | Notification | Response | Malformed) else ABSENT

    def known(self, topic: type[T]) -> T:
        """A memory as it was before this event."""
        value = self.memory.get(topic)
        known: T = _start(topic) if value is None else value  # type: ignore[arg-type]  # every class can be hashed
        return known


def _by_one_surface(step: Step) -> Connection:
    """The connection before the step. Where the event itself tells which version is spoken, what was held by the other
    version's rules means nothing by these."""
    before, surface = step.before, step.after.surface
    return before if before.surface is surface else before._replace(surface=surface, held=AnyHoldings())


@cache
def _start(topic: Callable[[], Any]) -> Any:
    """What a memory is before anything happened."""
    return topic()


def _wire(body: Body) -> Json:
    if isinstance(body, Notification | Request):
        return body.params
    return body.result if isinstance(body, Response) else ABSENT


def _is_plain(params: Json) -> bool:
    """Whether the content of an update is text without annotations, or nothing."""
    update = params["update"]
    content = update.get("summary" if "summary" in update else "content")
    if isinstance(content, list):
        return len(content) <= _FEW and all(map(_is_text, content))
    return content is None or _is_text(content)


_FEW: Final = 4


def _is_text(block: Json) -> bool:
    """Whether a content block, or the content of a tool call, is text without annotations."""
    if not isinstance(block, dict):
        return False
    if block.get("type") == "content":
        block = block.get("content")
        return isinstance(block, dict) and block.get("type") == "text" and "annotations" not in block
    return block.get("type") == "text" and "annotations" not in block


def at(value: Json, *path: str | int) -> Json:
    """The value at a path of member names and indices; ABSENT where the path leads nowhere."""
    for name in path:
        if isinstance(value, dict):
            value = value.get(name, ABSENT)
        elif isinstance(value, list) and isinstance(name, int) and 0 <= name < len(value):
            value = value[name]
        else:
            return ABSENT
    return value


def pointer(*path: str | int) -> str:
    """The JSON pointer (RFC 6901) of a path."""
    return "".join("/" + str(name).replace("~", "~0").replace("/", "~1") for name in path)
