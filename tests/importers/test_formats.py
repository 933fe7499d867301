"""Formats, told apart by content."""

from __future__ import annotations

from pathlib import Path

import pytest

from acp_inspect.commands.import_command import _HELP, FORMAT_NAMES
from acp_inspect.importers.captured import ImportFault
from acp_inspect.importers.formats import FORMATS, detect, format_named
from tests.importers.reading import CONTROL, source


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
        (b"SQLite format 3\0" + b"\0" * 100, "cannot be read as a database"),
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


def test_the_command_knows_every_format() -> None:
    assert [one.name for one in FORMATS] == list(FORMAT_NAMES)
    words = _HELP.replace(",", " ").replace(";", " ").split()
    assert not set(FORMAT_NAMES) - set(words)


def test_every_format_is_in_the_reference() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "imports.md").read_text("utf-8")
    rows = {line.split("`")[1] for line in page.splitlines() if line.startswith("| `")}
    assert rows == set(FORMAT_NAMES)


def test_each_format_is_read_in_one_way() -> None:
    for one in FORMATS:
        assert (one.detect is None) is (one.has_tables is not None)
        assert (one.read is None) is (one.read_parts is not None)


def test_a_file_of_another_format_than_the_named_one_is_refused_or_empty() -> None:
    for one in FORMATS:
        try:
            parts = one.parts(source(b"hello\n"))
            lines = [line for part in parts for line in part.lines]
        except ImportFault as fault:
            assert "\n" not in str(fault)  # noqa: PT017 - which of the two it is depends on the format
        else:
            assert all(line.stream is CONTROL or line.raw == b"hello\n" for line in lines)


def test_formats_have_names() -> None:
    assert [format_named(one.name) for one in FORMATS] == list(FORMATS)
