"""acp-inspector-traces, read."""

from __future__ import annotations

import pytest

from acp_inspect.importers.captured import ImportFault
from acp_inspect.importers.inspector_trace import read_parts
from acp_inspect.wire.control import Gap
from tests.importers.reading import A2C, only, opening, recognised, sample, source, told


def test_frames_are_exact_and_each_connection_is_one() -> None:
    (first, lines), (second, others) = recognised(sample("inspector.trace"), "acp-inspector")
    assert (first, second) == ("1", "2")
    dropped = ("control", Gap(None, None, "the trace has dropped 3 frames"), -1e-6)
    assert told(lines[:-1]) == [
        dropped,
        ("c2a", '{"jsonrpc":"2.0", "id":1,"method":"initialize"}\n', 0),
        ("a2c", "Hello\n", 10),
    ]
    assert lines[-1] == (A2C, b"\xff\n", 20_000_000, 20_000_000, 5)
    assert told(others) == [dropped, ("c2a", '{"jsonrpc":"2.0","id":"1","method":"initialize"}\n', 0)]
    assert not opening(lines).reserialised


def test_frames_of_the_bridge_have_neither_type_nor_time() -> None:
    data = b'{"connection":"a/../b","direction":"agent -> client","encoding":"utf8","frame":"{}"}\n'
    assert told(only(data, "acp-inspector")) == [("a2c", "{}\n", -1e-6)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"type":"header","format":"acp-inspector-trace","version":2}', "line 1: has version 2; 1 is known"),
        (b'{"direction":"agent -> client","frame":7}', "line 1: frame is no string"),
        (b'{"direction":"agent -> client","encoding":"base64","frame":"%"}', "line 1: frame is no Base64"),
    ],
)
def test_wrong_lines_are_refused(line: bytes, reason: str) -> None:
    with pytest.raises(ImportFault, match=reason):
        read_parts(source(line))
