"""Messages out of columns."""

from __future__ import annotations

import pytest

from acp_inspect.importers.columns import message_of_columns


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"id": 1, "method": "m"}, '{"jsonrpc":"2.0","id":1,"method":"m"}'),
        ({"id": "1", "method": "m", "params": "[1.0]"}, '{"jsonrpc":"2.0","id":1,"method":"m","params":[1.0]}'),
        ({"id": '"1"', "method": "m"}, '{"jsonrpc":"2.0","id":"1","method":"m"}'),
        ({"id": "a", "result": "null"}, '{"jsonrpc":"2.0","id":"a","result":null}'),
        ({"id": "true", "result": "no JSON"}, '{"jsonrpc":"2.0","id":"true","result":"no JSON"}'),
        ({"id": 1, "method": "m", "error": b"{}"}, '{"jsonrpc":"2.0","id":1,"error":{}}'),
        ({"id": 1}, '{"jsonrpc":"2.0","id":1,"result":null}'),
        (
            {"id": 1, "method": "m", "params": "{}", "message_type": "response"},
            '{"jsonrpc":"2.0","id":1,"result":null}',
        ),
        ({"method": "m"}, '{"jsonrpc":"2.0","method":"m"}'),
    ],
)
def test_columns_become_a_message(row: dict[str, object], message: str) -> None:
    assert message_of_columns(row, "id") == message.encode() + b"\n"
