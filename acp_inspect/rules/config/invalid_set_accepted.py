"""The Agent accepts a setting that it must refuse: of an option that is not there, or to a value that is not offered.

## Why it matters
The Client takes the result for success although nothing was set, or something else was. Its mistake stays unnoticed.

## Instead
Answer error -32602 and change nothing.

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"small","options":[{"value":"small","name":"Small"},{"value":"large","name":"Large"}]}]}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"model","type":"id","value":"huge"}}
A! {"jsonrpc":"2.0","id":2,"result":{"configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"small","options":[{"value":"small","name":"Small"},{"value":"large","name":"Large"}]}]}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"small","options":[{"value":"small","name":"Small"},{"value":"large","name":"Large"}]}]}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"model","type":"id","value":"large"}}
A  {"jsonrpc":"2.0","id":2,"result":{"configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"large","options":[{"value":"small","name":"Small"},{"value":"large","name":"Large"}]}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.answers import INVALID_PARAMS, METHOD_NOT_FOUND, error_code, succeeded
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.config_offers import NOTHING, SETTING, Offers
from acp_inspect.rules.settings import invalid_value, unknown_option
from acp_inspect.wire.rpc import ABSENT, Side

_OTHER_REASONS: Final = frozenset({INVALID_PARAMS, METHOD_NOT_FOUND, -32000, -32002, -32800})
"""Errors that have nothing to do with the option or its value, and the right one."""


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=(SETTING,)),
    sources=("v2 schema, SetSessionConfigOptionRequest (MUST)",),
)
def check(case: Case) -> Iterator[Hit]:
    """A result, or another error, by the list that stood from before the request to the answer."""
    ask = case.step.ask
    offered = case.known(Offers).sessions.get(case.session or "", NOTHING)
    if case.partial or ask is None or offered.options is ABSENT or offered.seq > ask.seq:
        return
    fault = unknown_option(offered.options, 2, ask.params) or invalid_value(offered.options, 2, ask.params)
    if fault is None:
        return
    code = error_code(case)
    if succeeded(case):
        yield Hit(f"accepted, but {fault.why}", "/result", related=(ask.seq,))
    elif code is not None and code not in _OTHER_REASONS:
        message = f"refused with {code} instead of {INVALID_PARAMS}: {fault.why}"
        yield Hit(message, "/error/code", related=(ask.seq,), level=Level.WARNING)
