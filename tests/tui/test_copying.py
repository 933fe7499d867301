"""What goes to the clipboard."""

from __future__ import annotations

import json

import pytest

from acp_inspect.store.rows import EventRow
from acp_inspect.tui.copying import copy_of
from acp_inspect.tui.values import Shown
from acp_inspect.views.detail import detail


def _shown(raw: bytes, *, part: int | None = None, kind: str = "notification", size: int | None = None) -> Shown:
    event = EventRow(7, 7, part, 5, "agent", kind, "m", None, None, None, None, None, None, None, len(raw))
    return Shown(7, part, "m", detail(event, raw), raw, len(raw) if size is None else size, "")


def test_a_message_is_copied_laid_out_with_the_characters_it_has() -> None:
    copy = copy_of(_shown('{"method":"m","params":{"text":"\\u202eevil é 1.0","n":1.0}}\n'.encode()), "message")
    assert copy.text is not None
    assert json.loads(copy.text) == {"method": "m", "params": {"text": "\u202eevil é 1.0", "n": 1.0}}
    assert '"n": 1.0' in copy.text
    assert copy.what.startswith("#7 as laid out JSON")


def test_of_a_batch_the_entry_is_copied() -> None:
    copy = copy_of(_shown(b'[{"method":"a"},{"method":"b"}]\n', part=1), "message")
    assert copy.text is not None
    assert json.loads(copy.text) == {"method": "b"}


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_the_raw_line_is_copied_without_its_end(end: bytes) -> None:
    assert copy_of(_shown(b'{"method" : "m"}' + end), "raw").text == '{"method" : "m"}'


def test_bytes_that_are_no_text_are_told() -> None:
    copy = copy_of(_shown(b"\xff\n", kind="stderr"), "message")
    assert copy.text == "\ufffd"
    assert "no UTF-8" in copy.what


def test_the_envelope_is_copied_as_lines() -> None:
    copy = copy_of(_shown(b'{"method":"m"}\n'), "envelope")
    assert copy.text is not None
    assert "event: 7\n" in copy.text


def test_what_is_too_long_is_not_copied_and_says_what_to_do() -> None:
    copy = copy_of(_shown(b'{"method":"m"}\n', size=64_000_000), "raw")
    assert copy.text is None
    assert "64.0 MB" in copy.what
    assert "acp-inspect show" in copy.what
