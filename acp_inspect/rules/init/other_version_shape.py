"""`initialize` names its members as the other version does.

## Why it matters
v1 has `clientCapabilities`, `clientInfo`, `agentCapabilities` and `agentInfo`; v2 has `capabilities` and `info` for
both. A receiver passes over the others, so nothing counts as supported.

## Instead
Use the names of the version that is asked for or answered.

```acp bad
C! {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"capabilities":{"elicitation":{"form":{}}},"info":{"name":"editor","version":"1.0"}}}
```

```acp bad
C! {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"clientCapabilities":{"terminal":true}}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.connection import version_of
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side

_V1: Final = {"request": ("clientCapabilities", "clientInfo"), "response": ("agentCapabilities", "agentInfo")}
_V2: Final = ("capabilities", "info")


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("request", "response"), methods=("initialize",)),
    sources=(
        "v2 Migration, Role-agnostic info and capabilities",
        "v1 and v2 schema, InitializeRequest and InitializeResponse",
    ),
    over=("init/info-missing", "auth/method-malformed", "schema/request-params", "schema/response-result"),
)
def check(case: Case) -> Iterator[Hit]:
    """The other version's names. With both sets, one is only too much, and v1 peers do that on purpose. Versions that
    are not known here cannot be judged, and who asked for v1 may be answered in its form, whatever the version."""
    sent = case.wire
    version = version_of(sent)
    base = "/result" if case.kind == "response" else "/params"
    if not isinstance(sent, dict) or version is None or (case.sender is Side.AGENT) is not (case.kind == "response"):
        return
    names = list(zip(_V2, _V1[case.kind], strict=True))
    if version < 2:
        others = [new for new, old in names if new in sent and old not in sent]
        if others:
            lost = "capabilities" in others and _advertises(sent["capabilities"])
            level = Level.INFO if version < 1 else Level.ERROR if lost else Level.WARNING
            text = f"{' and '.join(others)} as in v2, though the version is {version}; v1 peers pass over it"
            yield Hit(text, base, level=level)
        return
    pairs = [(new, old) for new, old in names if old in sent]
    if pairs:
        asked = case.before.offered if case.kind == "response" else None
        instead = any(new not in sent for new, _ in pairs)
        judged = version == 2 and (asked is None or asked >= 2)
        level = Level.INFO if not judged else Level.ERROR if instead else Level.WARNING
        text = f"{' and '.join(old for _, old in pairs)} as in v1, though the version is {version}"
        yield Hit(f"{text}; v2 peers pass over it", base, level=level)


def _advertises(capabilities: Json) -> bool:
    """Whether something is said to be supported: true, or an object inside of the groups."""
    if not isinstance(capabilities, dict):
        return False
    groups = list(capabilities.values())
    return any(
        group is True or (isinstance(group, dict) and any(value is True or value == {} for value in group.values()))
        for group in groups
    )
