"""venikman's captures, read."""

from __future__ import annotations

from acp_inspect.wire.control import Gap
from tests.importers.reading import only, opening, sample, told


def test_texts_times_and_directions_are_kept() -> None:
    lines = only(sample("venikman.jsonl"), "venikman")
    assert told(lines) == [
        ("c2a", '{"jsonrpc":"2.0", "id":1,"method":"initialize"}\n', 0),
        ("a2c", '{"jsonrpc":"2.0","id":"1","result":{}}\n', 500),
        ("control", Gap(None, None, "a record that is no message"), 1000),
    ]
    assert [line.source for line in lines] == [0, 1, 2, 3]
    # 2026-02-07T10:00:00Z
    assert opening(lines).started_at == 1_770_458_400 * 10**9
    assert not opening(lines).reserialised
