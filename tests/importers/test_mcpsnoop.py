"""mcpsnoop's captures, read."""

from __future__ import annotations

from acp_inspect.wire.control import Gap, Started
from acp_inspect.wire.framing import Stream
from tests.importers.reading import only, opening, sample, told


def test_messages_stderr_and_the_command_are_kept() -> None:
    lines = only(sample("mcpsnoop.jsonl"), "mcpsnoop")
    assert told(lines) == [
        ("control", Started(("agent", "--acp"), None), 0),
        ("c2a", '{"jsonrpc":"2.0","id":1,"method":"initialize"}\n', 1500),
        ("stderr", "warming up\n", 2000),
        ("a2c", "Loading\n", 2000),
        ("a2c", '{"jsonrpc":"2.0","id":"1","result":{}}\n', 3000),
        ("control", Gap(Stream.AGENT_TO_CLIENT, None, "a message that mcpsnoop cut off"), 4000),
    ]
    assert [line.source for line in lines] == [0, 1, 2, 3, 4, 5, 6]
    assert opening(lines).reserialised
