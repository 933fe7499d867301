"""The version-neutral picture of a v2 session."""

from __future__ import annotations

from acp_inspect.protocol.drawing import Replays, draw_message, draw_timeline, draw_tool_call, text_of_bytes
from acp_inspect.protocol.entities import GONE, TERMINAL, Ref
from acp_inspect.protocol.picture import (
    ChangePicture,
    ContentPicture,
    PendingPicture,
    SessionPicture,
    TerminalPicture,
    UnknownPicture,
)
from acp_inspect.protocol.v2.state import Session, Terminal
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


def draw_session(session: Session, pending: tuple[PendingPicture, ...], stale: bool) -> SessionPicture:
    """A session as it stands. `pending`: its open requests; `stale`: the connection is gone."""
    window = session.window
    replaying = window is not None and window.replays
    replays = Replays(session.replays, window.request if window is not None and window.replays else None)
    messages = {key: draw_message(key, message, "agent", replays) for key, message in session.messages.items()}
    calls = {key: draw_tool_call(call, draw_diff, replays) for key, call in session.tool_calls.items()}
    return SessionPicture(
        id=session.id,
        version=2,
        origin=session.origin,
        status=session.status,
        replaying=replaying,
        stale=stale or session.status == GONE,
        parent=session.parent,
        forked_from=session.forked_from,
        cwd=session.cwd,
        roots=session.roots,
        activity=session.activity,
        timeline=draw_timeline(session.timeline, messages, calls, session),
        messages=tuple(sorted(messages.values(), key=lambda message: message.first)),
        tool_calls=tuple(sorted(calls.values(), key=lambda call: call.first)),
        notices=tuple(session.notices),
        plans=tuple(sorted(session.plans.values(), key=lambda plan: plan.first)),
        terminals=tuple(sorted(map(draw_terminal, session.terminals.values()), key=lambda terminal: terminal.first)),
        permissions=tuple(session.permissions[seq] for seq in sorted(session.permissions)),
        elicitations=tuple(session.elicitations[seq] for seq in sorted(session.elicitations)),
        compactions=tuple(sorted(session.compactions.values(), key=lambda compaction: compaction.first)),
        subagents=tuple(sorted(session.subagents.values(), key=lambda subagent: subagent.first)),
        prompts=tuple(session.prompts[seq] for seq in sorted(session.prompts)),
        files=(),
        unknown=tuple(
            UnknownPicture(unknown.update["sessionUpdate"], unknown.update, unknown.seq) for unknown in session.unknown
        ),
        config=session.config,
        changing=tuple(session.changing[seq] for seq in sorted(session.changing)),
        commands=session.commands,
        modes=None,
        usage=session.usage,
        info=session.info,
        pending=pending,
    )


def draw_terminal(terminal: Terminal) -> TerminalPicture:
    """A terminal of the Agent's."""
    size = terminal.size or {}
    return TerminalPicture(
        ref=Ref(TERMINAL, terminal.id),
        id=terminal.id,
        owner=Side.AGENT,
        command=terminal.command,
        cwd=terminal.cwd,
        columns=size.get("cols"),
        rows=size.get("rows"),
        text=text_of_bytes(terminal.output),
        size=terminal.held,
        limit=None,
        truncated=False,
        damaged=terminal.damaged,
        exit=terminal.exit,
        released=False,
        killed=False,
        cancellable=bool(terminal.capabilities and terminal.capabilities.get("cancel") is not None),
        cancel_accepted=terminal.cancel_accepted,
        meta=terminal.meta,
        first=terminal.first,
        last=terminal.last,
    )


def draw_diff(item: Json) -> ContentPicture:
    """A diff of v2: what was done to which files, and perhaps a patch."""
    patch = item.get("patch")
    changes = tuple(
        ChangePicture(change["operation"], change.get("path"), change.get("oldPath")) for change in item["changes"]
    )
    return ContentPicture("diff", changes=changes, patch=None if patch is None else patch["text"], raw=item)
