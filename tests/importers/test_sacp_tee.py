"""sacp-tee's logs, read."""

from __future__ import annotations

import pytest

from acp_inspect.importers.captured import ImportFault
from acp_inspect.importers.sacp_tee import read
from acp_inspect.wire.control import Note
from tests.importers.reading import imported, only, opening, sample, told


def test_raw_lines_are_exact() -> None:
    lines = only(sample("sacp_tee.log"), "sacp-tee")
    assert told(lines) == [
        ("c2a", '{"jsonrpc":"2.0", "id":0,"method":"initialize"}\n', -1e-6),
        ("a2c", '{"jsonrpc":"2.0","id":0,"result":{}}\n', -1e-6),
    ]
    assert not opening(lines).reserialised
    with pytest.raises(ImportFault, match=r"^capture, line 3: begins with neither"):
        imported(read, sample("sacp_tee.log") + b"words\n")


def test_objects_have_times_and_errors_without_a_code() -> None:
    lines = only(sample("sacp_tee.jsonl"), "sacp-tee")
    assert told(lines) == [
        ("c2a", '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\n', 0),
        ("control", Note("the log does not tell the code of the next line's error"), 1000),
        ("a2c", '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"it broke"}}\n', 1000),
        ("a2c", '{"jsonrpc":"2.0","method":"session/update","params":{}}\n', 2000),
    ]
    assert opening(lines).reserialised
