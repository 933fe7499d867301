"""A picture in few words: only what is set, under the protocol's own names, so that expectations read well."""

from __future__ import annotations

import json
from typing import Any

from acp_inspect.protocol.connection import Connection
from acp_inspect.protocol.entities import Compaction, Elicitation, Notice, Permission, Plan, Subagent
from acp_inspect.protocol.overview import draw_connection, draw_session
from acp_inspect.protocol.picture import (
    ConnectionPicture,
    MessagePicture,
    PeerPicture,
    SessionPicture,
    TerminalPicture,
    TimelinePicture,
    ToolCallPicture,
)
from acp_inspect.wire.rpc import ABSENT, Side

Outline = dict[str, Any]


def outline(connection: Connection, session: str = "s1") -> Outline:
    """What a connection holds of one session, and of itself under `conn`; other sessions as `session ID`."""
    picture = draw_session(connection, session)
    lines = {} if picture is None else session_outline(picture)
    lines["conn"] = connection_outline(draw_connection(connection))
    for entry in draw_connection(connection).sessions:
        other = draw_session(connection, entry.id)
        if other is not None and entry.id != session:
            lines[f"session {entry.id}"] = session_outline(other)
    return lines


def connection_outline(picture: ConnectionPicture) -> Outline:
    """A connection."""
    return _set(
        version=picture.version,
        state=picture.state,
        client=_peer(picture.client),
        agent=_peer(picture.agent),
        authMethods=list(picture.auth_methods),
        auth=picture.auth,
        listed=dict(picture.listed) or None,
        providers=list(picture.providers) or None,
        elicitations={asked.id: _elicitation(asked) for asked in picture.elicitations} or None,
        pending=[f"{waiting.owner} owes {waiting.method}" for waiting in picture.pending] or None,
        lost=[waiting.method for waiting in picture.pending if waiting.lost] or None,
        closed=picture.closed,
        gaps=picture.gaps or None,
    )


def session_outline(picture: SessionPicture) -> Outline:
    """A session."""
    activity = picture.activity
    usage = picture.usage
    return _set(
        origin=picture.origin,
        status=picture.status,
        parent=picture.parent,
        forkedFrom=picture.forked_from,
        cwd=picture.cwd,
        roots=list(picture.roots) or None,
        stale=picture.stale or None,
        replaying=picture.replaying or None,
        activity=_set(
            state=activity.state,
            stopReason=activity.stop_reason,
            error=activity.error,
            usage=activity.usage,
            background=None if activity.background is None else list(activity.background),
            cancelRequested=activity.cancel_requested or None,
        ),
        runs=activity.runs,
        timeline=_timeline(picture),
        messages={message.ref.key: _message(message) for message in picture.messages},
        toolCalls={call.id: _call(call) for call in picture.tool_calls},
        terminals={terminal.id: _terminal(terminal) for terminal in picture.terminals},
        plans={plan.id: {"type": plan.type, **plan.content} for plan in picture.plans},
        compactions={compaction.id: _compaction(compaction) for compaction in picture.compactions},
        notices=[_notice(notice) for notice in picture.notices],
        permissions={permission.id: _permission(permission) for permission in picture.permissions},
        elicitations={asked.id: _elicitation(asked) for asked in picture.elicitations},
        subagents={subagent.session: _subagent(subagent) for subagent in picture.subagents},
        prompts=[
            _set(
                requestId=json.loads(prompt.id),
                status=prompt.status,
                content=list(prompt.content),
                messageId=prompt.message_id,
                stopReason=prompt.stop_reason,
                usage=prompt.usage,
                error=prompt.error,
            )
            for prompt in picture.prompts
        ],
        files=[_set(op=file.operation, path=file.path, ok=file.ok, bytes=file.size) for file in picture.files],
        unknown=[unknown.update for unknown in picture.unknown],
        config=None if picture.config is None else list(picture.config),
        changing=list(picture.changing) or None,
        commands=None if picture.commands is None else list(picture.commands),
        modes=picture.modes,
        usage=None if usage is None else _set(used=usage.used, size=usage.size, cost=usage.cost),
        info=_set(title=picture.info.title, updatedAt=picture.info.updated_at, meta=picture.info.meta),
        pending=[f"{waiting.owner} owes {waiting.method}" for waiting in picture.pending] or None,
    )


def _set(**members: Any) -> Outline:
    return {name: value for name, value in members.items() if value is not None}


def _peer(peer: PeerPicture) -> Outline | None:
    info = _set(name=peer.name, title=peer.title, version=peer.version)
    return _set(info=info or None, capabilities=peer.capabilities) or None


def _timeline(picture: SessionPicture) -> list[str]:
    notices = iter(range(len(picture.notices)))
    return [_entry(entry, notices) for entry in picture.timeline]


def _entry(entry: TimelinePicture, notices: Any) -> str:
    match entry:
        case MessagePicture():
            return f"message:{entry.ref.key}"
        case ToolCallPicture():
            return f"tool_call:{entry.id}"
        case Notice():
            return f"notice:{next(notices)}"
        case Plan():
            return f"plan:{entry.id}"
        case Permission():
            return f"permission:{entry.id}"
        case Elicitation():
            return f"elicitation:{entry.id}"
        case Compaction():
            return f"compaction:{entry.id}"
        case Subagent():
            return f"subagent:{entry.session}"


def _message(message: MessagePicture) -> Outline:
    return {
        "type": message.role,
        "id": message.id,
        "content": list(message.blocks),
        **_set(
            origin=None if message.origin == "agent" else message.origin,
            replayed=message.replayed or None,
            senderSessionId=message.sender,
            recipientSessionId=message.recipient,
            meta=message.meta,
        ),
    }


def _call(call: ToolCallPicture) -> Outline:
    return {
        "toolCallId": call.id,
        "title": call.title,
        "kind": call.kind,
        "status": call.status,
        "content": [item.raw for item in call.content],
        "locations": list(call.locations),
        **_set(
            name=call.name,
            rawInput=None if call.raw_input is ABSENT else call.raw_input,
            rawOutput=None if call.raw_output is ABSENT else call.raw_output,
            shownAs=call.shown_as,
            implicit=call.implicit or None,
            cancellable=call.cancellable or None,
            cancelAccepted=call.cancel_accepted or None,
            replayed=call.replayed or None,
            meta=call.meta,
        ),
    }


def _terminal(terminal: TerminalPicture) -> Outline:
    if terminal.owner is Side.CLIENT:
        return {
            "owner": "client",
            "command": terminal.command,
            "cwd": terminal.cwd,
            "limit": terminal.limit,
            "output": terminal.text,
            "truncated": terminal.truncated,
            "exit": terminal.exit,
            "released": terminal.released,
            **_set(killed=terminal.killed or None),
        }
    return _set(
        owner="agent",
        command=terminal.command,
        cwd=terminal.cwd,
        size=None if terminal.columns is None else {"cols": terminal.columns, "rows": terminal.rows},
        exit=terminal.exit,
        bytes=terminal.size,
        text=terminal.text,
        damaged=terminal.damaged or None,
        cancellable=terminal.cancellable or None,
        cancelAccepted=terminal.cancel_accepted or None,
        meta=terminal.meta,
    )


def _compaction(compaction: Compaction) -> Outline:
    return _set(
        status=compaction.status, summary=list(compaction.summary), error=compaction.error, meta=compaction.meta
    )


def _notice(notice: Notice) -> Outline:
    return _set(
        severity=notice.severity,
        title=notice.title,
        description=notice.description,
        meta=notice.meta,
        origin=notice.origin,
    )


def _permission(permission: Permission) -> Outline:
    return _set(
        requestId=json.loads(permission.id),
        status=permission.status,
        options=list(permission.options),
        title=permission.title,
        description=permission.description,
        subject=permission.subject,
        toolCallId=permission.tool_call,
        optionId=permission.option,
        approved=permission.approved,
        error=permission.error,
        cancelRequested=permission.cancel_requested or None,
    )


def _elicitation(asked: Elicitation) -> Outline:
    return _set(
        requestId=json.loads(asked.id),
        status=asked.status,
        **asked.request,
        content=asked.content,
        completed=asked.completed,
        error=asked.error,
    )


def _subagent(subagent: Subagent) -> Outline:
    return _set(
        title=subagent.title,
        description=subagent.description,
        capabilities=subagent.capabilities,
        state=subagent.state,
        cwd=subagent.cwd,
        additionalDirectories=None if subagent.roots is None else list(subagent.roots),
        meta=subagent.meta,
    )
