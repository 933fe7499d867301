"""The conductor's debug logs, read."""

from __future__ import annotations

from acp_inspect.wire.control import Started
from tests.importers.reading import opening, recognised, sample, told


def test_each_component_is_a_connection_in_the_order_of_its_times() -> None:
    (first, own), (second, child) = recognised(sample("conductor_debug.log"), "conductor-debug")
    assert (first, second) == ("C", "0")
    assert told(own) == [
        ("c2a", '{"jsonrpc":"2.0", "id":0,"method":"initialize"}\n', 0),
        ("a2c", '{"jsonrpc":"2.0","id":0,"result":{}}\n', 31),
        ("stderr", "DEBUG tracing\n", 32),
    ]
    assert told(child) == [
        ("control", Started(("proxy", "--fast"), None), 0),
        ("c2a", '{"jsonrpc":"2.0","id":0,"method":"initialize"}\n', 12),
        ("stderr", "two lines\n", 20),
        ("stderr", "on stderr\n", 20),
        ("a2c", '{"jsonrpc":"2.0","id":0,"result":{}}\n', 40),
    ]
    assert [line.source for line in child] == [0, 0, 9, 10, 11, 8]
    assert opening(child).started_at == 1_772_355_600_500 * 10**6
    assert not opening(child).reserialised


def test_bytes_that_are_no_utf8_are_kept_in_lines_and_replaced_in_commands() -> None:
    data = sample("conductor_debug.log").replace(b"--fast", b"--\xff").replace(b"DEBUG", b"\xfe")
    (_, own), (_, child) = recognised(data, "conductor-debug")
    assert own[-1].raw == b"\xfe tracing\n"
    assert told(child[:2])[0][1] == Started(("proxy", "--\ufffd"), None)
