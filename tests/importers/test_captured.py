"""Streams put into lines."""

from __future__ import annotations

from acp_inspect.importers.captured import HEAD, CapturedLine, Frames, ImportFault
from tests.importers.reading import A2C, C2A, STDERR, source


def test_pieces_of_several_streams_become_lines_in_the_order_of_their_ends() -> None:
    frames = Frames()
    assert frames.feed(C2A, b"a", 1, 11) == []
    assert frames.feed(A2C, b"b\n", 2, 12) == [CapturedLine(A2C, b"b\n", 2, 2, 12)]
    assert frames.feed(C2A, b"c\nd", 3, 13) == [CapturedLine(C2A, b"ac\n", 1, 3, 13)]
    assert frames.feed(STDERR, b"e", 4, 14) == []
    assert frames.close() == [CapturedLine(C2A, b"d", 3, 3, 13), CapturedLine(STDERR, b"e", 4, 4, 14)]
    assert frames.close() == []


def test_the_head_leaves_the_file_at_its_start() -> None:
    opened = source(b"x" * (HEAD + 1))
    assert len(opened.head()) == HEAD
    assert opened.head() == b"x" * HEAD


def test_faults_name_the_file_and_the_line() -> None:
    fault = source(b"", "f.jsonl").fault(12, "no JSON")
    assert isinstance(fault, ImportFault)
    assert str(fault) == "f.jsonl, line 12: no JSON"
    assert fault.exit_code == 2
    assert str(source(b"", "f").fault(None, "is empty")) == "f: is empty"
