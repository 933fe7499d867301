"""vscode-acp's channel, read."""

from __future__ import annotations

import pytest

from acp_inspect.importers import vscode_acp
from acp_inspect.importers.captured import ImportFault
from acp_inspect.wire.control import Gap
from acp_inspect.wire.framing import Stream
from tests.importers.reading import imported, only, opening, sample, told


def test_messages_are_put_on_one_line() -> None:
    lines = only(sample("vscode_acp.log"), "vscode-acp")
    assert told(lines) == [
        ("c2a", '{"jsonrpc":"2.0","id":"0","method":"initialize","params":{"protocolVersion":1}}\n', 0),
        (
            "a2c",
            '{"jsonrpc":"2.0","id":"0","result":{"text":"[2026-03-01T09:00:00.000Z] >>> CLIENT → AGENT {"}}\n',
            250,
        ),
        ("control", Gap(Stream.AGENT_TO_CLIENT, None, "a message that is not whole in the log"), 500),
    ]
    assert opening(lines).reserialised
    assert opening(lines).started_at == 1_772_355_600 * 10**9


def test_line_ends_of_windows_change_nothing() -> None:
    data = sample("vscode_acp.log").replace(b"\n", b"\r\n")
    assert told(imported(vscode_acp.read, data)) == told(imported(vscode_acp.read, sample("vscode_acp.log")))


def test_a_message_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vscode_acp, "LONGEST_LINE", 1000)
    data = sample("vscode_acp.log") + b'"x": 1,\n' * 200
    with pytest.raises(ImportFault, match="the message is longer than 1,000 bytes"):
        imported(vscode_acp.read, data)
