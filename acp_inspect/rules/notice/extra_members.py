"""A notice has members that notices do not have.

## Why it matters
A notice has no id, no lifetime, no state and no actions: it is sent once and never changed or withdrawn. Clients pass
over what else stands in it, so a notice that relies on it does less than it should.

## Instead
Send `severity`, `title` and perhaps `description`; put what is your own into `_meta`. If you need an answer or want to
change it later, a notice is the wrong thing: use a permission, an elicitation or a message.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network","noticeId":"n1"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network","_meta":{"example.com/id":"n1"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import ProblemKind
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import MOST, dotted
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("notice",), faulty=True),
    sources=("RFD Session Notices (no ID, response, update or removal)", "v1 and v2 Extensibility, _meta (MUST NOT)"),
    over=("ext/custom-root-field", "ext/snake-case-field"),
)
def check(case: Case) -> Iterator[Hit]:
    """Members that the schema does not know. In v2, whose drafts still add some, a warning."""
    for one in case.decoded.unknown[:MOST] if case.decoded is not None else ():
        if one.kind is ProblemKind.UNKNOWN_MEMBER and one.pointer.startswith("/update/"):
            yield Hit(
                f"a notice has no member {dotted(one.pointer).rpartition('.')[2]}; the receiver passes over it",
                "/params" + one.pointer,
                level=Level.WARNING if case.version == 2 else None,
                effect="kept",
            )
