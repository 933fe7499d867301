"""What the screens show, as frozen values: made where the store is read, drawn where the theme is known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from acp_inspect.store.overview import Bucket, Mark, Overview, Turn
from acp_inspect.views.detail import Detail

__all__ = ["Bucket", "Found", "Head", "Mark", "Overview", "Proof", "Shown", "State", "Turn"]


class State(Enum):
    """How a recording stands."""

    LIVE = "live"
    FINISHED = "finished"
    UNFINISHED = "unfinished"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Head:
    """A recording as a heading and as an entry of the library. All texts are visible; empty = unknown."""

    path: Path
    state: State
    file: str = ""
    """The path, to be read."""
    name: str = ""
    when: str = ""
    """Date and time of its start, where the viewer is."""
    started_at: int | None = None
    """Wall clock, nanoseconds since 1970."""
    client: str = ""
    agent: str = ""
    protocol: str = ""
    duration: str = ""
    end: str = ""
    command: str = ""
    """The agent's command line."""
    cwd: str = ""
    events: int = 0
    messages: int = 0
    sessions: tuple[str, ...] = ()
    """ACP's session ids in the order they appeared; only of a recording that is open."""
    session_count: int = 0
    errors: int = 0
    """Error responses and lines that are no messages."""
    gaps: int = 0
    pending: int = 0
    findings: tuple[int, int, int] = (0, 0, 0)
    """Errors, warnings and informations that the rules found so far."""
    judged: int = 0
    """`seq` of the last event that the rules have seen."""
    judging: bool = False
    """The rules are at work, on a recording that is finished."""
    tags: tuple[str, ...] = ()
    title: str = ""
    """The name exactly as it was given, which `name` shows."""
    reason: str = ""
    """What is the trouble with it."""

    @property
    def live(self) -> bool:
        """Whether it still grows."""
        return self.state is State.LIVE


@dataclass(frozen=True, slots=True)
class Proof:
    """An event that proves a finding."""

    seq: int
    what: str
    """Visible."""


@dataclass(frozen=True, slots=True)
class Found:
    """A finding. All texts are visible but the pointer."""

    seq: int
    rule: str
    level: str
    side: str
    pointer: str
    message: str
    effect: str
    """What became of what is at fault, in words; empty = nothing is lost."""
    evidence: str
    proofs: tuple[Proof, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """One event in full, cut to what a screen can use."""

    seq: int
    part: int | None
    """0-based place in a batch; None outside of one."""
    title: str
    detail: Detail
    raw: bytes
    """The line's bytes, or their beginning."""
    size: int
    """How many bytes the line has."""
    cut: str
    """What is not shown of the laid out message; empty = nothing."""
    findings: tuple[Found, ...] = ()
    """The worst first."""

    @property
    def is_whole(self) -> bool:
        """Whether `raw` is the whole line."""
        return len(self.raw) == self.size
