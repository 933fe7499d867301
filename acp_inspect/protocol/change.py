"""What changed between two moments of a connection: which entity, which member, from what to what.

For neighbouring moments the cost is that of what changed: state that both share is not looked into, and a chunk that
was appended to a long message is found as what the chain grew by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from immutables import Map

from acp_inspect.protocol.connection import Connection
from acp_inspect.protocol.entities import (
    ACTIVITY,
    COMMANDS,
    COMPACTION,
    CONFIG,
    ELICITATION,
    EVERYTHING,
    FILE,
    INFO,
    MESSAGE,
    MODES,
    NOTICE,
    PERMISSION,
    PLAN,
    PROMPT,
    SETUP,
    SUBAGENT,
    TERMINAL,
    TOOL_CALL,
    UNKNOWN,
    USAGE,
    Ref,
)
from acp_inspect.trace.chain import Chain
from acp_inspect.trace.correlate import OpenRequest
from acp_inspect.wire.rpc import ABSENT

# Kinds of entities beside those of a session.
SESSION: Final = "session"
CONNECTION: Final = "connection"
REQUEST: Final = "request"
"""One that waits for its answer; its key is its `seq`."""
AUTH: Final = "auth"
LISTED: Final = "listed"
"""What the Agent told of a session in its list; its key is the session's id."""
PROVIDERS: Final = "providers"
MCP: Final = "mcp"
"""An MCP message inside ACP; its key is its place."""


class Change(NamedTuple):
    """One difference. Values are as the state holds them: text, numbers, JSON, chains, entities."""

    session: str | None
    """None = it belongs to the connection."""
    ref: Ref
    member: str
    """Empty = the entity as a whole: it came, or it went. Of a session, what it brings are changes of their own."""
    old: Any
    """ABSENT = there was none."""
    new: Any
    """ABSENT = there is none any more."""

    @property
    def appended(self) -> Sequence[Any] | None:
        """What a chain, or v1's terminal text, grew by, when the old is the beginning of the new."""
        old, new = self.old, self.new
        if isinstance(old, Chain) and isinstance(new, Chain):
            return grown(old, new)
        if isinstance(old, str) and isinstance(new, str) and self.member == "output" and new.startswith(old):
            return new[len(old) :]
        return None


def changes(before: Connection, after: Connection) -> list[Change]:
    """Every difference between two moments, those of the connection first; whichever moment was earlier."""
    if before is after:
        return []
    found = list(_connection_changes(before, after))
    near = after.seq == before.seq + 1
    for name, (old, new) in _differing(before.held.sessions, after.held.sessions).items():
        found += _session_changes(name, old, new, near)
    return found


ENTITIES: Final[Mapping[str, str]] = {
    "messages": MESSAGE,
    "tool_calls": TOOL_CALL,
    "terminals": TERMINAL,
    "plans": PLAN,
    "compactions": COMPACTION,
    "permissions": PERMISSION,
    "elicitations": ELICITATION,
    "prompts": PROMPT,
    "subagents": SUBAGENT,
}
"""Fields of a session that hold entities by key → their kind."""

SERIES: Final[Mapping[str, str]] = {"notices": NOTICE, "files": FILE, "unknown": UNKNOWN}
"""Fields that hold entities in order → their kind."""

SINGLES: Final[Mapping[str, str]] = {"activity": ACTIVITY, "info": INFO, "usage": USAGE}
"""Fields that are an entity themselves → its kind."""

MEMBERS: Final[Mapping[str, str]] = {
    "origin": SETUP,
    "status": SETUP,
    "parent": SETUP,
    "forked_from": SETUP,
    "cwd": SETUP,
    "roots": SETUP,
    "config": CONFIG,
    "changing": CONFIG,
    "commands": COMMANDS,
    "mode": MODES,
    "modes": MODES,
}
"""Fields that are a member of an entity → its kind."""

BOOKKEEPING: Final = frozenset(
    {
        "id",
        "timeline",
        "unmarked",
        "run",
        "counted",
        "asking",
        "turns",
        "prompt",
        "window",
        "replays",
        "touched",
    }
)
"""Fields that repeat what others tell, or that only the reducers need."""

_PLACES: Final = frozenset({"first", "last", "since"})
"""Members that only say when something happened to an entity."""

_CONNECTION: Final = (
    "state",
    "offered",
    "version",
    "basis",
    "client",
    "agent",
    "auth_methods",
    "closed",
    "gaps",
    "partial",
)


def _connection_changes(before: Connection, after: Connection) -> Iterator[Change]:
    ref = Ref(CONNECTION)
    for name in _CONNECTION:
        old, new = getattr(before, name), getattr(after, name)
        if not same(old, new):
            yield Change(None, ref, name, old, new)
    if before.surface.version != after.surface.version:
        yield Change(None, ref, "surface", before.surface.version, after.surface.version)
    if before.exchanges.open is not after.exchanges.open:
        yield from _request_changes(before, after)
    old_held, new_held = before.held, after.held
    if old_held is new_held:
        return
    yield from _member_changes(None, Ref(AUTH), old_held.auth, new_held.auth)
    for key, (old, new) in _differing(old_held.listed, new_held.listed).items():
        yield from _entity_changes(None, Ref(LISTED, key), old, new)
    if not same(old_held.providers, new_held.providers):
        yield Change(None, Ref(PROVIDERS), "providers", old_held.providers, new_held.providers)
    for seq, (old, new) in _differing(old_held.elicitations, new_held.elicitations).items():
        yield from _entity_changes(None, Ref(ELICITATION, str(seq)), old, new)
    yield from _series_changes(None, MCP, old_held.mcp, new_held.mcp)


def _request_changes(before: Connection, after: Connection) -> Iterator[Change]:
    old, new = ({request.seq: request for request in moment.exchanges.pending()} for moment in (before, after))
    for seq in sorted(old.keys() | new.keys()):
        was: OpenRequest | None = old.get(seq)
        now: OpenRequest | None = new.get(seq)
        ref = Ref(REQUEST, str(seq))
        if was is None or now is None:
            session = (was or now).session  # type: ignore[union-attr]
            yield Change(session, ref, "", ABSENT if was is None else was, ABSENT if now is None else now)
        elif was.cancelled != now.cancelled:
            yield Change(now.session, ref, "cancelled", was.cancelled, now.cancelled)


def _session_changes(name: str, old: Any, new: Any, near: bool) -> Iterator[Change]:
    if new is ABSENT:
        yield Change(name, Ref(SESSION), "", old.origin, ABSENT)
        return
    if old is ABSENT:
        yield Change(name, Ref(SESSION), "", ABSENT, new.origin)
        old = type(new)(name, new.origin)
        near = False
    if type(old) is not type(new):
        # It turned out that the other version of the protocol is spoken.
        yield Change(name, Ref(SESSION), "", old.origin, new.origin)
        old = type(new)(name, new.origin)
        near = False
    touched: list[Ref] | None = list(new.touched) if near and Ref(EVERYTHING) not in new.touched else None
    for field, was, now in zip(new._fields, old, new, strict=True):
        if was is now or field in BOOKKEEPING:
            continue
        if field in ENTITIES:
            kind = ENTITIES[field]
            for key, (entity, changed) in _differing(was, now, _keys(kind, touched)).items():
                yield from _entity_changes(name, Ref(kind, str(key)), entity, changed)
        elif field in SERIES:
            yield from _series_changes(name, SERIES[field], was, now)
        elif field in SINGLES:
            yield from _entity_changes(name, Ref(SINGLES[field]), _or_absent(was), _or_absent(now))
        elif not same(was, now):
            yield Change(name, Ref(MEMBERS[field]), field, was, now)


_BY_SEQ: Final = frozenset({PERMISSION, ELICITATION, PROMPT})


def _keys(kind: str, touched: list[Ref] | None) -> list[Any] | None:
    """The keys of the entities of a kind that a change concerned; None = any."""
    if touched is None:
        return None
    number: Callable[[str], Any] = int if kind in _BY_SEQ else str
    return [number(ref.key) for ref in touched if ref.kind == kind]


def _differing(old: Map[Any, Any], new: Map[Any, Any], keys: list[Any] | None = None) -> dict[Any, tuple[Any, Any]]:
    """What differs between two maps, by key. `keys`: where to look; None = everywhere."""
    if old is new:
        return {}
    found = {}
    for key in dict.fromkeys(keys) if keys is not None else new:
        was, now = old.get(key, ABSENT), new.get(key, ABSENT)
        if was is not now:
            found[key] = (was, now)
    if keys is None:
        found |= {key: (was, ABSENT) for key, was in old.items() if key not in new}
        return {key: found[key] for key in sorted(found)}
    return found


def _series_changes(session: str | None, kind: str, old: Chain[Any], new: Chain[Any]) -> Iterator[Change]:
    if old is new:
        return
    more = grown(old, new)
    if more is None:
        for place in range(max(len(old), len(new))):
            was = old[place] if place < len(old) else ABSENT
            now = new[place] if place < len(new) else ABSENT
            yield from _entity_changes(session, Ref(kind, str(place)), was, now)
        return
    for place, item in enumerate(more, len(old)):
        yield Change(session, Ref(kind, str(place)), "", ABSENT, item)


def _entity_changes(session: str | None, ref: Ref, old: Any, new: Any) -> Iterator[Change]:
    if old is ABSENT or new is ABSENT:
        if old is not new:
            yield Change(session, ref, "", old, new)
        return
    yield from _member_changes(session, ref, old, new)


def _member_changes(session: str | None, ref: Ref, old: Any, new: Any) -> Iterator[Change]:
    if old is new:
        return
    if isinstance(new, dict):
        pairs = [(name, old.get(name, ABSENT), new.get(name, ABSENT)) for name in {**old, **new}]
    else:
        pairs = list(zip(new._fields, old, new, strict=True))
    for name, was, now in pairs:
        if was is not now and name not in _PLACES and not same(was, now):
            yield Change(session, ref, name, was, now)


def grown(old: Chain[Any], new: Chain[Any]) -> list[Any] | None:
    """What `new` has behind `old`, where it begins with it; None where it does not."""
    more = new.since(old)
    if more is None and len(old) <= len(new) and all(map(same, old, new)):
        return new[len(old) :]
    return more


def _or_absent(value: Any) -> Any:
    return ABSENT if value is None else value


def same(one: Any, other: Any) -> bool:
    """Whether two values of the state are the same. As JSON has it: `true` is not 1, and 1 is not 1.0."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    match one:
        case Chain():
            return len(one) == len(other) and grown(one, other) is not None
        case Map() | dict():
            return len(one) == len(other) and all(
                key in other and same(value, other[key]) for key, value in one.items()
            )
        case list() | tuple():
            return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)
