"""Transcripts, read."""

from __future__ import annotations

import pytest

from acp_inspect.importers.acp import detect, read
from acp_inspect.importers.captured import CapturedLine, ImportFault
from tests.importers.reading import A2C, C2A, CONTROL, imported


def test_a_transcript_becomes_its_lines() -> None:
    data = b'# sample\nC @0.5 {"a":1}\n\nA~ \\xff\n= {"control":"exited","code":0,"signal":null}\n'
    assert imported(read, data) == [
        CapturedLine(C2A, b'{"a":1}\n', 500_000_000, 500_000_000, source=2),
        CapturedLine(A2C, b"\xff", source=4),
        CapturedLine(CONTROL, b'{"control":"exited","code":0,"signal":null}\n', source=5),
    ]


def test_a_wrong_line_is_an_error_that_names_it() -> None:
    with pytest.raises(ImportFault, match=r"^capture: no transcript: line 2: expected C, A, E or ="):
        imported(read, b"C {}\nnonsense\n")


@pytest.mark.parametrize(
    ("head", "found"),
    [
        (b"C {}\n", True),
        (b"# a comment\n\nA~ x\\n\n", True),
        (b"# only a comment\n", False),
        (b"C {}\nHello\n", False),
        (b"Content-Length: 3\n", False),
        (b"", False),
        (b"C {} and a line that is cut", True),
    ],
)
def test_every_line_of_the_head_tells_the_format(head: bytes, found: bool) -> None:
    assert detect(head) is found
