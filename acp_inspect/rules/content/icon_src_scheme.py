"""The `src` of an icon is neither an https: nor a data: URI.

## Why it matters
Receivers load icons by themselves. Other schemes would let one side make the other read its files or call hosts in the
clear, so they are not loaded.

## Instead
Send an `https:` address, or the icon itself as a `data:` URI.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"resource_link","name":"a","uri":"file:///work/a","icons":[{"src":"http://example.com/i.png"}]}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"resource_link","name":"a","uri":"file:///work/a","icons":[{"src":"https://example.com/i.png"}]}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.content_blocks import ON_BLOCKS, places
from acp_inspect.rules.declare import Dialect, Hit, Level, rule
from acp_inspect.rules.faults import body, dotted


@rule(
    level=Level.ERROR,
    side=None,
    versions=frozenset({2}),
    on=ON_BLOCKS,
    sources=("v2 schema, Icon/src (MUST)",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    over=("update/items-dropped", "schema/skipped-item"),
)
def check(case: Case) -> Iterator[Hit]:
    """Any other scheme, or none."""
    for place in places(case, "Icon"):
        source = place.value.get("src")
        if isinstance(source, str) and not source.strip().casefold().startswith(("https:", "data:")):
            pointer = f"{body(case)}{place.pointer}/src"
            yield Hit(f"{dotted(pointer)} is {found(source)}, neither https: nor data:", pointer)
