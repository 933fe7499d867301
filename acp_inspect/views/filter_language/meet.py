"""Ask a filter about one event in memory. The store's SQL asks the same of all of them; they must agree."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Protocol

from acp_inspect.views.filter_language.nodes import (
    All,
    Holds,
    Ids,
    Levels,
    Node,
    Not,
    Numbers,
    Rules,
    Says,
    SessionPick,
    Sessions,
    Some,
    Words,
    rule_meets,
)
from acp_inspect.views.filter_language.text_search import says
from acp_inspect.views.timeline import EventFacts
from acp_inspect.wire.json_text import JsonFault, read_json
from acp_inspect.wire.rpc import RpcId


class Said(Protocol):
    """What a filter asks of a finding."""

    @property
    def rule(self) -> str: ...
    @property
    def level(self) -> str: ...


class Around(Protocol):
    """What a filter may ask besides the event's row."""

    def raw(self, line: int) -> bytes:
        """The bytes of a line."""

    def said(self, seq: int) -> Iterable[Said]:
        """The findings about an event."""

    def session_at(self, place: int) -> str | None:
        """The id of the session that came at `place`, from 0; None if there is none."""


def meets(node: Node, event: EventFacts, around: Around) -> bool:
    """Whether the event meets the filter."""
    match node:
        case All(parts):
            return all(meets(part, event, around) for part in parts)
        case Some(parts):
            return any(meets(part, event, around) for part in parts)
        case Not(part):
            return not meets(part, event, around)
        case Words(field, patterns):
            word = _word(event, field)
            return word is not None and any(pattern.meets(word) for pattern in patterns)
        case Sessions(picks):
            session = event.session
            return session is not None and any(_is_picked(session, pick, around) for pick in picks)
        case Numbers(field, spans):
            number = getattr(event, field)
            return number is not None and any(low <= number <= high for low, high in spans)
        case Ids(ids):
            return event.rpc_id is not None and id_key(event.rpc_id) in (key for key, _ in ids)
        case Rules(patterns):
            return any(rule_meets(pattern, said.rule) for said in around.said(event.seq) for pattern in patterns)
        case Levels(levels):
            return any(said.level in levels for said in around.said(event.seq))
        case Says(text):
            return says(around.raw(event.line), text)
        case Holds(raw):
            return raw in around.raw(event.line)


def id_key(text: str) -> Hashable:
    """What makes the ids equal that an event's row holds as JSON text."""
    read = read_json(text.encode(errors="replace"))
    # An id of monstrous length is kept cut, and then is no JSON any more.
    return ("cut", text) if isinstance(read, JsonFault) else RpcId.of(read.value).key


def _word(event: EventFacts, field: str) -> str | None:
    match field:
        case "side":
            return event.sender
        case "status":
            return event.outcome
    word: str | None = getattr(event, field)
    return word


def _is_picked(session: str, pick: SessionPick, around: Around) -> bool:
    lettered = None if pick.place is None else around.session_at(pick.place)
    return pick.pattern.meets(session) if lettered is None else session == lettered
