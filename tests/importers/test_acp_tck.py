"""acp-tck's reports, read."""

from __future__ import annotations

import pytest

from acp_inspect.importers.acp_tck import read_parts
from acp_inspect.importers.captured import ImportFault
from acp_inspect.wire.control import Gap, Note
from tests.importers.reading import opening, recognised, sample, source, told


def test_each_transcript_is_a_connection() -> None:
    (first, lines), (second, others) = recognised(sample("acp_tck.json"), "acp-tck")
    assert (first, second) == ("test_version", "test_other")
    assert told(lines) == [
        ("c2a", '{"jsonrpc":"2.0", "id":1,"method":"initialize"}\n', 0),
        ("a2c", '{"jsonrpc":"2.0","id":"1","result":{}}\n', 250),
        ("control", Note("the end of the Agent's stderr, with unknown times"), -1e-6),
        ("stderr", "warming up\n", -1e-6),
        ("stderr", "still\n", -1e-6),
    ]
    assert told(others) == [
        ("a2c", "Hello\n", 0),
        ("control", Gap(None, None, "an entry of the transcript that is no message"), -1e-6),
    ]
    assert not opening(lines).reserialised


def test_a_report_without_failures_is_refused_with_the_reason() -> None:
    with pytest.raises(ImportFault, match="it keeps those of failed tests only"):
        read_parts(source(b'{"requirements":[{"tests":[{"transcript":[]}]}, 7]}'))
