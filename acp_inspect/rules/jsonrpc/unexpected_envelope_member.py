"""A message has a member that its envelope does not have.

## Why it matters
Receivers pass over it, so whatever it says is lost; and the protocol keeps the roots of its types to itself.

## Instead
Put `_meta` and what belongs to it into `params` or `result`, and leave out what is only of use to the sender.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]},"_meta":{"traceparent":"x"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[],"_meta":{"example.com":"x"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.plain import extra_members
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Notification, Request, Response


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("request", "notification", "response"), odd=True),
    sources=("JSON-RPC 2.0, sections 4 and 5", "v1 and v2 Extensibility, The _meta Field"),
)
def check(case: Case) -> Iterator[Hit]:
    """A member besides those of the envelope, or a response's in a request and the other way round. In v2 it is worth
    knowing only, and so is the class name that one library for the Java world writes."""
    body = case.event.body
    if not isinstance(body, Request | Notification | Response):
        return
    names = extra_members(body.message)
    if isinstance(body, Response) and "params" in body.message:
        names.append("params")
    if names:
        known = case.version == 2 or all(_is_class(name, body.message[name]) for name in names)
        shown = ", ".join(found(name) for name in names[:5])
        level = Level.INFO if known else Level.WARNING
        yield Hit(f"the envelope has no member {shown}", pointer(names[0]), level=level)


def _is_class(name: str, value: Json) -> bool:
    return name == "type" and isinstance(value, str) and value.startswith("com.agentclientprotocol.")
