"""The version-neutral picture of a v1 session."""

from __future__ import annotations

from acp_inspect.protocol.drawing import Replays, draw_message, draw_timeline, draw_tool_call
from acp_inspect.protocol.entities import GONE, TERMINAL, Message, Ref, text_of
from acp_inspect.protocol.picture import (
    ChangePicture,
    ContentPicture,
    FilePicture,
    PendingPicture,
    SessionPicture,
    TerminalPicture,
)
from acp_inspect.protocol.v1.state import Session, Terminal
from acp_inspect.trace.chain import Chain
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


def draw_session(session: Session, pending: tuple[PendingPicture, ...], stale: bool) -> SessionPicture:
    """A session as it stands. `pending`: its open requests; `stale`: the connection is gone."""
    window = session.window
    replays = Replays(session.replays, window.request if window is not None and window.replays else None)
    messages = {
        key: draw_message(key, message, _origin(session, message), replays) for key, message in session.messages.items()
    }
    calls = {key: draw_tool_call(call, draw_diff, replays) for key, call in session.tool_calls.items()}
    return SessionPicture(
        id=session.id,
        version=1,
        origin=session.origin,
        status=session.status,
        replaying=window is not None and window.replays,
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
        files=tuple(FilePicture(*operation) for operation in session.files),
        unknown=(),
        config=session.config,
        changing=tuple(session.changing[seq] for seq in sorted(session.changing)),
        commands=session.commands,
        modes=_modes(session),
        usage=session.usage,
        info=session.info,
        pending=pending,
    )


def _origin(session: Session, message: Message) -> str:
    if message.prompt is None:
        return "agent"
    if not message.echo:
        return "prompt"
    prompt = session.prompts.get(message.prompt)
    return "echo" if prompt is not None and text_of(Chain(prompt.content)) == message.text else "agent"


def _modes(session: Session) -> Json:
    if session.mode is None and session.modes is None:
        return None
    return {"currentModeId": session.mode, "availableModes": list(session.modes or ())}


def draw_terminal(terminal: Terminal) -> TerminalPicture:
    """A terminal of the Client's."""
    return TerminalPicture(
        ref=Ref(TERMINAL, terminal.id),
        id=terminal.id,
        owner=Side.CLIENT,
        command=terminal.command,
        cwd=terminal.cwd,
        columns=None,
        rows=None,
        text=terminal.output,
        size=len(terminal.output.encode()),
        limit=terminal.limit,
        truncated=terminal.truncated,
        damaged=0,
        exit=terminal.exit,
        released=terminal.released,
        killed=terminal.killed,
        cancellable=False,
        cancel_accepted=False,
        meta=None,
        first=terminal.first,
        last=terminal.last,
    )


def draw_diff(item: Json) -> ContentPicture:
    """A diff of v1: a file's text before and after. Without a text before, the file is new."""
    old = item.get("oldText")
    change = ChangePicture("add" if old is None else "modify", item["path"], None, old, item["newText"])
    return ContentPicture("diff", changes=(change,), raw=item)
