"""A v1 session as a conforming Client holds it."""

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
    """A terminal of the Client's, known as far as the Agent asked about it."""

    id: str
    command: str | None
    """With its arguments."""
    cwd: str | None
    limit: int | None
    """How many bytes of output the Client keeps."""
    output: str = ""
    """As the Agent got it last; each answer is the whole output."""
    truncated: bool = False
    """The Client cut its beginning."""
    exit: Json = None
    """exitCode and signal, as far as told; None = it runs, or nobody asked."""
    killed: bool = False
    released: bool = False
    """Its id is dead; what was shown stays."""
    first: int = 0
    last: int = 0


class FileOperation(NamedTuple):
    """A file that the Agent read or wrote through the Client."""

    operation: str
    """`read` or `write`."""
    path: str | None
    ok: bool
    size: int | None
    """Bytes of text, as UTF-8; None where there is none."""
    seq: int
    """Of the response."""


class Window(NamedTuple):
    """A session/load or session/resume that waits for its response."""

    request: int
    """`seq` of the request."""
    replays: bool
    """False for a resume: everything in it is live."""
    saved: Session | None
    """The session before; None when there was none."""
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
    activity: Activity = Activity("idle")
    """v1 reports none: it runs from a prompt to its answer."""
    timeline: Chain[Mention] = Chain()
    messages: Map[str, Message] = Map()
    """By `role:id`; those without id by `role:~n`, prompts by `user:~pn`."""
    run: str | None = None
    """The message without id that the next chunk of its role continues."""
    counted: int = 0
    """How many messages without id there were."""
    tool_calls: Map[str, ToolCall] = Map()
    unmarked: Map[str, None] = Map()
    """The open tool calls that are not shown as cancelled."""
    terminals: Map[str, Terminal] = Map()
    files: Chain[FileOperation] = Chain()
    plans: Map[str, Plan] = Map()
    compactions: Map[str, Compaction] = Map()
    notices: Chain[Notice] = Chain()
    permissions: Map[int, Permission] = Map()
    asking: Map[int, None] = Map()
    """The permissions that wait and were not yet told that the turn is cancelled."""
    elicitations: Map[int, Elicitation] = Map()
    prompts: Map[int, Prompt] = Map()
    turns: Map[int, None] = Map()
    """The prompts without an answer."""
    prompt: int | None = None
    """`seq` of the last prompt."""
    subagents: Map[str, Subagent] = Map()
    info: Info = Info()
    config: tuple[Json, ...] | None = None
    commands: tuple[Json, ...] | None = None
    mode: str | None = None
    modes: tuple[Json, ...] | None = None
    usage: Usage | None = None
    changing: Map[int, str] = Map()
    """Config options, or `mode`, that were set and are not confirmed, by `seq` of the request."""
    window: Window | None = None
    replays: Chain[Span] = Chain()
    """From request to response, the replays that are over."""
    touched: tuple[Ref, ...] = ()
    """What the last change concerned."""
