"""A terminal's output is not base64, or one base64 text is cut into several pieces.

## Why it matters
Each piece is decoded by itself. The Client cannot decode this one, and its bytes are missing from the output.

## Instead
Encode each piece of bytes by itself, with the alphabet of RFC 4648, section 4, and its padding. A piece may end inside
of a character: only the bytes count.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"ls"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"x1","data":"hello\\n"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","output":{"data":"aGk"}}}}
```

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"ls"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"x1","data":"bG8"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"x1","data":"K"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"ls"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"x1","data":"aGVsbG8K"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"x1","data":""}}}
```
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.terminal_halves import Halves, is_base64
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("terminal_update", "terminal_output_chunk")),
    sources=(
        "v2 docs, Tool Calls, Display-only Terminals",
        "v2 schema, TerminalOutputChunk/data and TerminalOutput/data (contentEncoding)",
        "RFC 4648, section 4",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """What does not decode. What lacks only its padding, or has the alphabet for addresses, is less."""
    path = ("update", "data") if case.update == "terminal_output_chunk" else ("update", "output", "data")
    data = at(case.held, *path)
    if not isinstance(data, str) or is_base64(data) or case.sender is not Side.AGENT or case.session is None:
        return
    pointer = "/".join(("/params", *path))
    row = case.known(Halves).terminals.get((case.session, str(at(case.held, "update", "terminalId"))), ())
    if row and case.update == "terminal_output_chunk":
        pieces = [*(piece for _, piece in row), data]
        if is_base64("".join(pieces)) and not all(_is_whole(piece) for piece in pieces):
            text = f"the last {len(pieces)} pieces are one base64 text; each must be one by itself"
            yield Hit(text, pointer, related=tuple(seq for seq, _ in row))
            return
    if is_base64(_padded(data)):
        yield Hit(f"data is {found(data)}, base64 without its padding", pointer, level=Level.WARNING)
    elif is_base64(_padded(data.replace("-", "+").replace("_", "/"))):
        yield Hit(f"data is {found(data)}, base64 in the alphabet for addresses", pointer, level=Level.WARNING)
    else:
        yield Hit(f"data is {found(data)}, which is no base64", pointer)


def _padded(text: str) -> str:
    return text + "=" * (-len(text) % 4)


def _is_whole(piece: str) -> bool:
    """Whether a piece would be base64 of its own, with its padding and without bits left over."""
    padded = _padded(piece)
    return is_base64(padded) and base64.b64encode(binascii.a2b_base64(padded)).decode() == padded
