"""Messages, tool calls, compactions and subagents of v1: the updates that tell what happened in a conversation.

Chunks without messageId make runs: a run goes on while chunks of its role come, and ends with a chunk of another role
or with an id, anything new in the conversation, a prompt or its answer, and the ends of a replay. The text says only
that an id stands for one message; runs are what Zed does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from immutables import Map

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
from acp_inspect.protocol.patch import patched, patched_chain
from acp_inspect.protocol.replaced import replaced
from acp_inspect.protocol.v1.state import Session
from acp_inspect.trace.chain import Chain
from acp_inspect.wire.json_text import Json

T = TypeVar("T")

Reducer: TypeAlias = Callable[[Session, dict[str, Json], int], Session]
"""A session, the members of an update, the event's `seq` → the session after it."""


def given(old: T, members: dict[str, Json], name: str) -> T:
    """A field of a v1 update: null means omitted, and keeps."""
    value = members.get(name)
    return old if value is None else value


def mentioned(session: Session, ref: Ref, seq: int) -> Session:
    """The session with something new in its conversation, which ends the run."""
    return session._replace(timeline=session.timeline.append(Mention(ref, seq)), run=None)


def message_key(role: str, message: str) -> str:
    """The key of a message with an id. Keys that begin with one tilde are for those without."""
    return f"{role}:~{message}" if message.startswith("~") else f"{role}:{message}"


def chunk_of(role: str) -> Reducer:
    """The reducer of a chunk of that role."""

    def chunk(session: Session, update: dict[str, Json], seq: int) -> Session:
        message = update.get("messageId")
        run = None
        counted = session.counted
        if message is not None:
            key = message_key(role, message)
        elif session.run is not None and session.messages[session.run].role == role:
            key = run = session.run
        else:
            counted += 1
            key = run = f"{role}:~{counted}"
        timeline = session.timeline
        ref = Ref(MESSAGE, key)
        old = session.messages.get(key)
        if old is None:
            # An Agent that repeats the prompt as a message does so while that prompt is the last one.
            echo = role == "user" and session.window is None and session.prompt is not None
            old = Message(role, message, Chain(), None, seq, seq, session.prompt if echo else None, echo)
            timeline = timeline.append(Mention(ref, seq))
        _, _, content, meta, first, _, prompt, echo, route = old
        new = Message(role, message, content.append(update["content"]), meta, first, seq, prompt, echo, route)
        return replaced(
            session,
            messages=session.messages.set(key, new),
            timeline=timeline,
            run=run,
            counted=counted,
            touched=(ref,),
        )

    return chunk


def _session_message(session: Session, message: str, seq: int) -> tuple[Session, Ref, Message]:
    ref = Ref(MESSAGE, message_key("session", message))
    known = session.messages.get(ref.key)
    if known is None:
        known = Message("session", message, Chain(), first=seq)
        session = mentioned(session, ref, seq)
    return session, ref, known


def session_message(session: Session, update: dict[str, Json], seq: int) -> Session:
    """Upsert of a message between sessions."""
    session, ref, old = _session_message(session, update["messageId"], seq)
    sender, recipient, sender_message, recipient_message = old.route or Route()
    message = old._replace(
        content=patched_chain(old.content, update, "content"),
        meta=patched(old.meta, update, "_meta", None),
        route=Route(
            patched(sender, update, "senderSessionId", None),
            patched(recipient, update, "recipientSessionId", None),
            patched(sender_message, update, "senderMessageId", None),
            patched(recipient_message, update, "recipientMessageId", None),
        ),
        last=seq,
    )
    return session._replace(messages=session.messages.set(ref.key, message), touched=(ref,))


def session_message_chunk(session: Session, update: dict[str, Json], seq: int) -> Session:
    """A piece of a message between sessions; may come before the update that names them."""
    session, ref, old = _session_message(session, update["messageId"], seq)
    message = old._replace(content=old.content.append(update["content"]), last=seq)
    return session._replace(messages=session.messages.set(ref.key, message), touched=(ref,))


def tool_call(session: Session, update: dict[str, Json], seq: int) -> Session:
    """A call is announced; one that is known gets the given fields replaced."""
    return _tool_call(session, update, seq, announced=True)


def tool_call_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    """A call changes; one that was never announced is made, and marked. A permission's call is applied the same way."""
    return _tool_call(session, update, seq, announced=False)


def _tool_call(session: Session, update: dict[str, Json], seq: int, announced: bool) -> Session:
    call = update["toolCallId"]
    ref = Ref(TOOL_CALL, call)
    old = session.tool_calls.get(call)
    if old is None:
        old = ToolCall(call, implicit=not announced, first=seq)
        session = mentioned(session, ref, seq)
    content, locations = update.get("content"), update.get("locations")
    new = old._replace(
        title=given(old.title, update, "title"),
        name=given(old.name, update, "name"),
        kind=given(old.kind, update, "kind"),
        status=given(old.status, update, "status"),
        content=old.content if content is None else Chain(content),
        locations=old.locations if locations is None else tuple(locations),
        raw_input=given(old.raw_input, update, "rawInput"),
        raw_output=given(old.raw_output, update, "rawOutput"),
        meta=given(old.meta, update, "_meta"),
        implicit=old.implicit and not announced,
        shown_as=None,
        last=seq,
    )
    unmarked = session.unmarked
    if new.open:
        unmarked = unmarked.set(call, None)
    elif call in unmarked:
        unmarked = unmarked.delete(call)
    return session._replace(tool_calls=session.tool_calls.set(call, new), unmarked=unmarked, touched=(ref,))


def shown_cancelled(session: Session) -> Session:
    """The session with its open calls shown as cancelled: v1 has no such status, so the Client marks them itself."""
    marked = list(session.unmarked)
    calls = {call: session.tool_calls[call]._replace(shown_as="cancelled") for call in marked}
    return session._replace(
        tool_calls=session.tool_calls.update(calls),
        unmarked=Map(),
        touched=(*session.touched, *(Ref(TOOL_CALL, call) for call in marked)),
    )


def _compaction(session: Session, compaction: str, seq: int) -> tuple[Session, Ref, Compaction]:
    ref = Ref(COMPACTION, compaction)
    known = session.compactions.get(compaction)
    if known is None:
        known = Compaction(compaction, first=seq)
        session = mentioned(session, ref, seq)
    return session, ref, known


def compaction_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    """Upsert; summary and error are patched, the rest replaced."""
    session, ref, old = _compaction(session, update["compactionId"], seq)
    compaction = old._replace(
        status=update["status"],
        summary=patched_chain(old.summary, update, "summary"),
        error=patched(old.error, update, "error", None),
        meta=patched(old.meta, update, "_meta", None),
        last=seq,
    )
    return session._replace(compactions=session.compactions.set(ref.key, compaction), touched=(ref,))


def compaction_summary_chunk(session: Session, update: dict[str, Json], seq: int) -> Session:
    """A piece of a summary; one for an unknown compaction begins it."""
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
        session = mentioned(session, ref, seq)
    roots = patched(old.roots, update, "additionalDirectories", None)
    subagent = old._replace(
        title=patched(old.title, update, "title", None),
        description=patched(old.description, update, "description", None),
        capabilities=patched(old.capabilities, update, "capabilities", None),
        state=patched(old.state, update, "state", None),
        cwd=patched(old.cwd, update, "cwd", None),
        roots=None if roots is None else tuple(roots),
        meta=patched(old.meta, update, "_meta", None),
        last=seq,
    )
    return session._replace(subagents=session.subagents.set(child, subagent), touched=(ref,))
