"""The events of acpx's flows, read."""

from __future__ import annotations

from acp_inspect.wire.control import Gap
from acp_inspect.wire.framing import Stream
from tests.importers.reading import only, opening, sample, told


def test_events_have_times_and_directions() -> None:
    lines = only(sample("acpx_flow.ndjson"), "acpx-flow")
    assert told(lines) == [
        ("c2a", '{"jsonrpc":"2.0","id":"0","method":"initialize"}\n', 0),
        ("a2c", '{"jsonrpc":"2.0","id":"0","result":{}}\n', 125),
        ("control", Gap(Stream.AGENT_TO_CLIENT, None, "an event that is no message"), 250),
    ]
    assert [line.source for line in lines[1:]] == [1, 2, 3]
    # 2026-03-01T09:00:00Z
    assert opening(lines).started_at == 1_772_355_600 * 10**9
