"""The version-neutral picture of a connection and its sessions at one moment: what the views draw.

`v1.draw` and `v2.draw` make session pictures, `overview` the rest. Everything that hostile text may contain is still in
it: views make it inert. Where both versions hold a thing alike, the picture shows the held value itself (`entities`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from acp_inspect.protocol.entities import (
    Activity,
    Compaction,
    Elicitation,
    Info,
    Notice,
    Permission,
    Plan,
    Prompt,
    Ref,
    Subagent,
    Usage,
)
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Absent, Side


@dataclass(frozen=True, slots=True)
class MessagePicture:
    """A message or thought as it stands."""

    ref: Ref
    role: str
    """`user`, `agent`, `thought` or `session`."""
    id: str | None
    text: str
    """Its text blocks, joined."""
    blocks: tuple[Json, ...]
    """All its content blocks as they came, streamed pieces apart."""
    origin: str
    """`agent` = by session updates; `prompt` = taken from the Client's prompt (v1); `echo` = the Agent's repetition of
    that prompt (v1)."""
    replayed: bool
    """First mentioned in a replay."""
    sender: str | None
    """Of a session message: the session it came from."""
    recipient: str | None
    sender_message: str | None
    """Of a session message: its id in the session it came from."""
    recipient_message: str | None
    meta: Json
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ChangePicture:
    """One file of a diff."""

    operation: str
    """`add`, `modify`, `delete`, `move`, `copy`, or one that nobody knows."""
    path: str | None
    old_path: str | None = None
    old_text: str | None = None
    new_text: str | None = None


@dataclass(frozen=True, slots=True)
class ContentPicture:
    """One item of a tool call's content."""

    kind: str
    """`text`, `block` (another content block), `diff`, `terminal`, or `unknown`."""
    text: str | None = None
    changes: tuple[ChangePicture, ...] = ()
    patch: str | None = None
    """The diff as text, where the Agent sent one."""
    terminal: str | None = None
    """Id of the terminal whose current output belongs here."""
    raw: Json = None
    """The item as it came."""


@dataclass(frozen=True, slots=True)
class ToolCallPicture:
    """A tool call as it stands."""

    ref: Ref
    id: str
    title: str | None
    name: str | None
    kind: str
    status: str
    """What the Agent said."""
    shown_as: str | None
    """`cancelled` when a Client shows it so although the Agent has not said it."""
    open: bool
    content: tuple[ContentPicture, ...]
    locations: tuple[Json, ...]
    raw_input: Json | Absent
    raw_output: Json | Absent
    cancellable: bool
    cancel_accepted: bool
    implicit: bool
    """Never announced (v1)."""
    replayed: bool
    meta: Json
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class TerminalPicture:
    """A terminal as far as the wire showed it."""

    ref: Ref
    id: str
    owner: Side
    """Whose process it is: the Client's in v1, the Agent's in v2."""
    command: str | None
    cwd: str | None
    columns: int | None
    rows: int | None
    text: str
    """Its output; an unfinished character at the end is not in it yet. Escape sequences are."""
    size: int
    """Bytes of output that are held."""
    limit: int | None
    """v1: how many bytes the Client keeps."""
    truncated: bool
    """v1: the beginning of the output is gone."""
    damaged: int
    """v2: pieces of output that could not be read."""
    exit: Json
    """exitCode and signal, as far as known; None = it runs, or nobody knows."""
    released: bool
    killed: bool
    cancellable: bool
    cancel_accepted: bool
    meta: Json
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class FilePicture:
    """A file that the Agent read or wrote through the Client (v1)."""

    operation: str
    path: str | None
    ok: bool
    size: int | None
    """Bytes written, or read."""
    seq: int


@dataclass(frozen=True, slots=True)
class UnknownPicture:
    """A session update of a kind that the schema does not know, kept as it came (v2)."""

    kind: str
    update: Json
    seq: int


@dataclass(frozen=True, slots=True)
class PendingPicture:
    """A request without an answer."""

    seq: int
    at: int
    """When it was sent: nanoseconds since the start; -1 = unknown."""
    id: str
    """JSON text."""
    method: str
    sender: Side
    owner: Side
    """The side that owes the answer."""
    session: str | None
    cancelled: int | None
    """`seq` of the event that asked to cancel it."""
    lost: bool
    """The owner is gone: no answer can come."""


TimelinePicture: TypeAlias = (
    MessagePicture | ToolCallPicture | Plan | Notice | Permission | Elicitation | Compaction | Subagent
)


@dataclass(frozen=True, slots=True)
class SessionPicture:
    """A session as a conforming Client holds it."""

    id: str
    version: int
    """1 or 2: whose rules made the picture."""
    origin: str
    """`new`, `fork`, `load`, `resume`, `child`, or `unknown`: the recording does not show it."""
    status: str
    """`open`, `loading`, `resuming`, `closed`, `deleted`, `failed`, or `gone`: with an earlier agent process."""
    replaying: bool
    stale: bool
    """Its agent process is gone; this is how it was."""
    parent: str | None
    forked_from: str | None
    cwd: str | None
    roots: tuple[str, ...]
    """Additional directories."""
    activity: Activity
    timeline: tuple[TimelinePicture, ...]
    """The conversation and what came with it, in the order of first mention. Notices are in it, too."""
    messages: tuple[MessagePicture, ...]
    tool_calls: tuple[ToolCallPicture, ...]
    notices: tuple[Notice, ...]
    plans: tuple[Plan, ...]
    terminals: tuple[TerminalPicture, ...]
    permissions: tuple[Permission, ...]
    elicitations: tuple[Elicitation, ...]
    compactions: tuple[Compaction, ...]
    subagents: tuple[Subagent, ...]
    prompts: tuple[Prompt, ...]
    files: tuple[FilePicture, ...]
    unknown: tuple[UnknownPicture, ...]
    config: tuple[Json, ...] | None
    """None = never told."""
    changing: tuple[str, ...]
    """Ids of config options, or `mode`, that were set and are not confirmed."""
    commands: tuple[Json, ...] | None
    modes: Json
    """v1: currentModeId and availableModes."""
    usage: Usage | None
    info: Info
    pending: tuple[PendingPicture, ...]
    """The requests of this session that wait, earliest first."""


@dataclass(frozen=True, slots=True)
class PeerPicture:
    """One end, as the other one reads what it said about itself."""

    name: str | None
    title: str | None
    version: str | None
    capabilities: Json
    """What counts as advertised after salvaging; None = nothing was said."""


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """A session in the connection's list."""

    id: str
    title: str | None
    origin: str
    status: str
    activity: str
    parent: str | None


@dataclass(frozen=True, slots=True)
class ConnectionPicture:
    """A connection at one moment."""

    seq: int
    """The last event it knows."""
    state: str
    """`new`, `initializing`, `ready`, `failed`, or `closed`."""
    closed: str | None
    """Why it is closed."""
    offered: int | None
    """The version that the Client asked for."""
    version: int | None
    """The version that the Agent answered; None = the recording does not show it."""
    shown_as: int
    """The version by whose rules the traffic is read."""
    basis: str
    """Why: `answered`, `offered`, `evidence` (what the traffic looks like), or `assumed`."""
    client: PeerPicture
    agent: PeerPicture
    auth: Json
    """`state`, and `methodId` or `accounts` where known."""
    auth_methods: tuple[Json, ...]
    sessions: tuple[SessionEntry, ...]
    listed: tuple[tuple[str, Json], ...]
    """What session/list told: ids with what is known of them."""
    providers: tuple[Json, ...]
    elicitations: tuple[Elicitation, ...]
    """Those that belong to a request rather than a session."""
    pending: tuple[PendingPicture, ...]
    partial: bool
    """The recording begins in the middle."""
    gaps: int
    """Holes in the recording so far: the state may lack what fell into them."""
