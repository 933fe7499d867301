"""A result has the form of the other version.

## Why it matters
In v1 the answer to a prompt comes at the end of the turn and says why it ended; in v2 it comes at once and names the
message, and the turn ends with an idle state. A Client of one version waits for ever for what the other never sends.
Modes and models in a result, and null for an empty one, are v1's as well.

## Instead
Answer as the version that was agreed has it: `stopReason` in v1, `messageId` in v2; config options instead of modes, and
`{}` for an empty result.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A! {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","id":3,"result":null}
```

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from acp_inspect.protocol.connection import Basis
from acp_inspect.rules.case import Case, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Response

_SETUPS: Final = frozenset({"session/new", "session/resume", "session/fork"})


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("response",)),
    sources=(
        "v2 Migration, the response is an acknowledgment, Session modes become config options",
        "v1 and v2 schema, PromptResponse",
    ),
    over=("schema/response-result", "schema/null-result", "prompt/message-id-missing", "prompt/stop-reason-invalid"),
)
def check(case: Case) -> Iterable[Hit]:
    """A prompt's result, a session's, or an empty one. A null is read as empty by most, so it is a warning."""
    ask = case.step.ask
    body = case.event.body
    if ask is None or not isinstance(body, Response) or body.result is ABSENT or case.after.basis is not Basis.ANSWERED:
        return ()
    return _v1(case, body.result) if case.version == 1 else _v2(case, body.result)


def _v1(case: Case, result: Json) -> Iterator[Hit]:
    if case.method != "session/prompt" or not isinstance(result, dict) or isinstance(result.get("stopReason"), str):
        return
    if "messageId" in result or not result:
        text = "the result of a prompt is v2's; v1's says stopReason, at the end of the turn"
        yield Hit(text, "/result", effect="lost")


def _v2(case: Case, result: Json) -> Iterator[Hit]:
    if result is None and case.decoded is not None and not case.decoded.lost:
        yield Hit(f"{case.method} is answered with null; v2's empty result is {{}}", "/result", level=Level.WARNING)
    if not isinstance(result, dict):
        return
    if case.method == "session/prompt" and "stopReason" in result:
        text = "the result of a prompt says stopReason; in v2 the turn ends with an idle state"
        yield Hit(text, "/result/stopReason" if "messageId" in result else "/result")
    if case.method in _SETUPS:
        for name in ("modes", "models"):
            if name in result:
                text = f"v2's result has no {name}; config options take their place"
                yield Hit(text, pointer("result", name), level=Level.WARNING)
