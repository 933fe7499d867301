"""mcphawk's stores, read."""

from __future__ import annotations

from acp_inspect.wire.control import Gap
from acp_inspect.wire.framing import Stream
from tests.importers.reading import opening, recognised, sample, told


def test_each_session_is_a_connection() -> None:
    (first, lines), (second, others) = recognised(sample("mcphawk.sql"), "mcphawk")
    assert (first, second) == ("s1", "s2")
    said = told(lines)
    assert [line[:2] for line in said] == [
        ("c2a", '{"jsonrpc":"2.0","id":"1","method":"initialize"}\n'),
        ("a2c", '{"jsonrpc":"2.0","id":"1","result":{}}\n'),
        ("a2c", "Loading\n"),
        ("control", Gap(Stream.AGENT_TO_CLIENT, None, "a message without its text or its direction")),
    ]
    assert [round(at) for _, _, at in said] == [0, 250, 300, 400]
    assert opening(lines).started_at == 1_770_000_000_500 * 10**6
    assert [line[:2] for line in told(others)] == [("c2a", '{"jsonrpc":"2.0","id":1,"method":"initialize"}\n')]
