"""The Client answers a permission request with an option that was not offered.

## Why it matters
The Agent must take it as no approval, or takes it for what it seems to mean. Often the option's kind was sent instead of
its id, so that what the user allowed is refused.

## Instead
Answer with the `optionId` of one of the request's options, as it stands there.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C! {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"allow_once"}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("response",), methods=("session/request_permission",)),
    sources=(
        "v1 docs, Tool Calls, Requesting Permission",
        "v2 docs, Tool Calls, Requesting Permission",
        "v2 schema, RequestPermissionOutcome/selected",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """A selected option that is not among the request's."""
    ask = case.step.ask
    chosen = at(case.held, "outcome", "optionId")
    if ask is None or at(case.held, "outcome", "outcome") != "selected" or not isinstance(chosen, str):
        return
    options = ask.params.get("options")
    if not isinstance(options, list):
        return
    offered = [at(option, "optionId") for option in options]
    if chosen not in offered:
        names = ", ".join(found(one) for one in offered[:8] if isinstance(one, str))
        hint = " (that is a kind)" if any(at(option, "kind") == chosen for option in options) else ""
        text = f"{found(chosen)} was not offered{hint}; #{ask.seq} offers {names or 'nothing'}"
        yield Hit(text, pointer("result", "outcome", "optionId"), related=(ask.seq,))
