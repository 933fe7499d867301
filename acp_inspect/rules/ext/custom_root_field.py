"""A type of the protocol has a member that the protocol does not give it.

## Why it matters
Receivers pass over it, so what it says is lost on all but its maker; and a later version of ACP may give the same name
another meaning.

## Instead
Put what is your own into `_meta`, under a name that is yours. Each name is reported once per connection.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[],"model":"small"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/work","mcpServers":[],"model":"large"}}
A  {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[],"_meta":{"example.com/model":"small"}}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from acp_inspect.protocol.schema import Schema
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body, dotted
from acp_inspect.rules.memory.ext_seen import Seen
from acp_inspect.rules.places import members_of, variants_of
from acp_inspect.rules.unfamiliar import is_later, knows_member, pattern_of, unknown_members


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("request", "notification", "response"), faulty=True),
    sources=("v1 and v2 Extensibility, The _meta Field (MUST NOT)",),
    tck=(
        "ACP-SCHEMA-002",
        "ACP-EXT-202",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """Members that the schema does not know, each name once. Those of another version are only pointed out."""
    seen = case.known(Seen).members
    surfaces = case.after.surfaces
    other = surfaces.v2 if case.version == 1 else surfaces.v1
    new: set[str] = set()
    for member in unknown_members(case):
        pattern = pattern_of(case, member)
        if pattern in seen or pattern in new:
            continue
        new.add(pattern)
        pointer = body(case) + member.pointer
        name = dotted(pointer)
        if knows_member(case, other, member):
            message = f"{name} belongs to version {other.version} of {case.method}; the receiver passes over it"
            yield Hit(message, pointer, level=Level.INFO, effect="kept")
        elif is_later(member):
            message = f"{name} belongs to a newer draft of {case.method}; the receiver may pass over it"
            yield Hit(message, pointer, level=Level.INFO, effect="kept")
        else:
            message = f"{case.method} has no {name} in the protocol; the receiver passes over it"
            yield Hit(message, pointer, level=_level(case, member.pointer.rpartition("/")[2]), effect="kept")


def _level(case: Case, name: str) -> Level | None:
    """Less in v2, which is a draft; in capabilities, which newer schemas add to most; and for what is only misplaced."""
    less = case.version == 2 or case.method in _HANDSHAKES or name in _names(case.after.surface.schema)
    return Level.WARNING if less else None


@lru_cache(maxsize=8)
def _names(schema: Schema) -> frozenset[str]:
    """The names of all members of all objects."""
    names: set[str] = set()
    for definition in schema.definitions:
        variants = variants_of(schema, definition)
        for tag in (None, *(variants.tags if variants is not None else ())):
            names |= members_of(schema, definition, tag).keys()
    return frozenset(names)


_HANDSHAKES: Final = frozenset({"initialize", "proxy/initialize"})
