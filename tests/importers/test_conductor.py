"""The conductor's traces, read."""

from __future__ import annotations

import json

import pytest

from acp_inspect.importers import conductor
from acp_inspect.importers.captured import ImportFault
from acp_inspect.wire.control import Note
from tests.importers.reading import only, opening, recognised, sample, source, told

INITIALIZE = '"method":"initialize","params":{"protocolVersion":1}}\n'


def test_each_pair_of_neighbours_is_a_connection() -> None:
    (first, client), (second, agent) = recognised(sample("conductor.jsons"), "conductor")
    assert (first, second) == ("Client-Proxy(0)", "Proxy(0)-Agent")
    assert told(client) == [
        ("c2a", '{"jsonrpc":"2.0","id":0,' + INITIALIZE, 0),
        ("a2c", '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}\n', 3.5),
        ("c2a", '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{}}\n', 6),
        ("a2c", '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no cwd"}}\n', 7),
    ]
    assert told(agent) == [
        ("c2a", '{"jsonrpc":"2.0","id":"x",' + INITIALIZE, 0),
        ("a2c", '{"jsonrpc":"2.0","id":"x","result":{"protocolVersion":1}}\n', 1),
        ("control", Note('a message of mcp is left out: "tools/list"'), 3),
        ("a2c", '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s"}}\n', 7),
    ]
    assert opening(client).reserialised
    assert opening(client).started_at is None
    assert [line.source for line in client] == [0, 1, 4, 7, 8]


def test_the_older_names_are_known_too() -> None:
    assert told(only(sample("conductor_old.jsons"), "conductor")) == [
        ("a2c", '{"jsonrpc":"2.0","method":"session/update","params":{}}\n', 0),
        ("control", Note("conductor: proxy:0 info thinking"), 500),
        ("c2a", '{"jsonrpc":"2.0","method":"session/cancel","params":{}}\n', 1000),
    ]


def test_a_last_line_that_is_cut_off_is_a_gap() -> None:
    (_, client), (_, agent) = recognised(sample("conductor.jsons") + b'{"type":"not', "conductor")
    assert [told(lines)[-1][1].__class__.__name__ for lines in (client, agent)] == ["Gap", "Gap"]


def test_there_are_only_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conductor, "_MOST_CONNECTIONS", 3)
    lines = [
        json.dumps({"type": "notification", "ts": 0, "from": f"p{n}", "to": "Agent", "method": "x"}) for n in range(9)
    ]
    with pytest.raises(ImportFault, match=r"^capture, line 4: has more than 3 pairs"):
        conductor.read_parts(source("\n".join(lines).encode()))


@pytest.mark.parametrize("line", [b"nonsense\n", b"[]\n", b'{"type":"request","ts":0,"from":1,"to":[]}\n'])
def test_a_wrong_line_is_an_error_that_names_it(line: bytes) -> None:
    with pytest.raises(ImportFault, match=r"^capture, line 10: "):
        recognised(sample("conductor.jsons") + line, "conductor")
