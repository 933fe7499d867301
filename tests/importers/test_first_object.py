"""The first object of a file."""

from __future__ import annotations

import pytest

from acp_inspect.importers.first_object import first_object


@pytest.mark.parametrize(
    ("head", "found"),
    [
        (b'\n {"a": 1}\nrest', {"a": 1}),
        (b'words\n{"a": 1}\n', {}),
        (b"[1]\n", {}),
        (b'{"cut', {}),
        (b"", {}),
    ],
)
def test_the_first_line_decides(head: bytes, found: dict[str, int]) -> None:
    assert first_object(head) == found
