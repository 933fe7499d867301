"""A v2 session as a conforming Client holds it."""

from __future__ import annotations

from typing import NamedTuple

from immutables import Map

from acp_inspect.protocol.entities import (
    Activity,
    Compaction,
    Elicitation,
    Info,
    Mention,
    Message,
    Notice,
    Permission,
    Plan,
    Prompt,
    Ref,
    Span,
    Subagent,
    ToolCall,
    Usage,
)
from acp_inspect.trace.chain import Chain
from acp_inspect.wire.json_text import Json


class Terminal(NamedTuple):
    """A terminal of the Agent's. Bytes, not text: a character may be split between two pieces of output."""

    id: str
    command: str | None = None
    cwd: str | None = None
    size: Json = None
    capabilities: Json = None
    output: Chain[bytes] = Chain()
    held: int = 0
    """Bytes of output."""
    damaged: int = 0
    """Pieces of output that were no base64."""
    exit: Json = None
    """exitCode and signal, as far as told; None = it runs, or nobody knows."""
    meta: Json = None
    cancel_accepted: bool = False
    first: int = 0
    last: int = 0


class Unknown(NamedTuple):
    """An update of a kind that the schema does not know."""

    update: dict[str, Json]
    seq: int


class Window(NamedTuple):
    """A session/resume that waits for its response."""

    request: int
    """`seq` of the request."""
    replays: bool
    """False for a plain resume: everything in it is live."""
    saved: Session | None
    """The session before; None when there was none."""
    seen: Map[Ref, None] | None = None
    """What a partial replay has mentioned so far; None = it is no partial replay."""
    history: int = 0
    """How many history updates it brought."""


class Session(NamedTuple):
    """One session. `first` and `last` of its entities are `seq`s."""

    id: str
    origin: str
    status: str = "open"
    parent: str | None = None
    forked_from: str | None = None
    cwd: str | None = None
    roots: tuple[str, ...] = ()
    activity: Activity = Activity("unknown")
    timeline: Chain[Mention] = Chain()
    """A plan that was removed, or came again later, leaves its old entry behind: `mentioned` tells which count."""
    messages: Map[str, Message] = Map()
    """By `role:id`."""
    tool_calls: Map[str, ToolCall] = Map()
    unmarked: Map[str, None] = Map()
    """The open tool calls that are not shown as cancelled."""
    terminals: Map[str, Terminal] = Map()
    plans: Map[str, Plan] = Map()
    compactions: Map[str, Compaction] = Map()
    notices: Chain[Notice] = Chain()
    permissions: Map[int, Permission] = Map()
    elicitations: Map[int, Elicitation] = Map()
    prompts: Map[int, Prompt] = Map()
    subagents: Map[str, Subagent] = Map()
    info: Info = Info()
    config: tuple[Json, ...] | None = None
    commands: tuple[Json, ...] | None = None
    usage: Usage | None = None
    changing: Map[int, str] = Map()
    """Config options that were set and are not confirmed, by `seq` of the request."""
    unknown: Chain[Unknown] = Chain()
    window: Window | None = None
    replays: Chain[Span] = Chain()
    """From request to response, the replays that are over."""
    touched: tuple[Ref, ...] = ()
    """What the last change concerned."""
