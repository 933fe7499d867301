"""Formats, told apart by content."""

from __future__ import annotations

import pytest

from acp_inspect.importers.captured import ImportFault
from acp_inspect.importers.formats import FORMATS, detect, format_named
from tests.importers.reading import source


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b'{"t":0,"dir":"c2a","raw":"{\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"x\\"}"}\n', "jsonl"),
        (b'# what it shows\nC {"jsonrpc":"2.0","method":"x"}\n', "acp"),
        (b'{"jsonrpc":"2.0","method":"x"}\n', "ndjson"),
        (b'starting\n{"jsonrpc":"2.0","id":1,"result":{}}\n', "ndjson"),
    ],
)
def test_content_decides(data: bytes, name: str) -> None:
    assert detect(source(data, "no.extension")).name == name


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"SQLite format 3\0" + b"\0" * 100, "is an SQLite database"),
        (b"hello\n", "looked for jsonl"),
        (b"\x00\x01\x02", "looked for jsonl"),
        (b'{"openapi": "3.0"}', "looked for jsonl"),
    ],
)
def test_other_files_are_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(ImportFault) as caught:
        detect(source(data))
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_formats_have_names() -> None:
    assert [format_named(one.name) for one in FORMATS] == list(FORMATS)
