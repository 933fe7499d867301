"""acp.el's traffic files, read."""

from __future__ import annotations

import pytest

from acp_inspect.importers.acp_el import read
from acp_inspect.importers.captured import ImportFault
from acp_inspect.wire.control import Gap
from tests.importers.reading import imported, only, opening, sample, told


def test_messages_are_read_out_of_lists() -> None:
    lines = only(sample("acp_el.traffic"), "acp-el")
    assert told(lines) == [
        (
            "c2a",
            '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":'
            '{"fs":{"readTextFile":false,"writeTextFile":true}}}}\n',
            -1e-6,
        ),
        (
            "a2c",
            '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"agentCapabilities":{"loadSession":false,'
            '"sessionCapabilities":{"list":{}},"promptCapabilities":{}},"authMethods":[],"x":null,"z":null,'
            '"y":1.5,"again":{"readTextFile":false,"writeTextFile":true}}}\n',
            -1e-6,
        ),
        (
            "c2a",
            '{"jsonrpc":"2.0","method":"_a","params":{"text":"say \\"hi\\"\\nand \\\\ more","list":["a",2,[{}]]}}\n',
            -1e-6,
        ),
        ("a2c", '{"jsonrpc":"2.0","id":"1","result":{}}\n', -1e-6),
        ("control", Gap(None, None, "an entry that is no message"), -1e-6),
    ]
    assert opening(lines).reserialised


@pytest.mark.parametrize("data", [b"((:direction", b"[1]", b'"text"', b"#1=(#1#)"])
def test_what_is_no_list_is_refused(data: bytes) -> None:
    with pytest.raises(ImportFault, match=r"^capture: no "):
        imported(read, data)


def test_a_message_that_json_cannot_say_is_a_gap() -> None:
    (line,) = told(imported(read, b"(((:direction . incoming) (:object . ((id . 1e999)))))"))
    assert isinstance(line[1], Gap)
