"""Messages, tool calls, compactions and subagents of v2: the updates that tell what happened in a conversation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from acp_inspect.protocol.entities import (
    COMPACTION,
    MESSAGE,
    SUBAGENT,
    TOOL_CALL,
    Compaction,
    Mention,
    Message,
    Ref,
    Route,
    Subagent,
    ToolCall,
)
from acp_inspect.protocol.patch import patched, patched_chain, patched_meta, patched_tuple
from acp_inspect.protocol.replaced import replaced
from acp_inspect.protocol.v2.state import Session
from acp_inspect.protocol.v2.windows import afresh
from acp_inspect.trace.chain import Chain
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT

Reducer: TypeAlias = Callable[[Session, dict[str, Json], int], Session]
"""A session, the members of an update, the event's `seq` → the session after it."""


def _message(session: Session, role: str, message: str, seq: int) -> tuple[Session, Ref, Message]:
    """A message, made and put into the timeline when it is new."""
    key = f"{role}:{message}"
    ref = Ref(MESSAGE, key)
    known = session.messages.get(key)
    if session.window is not None:
        session, again = afresh(session, ref)
        if known is not None and again:
            known = Message(role, message, Chain(), first=known.first)
    if known is None:
        known = Message(role, message, Chain(), first=seq)
        session = session._replace(timeline=session.timeline.append(Mention(ref, seq)))
    return session, ref, known


def chunk_of(role: str) -> Reducer:
    def chunk(session: Session, update: dict[str, Json], seq: int) -> Session:
        session, ref, old = _message(session, role, update["messageId"], seq)
        # Its `_meta` belongs to the chunk alone.
        content = old.content.append(update["content"])
        message = Message(role, old.id, content, old.meta, old.first, seq, None, False, old.route)
        return replaced(session, messages=session.messages.set(ref.key, message), touched=(ref,))

    return chunk


def upsert_of(role: str) -> Reducer:
    def upsert(session: Session, update: dict[str, Json], seq: int) -> Session:
        session, ref, old = _message(session, role, update["messageId"], seq)
        message = old._replace(
            content=patched_chain(old.content, update, "content"),
            meta=patched_meta(old.meta, update),
            route=_patched_route(old.route, update) if role == "session" else None,
            last=seq,
        )
        return session._replace(messages=session.messages.set(ref.key, message), touched=(ref,))

    return upsert


def _patched_route(old: Route | None, update: dict[str, Json]) -> Route:
    sender, recipient, sender_message, recipient_message = old or Route()
    return Route(
        patched(sender, update, "senderSessionId", None),
        patched(recipient, update, "recipientSessionId", None),
        patched(sender_message, update, "senderMessageId", None),
        patched(recipient_message, update, "recipientMessageId", None),
    )


def _tool_call(session: Session, call: str, seq: int) -> tuple[Session, Ref, ToolCall]:
    """A tool call, made and put into the timeline when it is new; no longer shown as cancelled."""
    ref = Ref(TOOL_CALL, call)
    known = session.tool_calls.get(call)
    if session.window is not None:
        session, again = afresh(session, ref)
        if known is not None and again:
            known = ToolCall(call, first=known.first)
    if known is None:
        known = ToolCall(call, first=seq)
        session = session._replace(timeline=session.timeline.append(Mention(ref, seq)))
    return session, ref, known


def _with_call(session: Session, ref: Ref, call: ToolCall) -> Session:
    unmarked = session.unmarked
    if call.open:
        if call.id not in unmarked:
            unmarked = unmarked.set(call.id, None)
    elif call.id in unmarked:
        unmarked = unmarked.delete(call.id)
    return session._replace(tool_calls=session.tool_calls.set(call.id, call), unmarked=unmarked, touched=(ref,))


def tool_call_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    """Upsert. A permission's subject is applied the same way."""
    session, ref, old = _tool_call(session, update["toolCallId"], seq)
    call = old._replace(
        title=patched(old.title, update, "title", None),
        name=patched(old.name, update, "name", None),
        kind=patched(old.kind, update, "kind", "other"),
        status=patched(old.status, update, "status", "pending"),
        content=patched_chain(old.content, update, "content"),
        locations=patched_tuple(old.locations, update, "locations"),
        raw_input=patched(old.raw_input, update, "rawInput", ABSENT),
        raw_output=patched(old.raw_output, update, "rawOutput", ABSENT),
        capabilities=patched(old.capabilities, update, "capabilities", None),
        meta=patched_meta(old.meta, update),
        shown_as=None,
        last=seq,
    )
    return _with_call(session, ref, call)


def tool_call_content_chunk(session: Session, update: dict[str, Json], seq: int) -> Session:
    session, ref, old = _tool_call(session, update["toolCallId"], seq)
    return _with_call(
        session, ref, old._replace(content=old.content.append(update["content"]), shown_as=None, last=seq)
    )


def _compaction(session: Session, compaction: str, seq: int) -> tuple[Session, Ref, Compaction]:
    ref = Ref(COMPACTION, compaction)
    known = session.compactions.get(compaction)
    if session.window is not None:
        session, again = afresh(session, ref)
        if known is not None and again:
            known = Compaction(compaction, first=known.first)
    if known is None:
        known = Compaction(compaction, first=seq)
        session = session._replace(timeline=session.timeline.append(Mention(ref, seq)))
    return session, ref, known


def compaction_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    session, ref, old = _compaction(session, update["compactionId"], seq)
    compaction = old._replace(
        status=update["status"],
        summary=patched_chain(old.summary, update, "summary"),
        error=patched(old.error, update, "error", None),
        meta=patched_meta(old.meta, update),
        last=seq,
    )
    return session._replace(compactions=session.compactions.set(ref.key, compaction), touched=(ref,))


def compaction_summary_chunk(session: Session, update: dict[str, Json], seq: int) -> Session:
    session, ref, old = _compaction(session, update["compactionId"], seq)
    compaction = old._replace(summary=old.summary.append(update["content"]), last=seq)
    return session._replace(compactions=session.compactions.set(ref.key, compaction), touched=(ref,))


def subagent_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    """The association on the parent; `exchanges` makes the child a session of its own."""
    child = update["sessionId"]
    ref = Ref(SUBAGENT, child)
    old = session.subagents.get(child)
    if old is None:
        old = Subagent(child, first=seq)
        session = session._replace(timeline=session.timeline.append(Mention(ref, seq)))
    roots = patched(old.roots, update, "additionalDirectories", None)
    subagent = old._replace(
        title=patched(old.title, update, "title", None),
        description=patched(old.description, update, "description", None),
        capabilities=patched(old.capabilities, update, "capabilities", None),
        state=patched(old.state, update, "state", None),
        cwd=patched(old.cwd, update, "cwd", None),
        roots=None if roots is None else tuple(roots),
        meta=patched_meta(old.meta, update),
        last=seq,
    )
    return session._replace(subagents=session.subagents.set(child, subagent), touched=(ref,))
