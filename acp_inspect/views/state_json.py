"""The state at a moment as JSON, for scripts. docs/reference/state-json.md describes the members; they are stable."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from acp_inspect.protocol.entities import (
    COMPACTION,
    ELICITATION,
    MESSAGE,
    NOTICE,
    PERMISSION,
    PLAN,
    SUBAGENT,
    TOOL_CALL,
    Compaction,
    Elicitation,
    Notice,
    Permission,
    Plan,
    Subagent,
)
from acp_inspect.protocol.picture import (
    ConnectionPicture,
    MessagePicture,
    PendingPicture,
    SessionPicture,
    TerminalPicture,
    TimelinePicture,
    ToolCallPicture,
)
from acp_inspect.views.plain import plain
from acp_inspect.views.state import PARTS, LinkView, StateView
from acp_inspect.views.visible import printable_json
from acp_inspect.wire.json_text import Json, JsonText, read_json, write_json

SETUP: Final = ("config", "changing", "commands", "modes", "usage")
"""The members that the part `setup` stands for; the other parts are members themselves."""


def state_json(view: StateView) -> str:
    """The state as one JSON object without newline."""
    moment = view.moment
    fields: dict[str, Json] = {
        "recording": view.recording,
        "moment": moment.seq,
        "of": moment.of,
        "t": None if moment.at < 0 else moment.at / 1e9,
        "connection": connection_json(view.connection),
        "sessions": [
            {"letter": view.letters[picture.id], **session_json(picture, view.parts)} for picture in view.sessions
        ],
    }
    if "pending" in view.parts:
        fields["pending"] = [pending_json(request) for request in view.connection.pending]
    if view.links is not None:
        fields["linked"] = [_link(link) for link in view.links]
    return printable_json(write_json(fields))


def _link(link: LinkView) -> Json:
    started = None if link.started_at is None else link.started_at / 1e9
    return {**plain(link), "started_at": started, "notices": [_notice(notice) for notice in link.notices]}


def connection_json(picture: ConnectionPicture) -> dict[str, Json]:
    """The connection without its sessions."""
    return {
        "state": picture.state,
        "closed": picture.closed,
        "offered": picture.offered,
        "version": picture.version,
        "shown_as": picture.shown_as,
        "basis": picture.basis,
        "client": plain(picture.client),
        "agent": plain(picture.agent),
        "auth": picture.auth,
        "auth_methods": plain(picture.auth_methods),
        "listed": [{"session": session, **known} for session, known in picture.listed],
        "providers": plain(picture.providers),
        "elicitations": [_elicitation(asked) for asked in picture.elicitations],
        "partial": picture.partial,
        "gaps": picture.gaps,
    }


def session_json(picture: SessionPicture, parts: Collection[str] = PARTS) -> dict[str, Json]:
    """A session: what it is, and of what it holds the `parts`."""
    activity = picture.activity
    shown: dict[str, Json] = {
        "id": picture.id,
        "version": picture.version,
        "title": picture.info.title,
        "updated_at": picture.info.updated_at,
        "meta": picture.info.meta,
        "origin": picture.origin,
        "status": picture.status,
        "replaying": picture.replaying,
        "stale": picture.stale,
        "parent": picture.parent,
        "forked_from": picture.forked_from,
        "cwd": picture.cwd,
        "roots": list(picture.roots),
        "activity": plain(activity),
    }
    if len(set(parts) & PARTS.keys()) == len(PARTS):
        shown["timeline"] = [_mention(entity) for entity in _with_notice_places(picture)]
    members: Mapping[str, Iterator[Json]] = {
        "messages": map(_message, picture.messages),
        "tools": map(_tool_call, picture.tool_calls),
        "permissions": map(_permission, picture.permissions),
        "elicitations": map(_elicitation, picture.elicitations),
        "notices": map(_notice, picture.notices),
        "plans": map(plain, picture.plans),
        "terminals": map(_terminal, picture.terminals),
        "files": map(plain, picture.files),
        "subagents": map(plain, picture.subagents),
        "compactions": map(_compaction, picture.compactions),
        "prompts": ({**plain(prompt), "id": _id(prompt.id)} for prompt in picture.prompts),
        "pending": map(pending_json, picture.pending),
        "unknown": map(plain, picture.unknown),
    }
    for part in PARTS:
        if part not in parts:
            continue
        if part == "setup":
            shown |= {name: plain(getattr(picture, name)) for name in SETUP}
        else:
            shown[part] = list(members[part])
    return shown


def pending_json(request: PendingPicture) -> dict[str, Json]:
    """A request without an answer."""
    return {
        "seq": request.seq,
        "t": None if request.at < 0 else request.at / 1e9,
        "id": _id(request.id),
        "method": request.method,
        "sender": request.sender.value,
        "owner": request.owner.value,
        "session": request.session,
        "cancelled": request.cancelled,
        "lost": request.lost,
    }


def _with_notice_places(picture: SessionPicture) -> Iterator[tuple[TimelinePicture, int]]:
    notices = 0
    for entity in picture.timeline:
        yield entity, notices
        notices += isinstance(entity, Notice)


def _mention(placed: tuple[TimelinePicture, int]) -> Json:
    """The kind of an entity and the key by which to find it in its own list."""
    entity, place = placed
    kind: str
    key: Json
    match entity:
        case MessagePicture():
            kind, key = MESSAGE, entity.ref.key
        case ToolCallPicture():
            kind, key = TOOL_CALL, entity.id
        case Notice():
            kind, key = NOTICE, place
        case Plan():
            kind, key = PLAN, entity.id
        case Permission():
            kind, key = PERMISSION, entity.seq
        case Elicitation():
            kind, key = ELICITATION, entity.seq
        case Compaction():
            kind, key = COMPACTION, entity.id
        case Subagent():
            kind, key = SUBAGENT, entity.session
    return {"kind": kind, "key": key}


def _message(message: MessagePicture) -> Json:
    shown: dict[str, Json] = {
        "key": message.ref.key,
        "role": message.role,
        "id": message.id,
        "text": message.text,
        "blocks": list(message.blocks),
        "origin": message.origin,
        "replayed": message.replayed,
        "meta": message.meta,
        "first": message.first,
        "last": message.last,
    }
    if message.role == "session":
        shown |= {
            "sender": message.sender,
            "recipient": message.recipient,
            "sender_message": message.sender_message,
            "recipient_message": message.recipient_message,
        }
    return shown


def _tool_call(call: ToolCallPicture) -> Json:
    shown = plain(call)
    del shown["ref"]
    return {**shown, "content": [item.raw for item in call.content]}


def _terminal(terminal: TerminalPicture) -> Json:
    shown = plain(terminal)
    del shown["ref"]
    return shown


def _notice(notice: Notice) -> Json:
    return {**plain(notice), "origin": notice.origin}


def _permission(permission: Permission) -> Json:
    return {**plain(permission), "id": _id(permission.id)}


def _elicitation(asked: Elicitation) -> Json:
    return {**plain(asked), "id": _id(asked.id)}


def _compaction(compaction: Compaction) -> Json:
    return plain(compaction)


def _id(text: str) -> Json:
    """A request's id with the type it had on the wire."""
    read = read_json(text.encode(errors="surrogatepass"))
    return read.value if isinstance(read, JsonText) else text
