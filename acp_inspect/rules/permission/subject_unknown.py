"""The Agent asks permission for a tool call or terminal that the session does not know.

## Why it matters
The Client cannot show what the question is about beside the call it belongs to. Often the id is simply the wrong one,
and the announced call looks as if it waited for nothing.

## Instead
Announce the tool call first, and ask under its id. A v1 request that brings a new call should carry its title and kind.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Delete a"}}}
A! {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"permission","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
```

```acp bad after v2-turn
A! {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","subject":{"type":"command","command":"ls","cwd":"/work","terminalId":"x1"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Delete a"}}}
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.turns import calls_since
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=("session/request_permission",)),
    sources=("v1 docs, Tool Calls, Requesting Permission", "v2 schema, CommandPermissionSubject"),
)
def check(case: Case) -> Iterator[Hit]:
    """An id that nothing announced."""
    session: Any = session_of(case.before, case.session)
    if case.sender is not Side.AGENT or case.held is ABSENT or case.partial or session is None:
        return
    if case.version == 1:
        yield from _tool_call(case, session)
        return
    if at(case.held, "subject", "type") != "command":
        return
    for member, known in (("toolCallId", session.tool_calls), ("terminalId", session.terminals)):
        wanted = at(case.held, "subject", member)
        if isinstance(wanted, str) and wanted not in known:
            text = f"nothing of the session has the {member} {wanted!r}"
            yield Hit(text, pointer("params", "subject", member))


def _tool_call(case: Case, session: Any) -> Iterator[Hit]:
    call: Any = at(case.held, "toolCall")
    if call["toolCallId"] in session.tool_calls:
        return
    where = pointer("params", "toolCall", "toolCallId")
    text = f"tool call {call['toolCallId']!r} was not announced"
    title, kind = call.get("title"), call.get("kind")
    since = session.prompt or 0
    meant = [
        other
        for other in calls_since(case.before, case.session, since)
        if title is not None and other.title == title and other.open and not other.implicit
    ]
    if meant:
        # A Client that follows the ids shows two calls, of which the announced one waits for nothing.
        text += f"; tool call {meant[-1].id!r} with the same title was, and is {meant[-1].status}"
        yield Hit(text, where, level=Level.WARNING, related=(meant[-1].first,))
    elif title is None and kind is None:
        yield Hit(f"{text}, and the request does not say what it is", where)
    else:
        yield Hit(text, where)
