"""What the reader gives: plain frozen values, with words where the tables have numbers."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from acp_inspect.wire.framing import Stream


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event of the timeline, without its bytes."""

    seq: int
    line: int
    """Number of the line that holds it; `Recording.raw` gives the bytes."""
    part: int | None
    """0-based place in a batch; None outside of one."""
    at: int
    """Nanoseconds since the recording's start; -1 = unknown."""
    sender: str | None
    """`client`, `agent`, or None for what the recorder says."""
    kind: str
    """As `trace.event.kind_of` has it."""
    method: str | None
    update: str | None
    """Kind of a session update."""
    session: str | None
    rpc_id: str | None
    """The id as JSON text."""
    answers: int | None
    """Of a response: `seq` of its request."""
    answered_by: int | None
    """Of a request: `seq` of its response."""
    latency: int | None
    """Nanoseconds; of a request as of its response. None = unknown, or not answered."""
    outcome: str | None
    """How a response stands to its request; the same word stands at the request, `pending` while there is none."""
    size: int
    """Bytes of the line."""


class Hits(NamedTuple):
    """What one step of a search found."""

    seqs: array[int]
    """The events that meet the filter, ascending."""
    lines: array[int]
    """For each of them the line that holds it."""
    to: int
    """`seq` of the last event that was asked."""


@dataclass(frozen=True, slots=True)
class StoredLine:
    """One line of the recording, exactly as it crossed."""

    id: int
    stream: Stream
    first_at: int
    """Nanoseconds since the start at which its first byte was read; -1 = unknown."""
    last_at: int
    raw: bytes


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One ACP session of the connection."""

    session: str
    first: int
    """`seq` of the first event that names it."""
    last: int
    events: int
    prompts: int


@dataclass(frozen=True, slots=True)
class AnsweredRow:
    """A request and its answer, by their times."""

    seq: int
    session: str | None
    asked_at: int
    """Nanoseconds since the start; -1 = unknown."""
    answered_at: int


@dataclass(frozen=True, slots=True)
class PendingRow:
    """A request without an answer."""

    seq: int
    method: str
    session: str | None
    owner: str
    """The side that owes the answer: `client` or `agent`."""
    cancelled: int | None
    """`seq` of the event that asked to cancel it."""


@dataclass(frozen=True, slots=True)
class FindingRow:
    """What a rule said about an event; the words of `rules.declare.Finding`."""

    seq: int
    rule: str
    level: str
    side: str
    pointer: str
    message: str
    related: tuple[int, ...]
    effect: str | None
    evidence: str | None
    session: str | None
    version: int


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a recording holds. Bytes are those of whole lines."""

    lines: int
    events: int
    requests: int
    notifications: int
    responses: int
    malformed: int
    stderr: int
    gaps: int
    errors: int
    """Responses with an error."""
    sessions: int
    pending: int
    """Requests without an answer."""
    bytes_c2a: int
    bytes_a2c: int
    bytes_stderr: int

    @property
    def messages(self) -> int:
        """Everything either side sent as a message, well-formed or not."""
        return self.requests + self.notifications + self.responses + self.malformed


@dataclass(frozen=True, slots=True)
class RecordingInfo:
    """What is known about a whole recording at this moment."""

    path: Path
    uuid: str
    source: str
    """Where the lines came from: `tee`, or the name of the imported format."""
    made_by: str
    """Version of acp-inspect that made it."""
    name: str | None
    tags: tuple[str, ...]
    argv: tuple[str, ...]
    cwd: str | None
    env_names: tuple[str, ...]
    """Names of the environment's variables; their values are never stored."""
    platform: str | None
    tee_pid: int | None
    agent_pid: int | None
    timed: bool
    """False where the lines' times are unknown."""
    started_at: int | None
    """Wall clock, nanoseconds since 1970."""
    duration: int | None
    """Nanoseconds from the start to the end, or to the last line so far; None = unknown."""
    live: bool
    """The tee still runs."""
    complete: bool
    """Everything that will ever be in it is in it."""
    end: str
    """In words: `live`, `exit 0`, `killed by signal 9`, `not started`, `unfinished`, `imported`."""
    exit_code: int | None
    signal: int | None
    client: str | None
    client_version: str | None
    agent: str | None
    agent_version: str | None
    offered: int | None
    """Protocol version the Client asked for."""
    version: int | None
    """Protocol version the Agent answered."""
    findings: dict[str, int]
    """How many there are so far, by level; a level without any is left out."""
    judged: int
    """`seq` of the last event that the rules have seen."""
    judged_by: str | None
    """Which rules have seen it to its end (`store.findings.stamp`); None = none have yet."""
    counts: Counts
