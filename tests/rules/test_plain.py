"""Plain messages, and all that makes one odd."""

from __future__ import annotations

import pytest

from acp_inspect.rules.plain import extra_members, is_plain
from acp_inspect.trace.event import events_of
from acp_inspect.wire.framing import Stream

PLAIN = [
    b'{"jsonrpc":"2.0","id":1,"method":"session/new","params":{}}\n',
    b'{"jsonrpc":"2.0","id":"a","method":"session/list"}\n',
    b'{"jsonrpc":"2.0","method":"session/update","params":{}}\n',
    b'{"jsonrpc":"2.0","id":1,"result":null}\n',
]
ODD = [
    b'{"jsonrpc":"2.0","id":1,"method":"session/new","params":{}}\r\n',
    b'{"jsonrpc":"2.0","id":1,"method":"session/new","params":{}}',
    b'[{"jsonrpc":"2.0","method":"session/update","params":{}}]\n',
    b'\xef\xbb\xbf{"jsonrpc":"2.0","method":"session/update","params":{}}\n',
    b'{"jsonrpc":"2.0","method":"session/update","params":{"a":1,"a":1}}\n',
    b'{"id":1,"method":"session/new","params":{}}\n',
    b'{"jsonrpc":2.0,"id":1,"method":"session/new","params":{}}\n',
    b'{"jsonrpc":"2.0","id":null,"method":"session/new","params":{}}\n',
    b'{"jsonrpc":"2.0","id":true,"method":"session/new","params":{}}\n',
    b'{"jsonrpc":"2.0","id":1.0,"method":"session/new","params":{}}\n',
    b'{"jsonrpc":"2.0","id":9007199254740992,"method":"session/new","params":{}}\n',
    b'{"jsonrpc":"2.0","id":1,"method":"session/new","params":[]}\n',
    b'{"jsonrpc":"2.0","id":1,"method":"session/new","params":null}\n',
    b'{"jsonrpc":"2.0","id":1,"method":"session/new","params":{},"_meta":{}}\n',
    b'{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}\n',
    b'{"jsonrpc":"2.0","id":1,"result":{},"error":null}\n',
    b'{"jsonrpc":"2.0","result":{}}\n',
    b"oops\n",
    b"\n",
]


@pytest.mark.parametrize(("raw", "plain"), [(raw, True) for raw in PLAIN] + [(raw, False) for raw in ODD])
def test_only_a_usual_message_on_a_usual_line_is_plain(raw: bytes, plain: bool) -> None:
    (event,) = events_of(Stream.CLIENT_TO_AGENT, raw, seq=1, at=0, line=1)
    assert is_plain(event) is plain


def test_members_that_no_envelope_has() -> None:
    assert extra_members({"jsonrpc": "2.0", "_meta": {}, "id": 1, "method": "a", "ts": 1}) == ["_meta", "ts"]
