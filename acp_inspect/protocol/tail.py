"""The last part of a session, for views that show the end of a conversation without looking at all of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from immutables import Map

from acp_inspect.protocol.entities import (
    COMPACTION,
    ELICITATION,
    MESSAGE,
    PERMISSION,
    SUBAGENT,
    TOOL_CALL,
    Mention,
    Ref,
)
from acp_inspect.trace.chain import Chain

_FIELDS: Final = {
    MESSAGE: "messages",
    TOOL_CALL: "tool_calls",
    PERMISSION: "permissions",
    ELICITATION: "elicitations",
    COMPACTION: "compactions",
    SUBAGENT: "subagents",
}
"""The kinds of entities that the timeline mentions → the fields that hold them."""

_BY_SEQ: Final = frozenset({PERMISSION, ELICITATION})

_SHORTENED: Final = ("files", "unknown")


def tail_of(session: Any, limit: int, kinds: Collection[str] | None = None) -> Any:
    """The session with only its last `limit` mentions, and the entities these are of. `kinds`: count only mentions of
    these; None = of all. Where it is short, the very session. Notices, whose keys are their places, all stay.
    """
    kept: list[Mention] = []
    for mention in reversed(session.timeline) if kinds is None or kinds else ():
        if kinds is None or mention.ref.kind in kinds:
            if len(kept) == limit:
                break
            kept.append(mention)
    else:
        if kinds is None and all(len(getattr(session, name, ())) <= limit for name in (*_SHORTENED, "prompts")):
            return session
    kept.reverse()
    fields: dict[str, Any] = {"timeline": Chain(kept)}
    refs: dict[str, list[Ref]] = {kind: [] for kind in _FIELDS}
    for ref, _ in kept:
        if ref.kind in refs:
            refs[ref.kind].append(ref)
    for kind, name in _FIELDS.items():
        held = getattr(session, name)
        keys = (int(ref.key) if kind in _BY_SEQ else ref.key for ref in refs[kind])
        fields[name] = Map({key: held[key] for key in keys if key in held})
    asked = {message.prompt for message in fields["messages"].values() if message.prompt is not None}
    fields["prompts"] = Map({seq: session.prompts[seq] for seq in sorted(asked) if seq in session.prompts})
    for name in _SHORTENED:
        if name in session._fields:
            fields[name] = Chain(getattr(session, name)[-limit:])
    return session._replace(**fields)
