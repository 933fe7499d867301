"""Summaries that know the state: a tool call by its title rather than its id, a chunk after the text it continues."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from acp_inspect.protocol.connection import Step
from acp_inspect.protocol.entities import Message
from acp_inspect.trace.event import update_of
from acp_inspect.views.pieces import content, join, label, members, quoted, word
from acp_inspect.views.updates import tool_call, update_summary
from acp_inspect.views.visible import visible
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Notification, Request, Response

_TAIL: Final = 40
"""Characters of the text so far that stand before a chunk."""


def told(step: Step) -> str | None:
    """The visible summary of an event, where the state after it knows more than its line; None otherwise."""
    event = step.event
    if event.session is None or event.part is not None or (step.decoded is not None and step.decoded.lost):
        return None
    session = step.after.held.sessions.get(event.session)
    if session is None:
        return None
    match event.body:
        case Notification(params=params) | Request(params=params):
            fields = members(params)
            if (kind := update_of(event)) is not None:
                summarise = _UPDATES.get(kind)
                text = None if summarise is None else summarise(session, members(fields.get("update")))
            else:
                text = _terminal_request(session, fields) if event.method in _TERMINAL_REQUESTS else None
        case Response():
            text = _answered(session, step)
        case _:
            return None
    return None if text is None else visible(text)


def _tool_call(session: Any, update: dict[str, Json]) -> str | None:
    call = session.tool_calls.get(_id(update, "toolCallId"))
    if call is None:
        return None
    known = {"title": call.title or call.name, "kind": call.kind, "status": call.status}
    return tool_call({**update, **{name: value for name, value in known.items() if value is not None}})


def _tool_chunk(session: Any, update: dict[str, Json]) -> str | None:
    call = session.tool_calls.get(_id(update, "toolCallId"))
    if call is None:
        return None
    named = label(call.title) or label(call.name) or word(call.id, 24)
    return join(word(call.kind), named, word(call.status), content(update.get("content")))


def _chunk_of(role: str) -> Callable[[Any, dict[str, Json]], str | None]:
    def chunk(session: Any, update: dict[str, Json]) -> str | None:
        message = session.messages.get(_key(session, role, update))
        before = "" if message is None else _text_before(message)
        return join(content(update["content"]), f"after “{before}”") if before and "content" in update else None

    return chunk


def _key(session: Any, role: str, update: dict[str, Json]) -> str:
    """The message that the state's last change concerned, if it is of this role: the one with this chunk."""
    for ref in session.touched:
        if ref.kind == "message" and ref.key.startswith(f"{role}:"):
            return str(ref.key)
    return ""


def _text_before(message: Message) -> str:
    """The end of a message's text without its last block. Looks at a few blocks only, however long the message is."""
    tail = ""
    blocks = len(message.content) - 1
    for place in range(blocks - 1, max(-1, blocks - 1 - _TAIL), -1):
        block = message.content[place]
        if block.get("type") == "text":
            tail = block["text"] + tail
        if len(tail) > _TAIL:
            break
    return tail if len(tail) <= _TAIL else f"…{tail[-_TAIL:]}"


def _terminal_chunk(session: Any, update: dict[str, Json]) -> str | None:
    terminal = session.terminals.get(_id(update, "terminalId"))
    if terminal is None or terminal.command is None:
        return None
    return join(label(terminal.command), update_summary({**update, "terminalId": None}))


_TERMINAL_REQUESTS: Final = frozenset(
    {"terminal/output", "terminal/wait_for_exit", "terminal/kill", "terminal/release"}
)


def _terminal_request(session: Any, fields: dict[str, Json]) -> str | None:
    terminal = session.terminals.get(_id(fields, "terminalId"))
    if terminal is None or terminal.command is None:
        return None
    return join(word(terminal.id, 24), label(terminal.command))


def _answered(session: Any, step: Step) -> str | None:
    if step.ask is None or step.ask.method != "session/request_permission":
        return None
    permission = session.permissions.get(step.ask.seq)
    if permission is None or permission.option is None:
        return None
    chosen = next((option for option in permission.options if option["optionId"] == permission.option), None)
    name = permission.option if chosen is None else chosen["name"]
    call = session.tool_calls.get(permission.tool_call)
    what = quoted(permission.title or (None if call is None else call.title))
    return join(word(permission.status), label(name), f"for {what}" if what else "")


def _id(fields: dict[str, Json], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""


_UPDATES: Final[dict[str, Callable[[Any, dict[str, Json]], str | None]]] = {
    "tool_call": _tool_call,
    "tool_call_update": _tool_call,
    "tool_call_content_chunk": _tool_chunk,
    "user_message_chunk": _chunk_of("user"),
    "agent_message_chunk": _chunk_of("agent"),
    "agent_thought_chunk": _chunk_of("thought"),
    "terminal_output_chunk": _terminal_chunk,
}
