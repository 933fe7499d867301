"""Who was heard last, and what could not be understood: what one asks of a conversation that has come to a halt."""

from __future__ import annotations

from typing import NamedTuple

from immutables import Map

from acp_inspect.trace.chain import Chain
from acp_inspect.trace.event import Event, Outcome, Stderr, update_of
from acp_inspect.wire.rpc import ABSENT, Malformed, Notification, Request, Response, Side


class Heard(NamedTuple):
    """An event, as a point in time."""

    seq: int
    at: int
    """Nanoseconds since the start; -1 = unknown."""
    what: str | None = None
    """The method, or the kind of session update."""


class Orphan(NamedTuple):
    """A response that answers nothing."""

    seq: int
    sender: Side
    id: str | None
    """JSON text; None = it has none."""


class Progress(NamedTuple):
    """What was heard so far. Only messages count; of lines that are none, `unread` tells."""

    sides: Map[Side, Heard] = Map()
    sessions: Map[tuple[str, Side], Heard] = Map()
    """Of each session and side, the last message that belongs to the session."""
    stderr: Heard | None = None
    """The last line that the agent wrote to stderr."""
    unread: Chain[tuple[int, Side]] = Chain()
    """`seq` and sender of the lines that are no messages."""
    orphans: Chain[Orphan] = Chain()


def followed(progress: Progress, event: Event) -> Progress:
    """The progress after a correlated event."""
    sender = event.sender
    if sender is None:
        return progress
    heard = Heard(event.seq, event.at, update_of(event) or event.method)
    match event.body:
        case Stderr():
            return progress._replace(stderr=heard)
        case Malformed():
            return progress._replace(unread=progress.unread.append((event.seq, sender)))
        case Request() | Notification() | Response() as body:
            progress = progress._replace(sides=progress.sides.set(sender, heard))
            if event.session is not None:
                progress = progress._replace(sessions=progress.sessions.set((event.session, sender), heard))
            if isinstance(body, Response) and event.outcome is Outcome.ORPHAN:
                orphan = Orphan(event.seq, sender, None if body.id is ABSENT else body.id.text)
                progress = progress._replace(orphans=progress.orphans.append(orphan))
    return progress
