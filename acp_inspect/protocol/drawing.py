"""Pictures of the entities that v1 and v2 have alike."""

from __future__ import annotations

from bisect import bisect_right
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from acp_inspect.protocol.entities import (
    MESSAGE,
    TOOL_CALL,
    Mention,
    Message,
    Ref,
    Span,
    ToolCall,
)
from acp_inspect.protocol.picture import ContentPicture, MessagePicture, TimelinePicture, ToolCallPicture
from acp_inspect.trace.chain import Chain
from acp_inspect.wire.json_text import Json


class Replays:
    """Which events lie in a replay."""

    __slots__ = ("_begins", "_ends")

    def __init__(self, over: Chain[Span], running: int | None) -> None:
        """`over`: the replays that ended, earliest first; `running`: `seq` of the request of one that has not."""
        self._begins = [span.begin for span in over]
        self._ends: list[float] = [span.end for span in over]
        if running is not None:
            self._begins.append(running)
            self._ends.append(float("inf"))

    def __contains__(self, seq: object) -> bool:
        if not isinstance(seq, int):
            return False
        place = bisect_right(self._begins, seq) - 1
        return place >= 0 and seq <= self._ends[place]


def draw_message(key: str, message: Message, origin: str, replays: Replays) -> MessagePicture:
    """A message. `origin`: as in MessagePicture."""
    route = message.route
    return MessagePicture(
        Ref(MESSAGE, key),
        message.role,
        message.id,
        message.text,
        tuple(message.content),
        origin,
        message.first in replays,
        None if route is None else route.sender,
        None if route is None else route.recipient,
        message.meta,
        message.first,
        message.last,
    )


def draw_tool_call(call: ToolCall, change_of: Callable[[Json], ContentPicture], replays: Replays) -> ToolCallPicture:
    """A tool call. `change_of` draws a diff of its version."""
    return ToolCallPicture(
        Ref(TOOL_CALL, call.id),
        call.id,
        call.title,
        call.name,
        call.kind,
        call.status,
        call.shown_as,
        call.open,
        tuple(draw_content(item, change_of) for item in call.content),
        call.locations,
        call.raw_input,
        call.raw_output,
        bool(call.capabilities and call.capabilities.get("cancel") is not None),
        call.cancel_accepted,
        call.implicit,
        call.first in replays,
        call.meta,
        call.first,
        call.last,
    )


def draw_content(item: Json, diff_of: Callable[[Json], ContentPicture]) -> ContentPicture:
    """An item of a tool call's content."""
    match item:
        case {"type": "content", "content": {"type": "text", "text": str(text)}}:
            return ContentPicture("text", text, raw=item)
        case {"type": "content"}:
            return ContentPicture("block", raw=item)
        case {"type": "terminal", "terminalId": str(terminal)}:
            return ContentPicture("terminal", terminal=terminal, raw=item)
        case {"type": "diff"}:
            return diff_of(item)
    return ContentPicture("unknown", raw=item)


def text_of_bytes(pieces: Iterable[bytes]) -> str:
    """Output as text. Decoded as a whole, so that a character split between pieces is one; an unfinished one waits."""
    return getincrementaldecoder("utf-8")("replace").decode(b"".join(pieces), False)


def draw_timeline(
    timeline: Chain[Mention],
    messages: Mapping[str, MessagePicture],
    tool_calls: Mapping[str, ToolCallPicture],
    session: Any,
) -> tuple[TimelinePicture, ...]:
    """The timeline's entities, as they stand. `session`: holds the other ones, under the names both versions use."""
    drawn: list[TimelinePicture] = []
    for ref, seq in timeline:
        found: TimelinePicture | None = None
        match ref.kind:
            case "message":
                found = messages.get(ref.key)
            case "tool_call":
                found = tool_calls.get(ref.key)
            case "notice":
                found = session.notices[int(ref.key)]
            case "permission":
                found = session.permissions.get(int(ref.key))
            case "elicitation":
                found = session.elicitations.get(int(ref.key))
            case "compaction":
                found = session.compactions.get(ref.key)
            case "subagent":
                found = session.subagents.get(ref.key)
            case "plan":
                # A plan that was removed left its entry; one that came again has a new one.
                plan = session.plans.get(ref.key)
                found = plan if plan is not None and plan.first == seq else None
        if found is not None:
            drawn.append(found)
    return tuple(drawn)
