"""Where packaged schema data is found."""

from __future__ import annotations

import pytest

from acp_inspect.protocol.packaged import packaged_file


def test_a_packaged_file_is_read() -> None:
    assert packaged_file(1, "schema.json").startswith(b"{\n")


def test_there_is_no_file_of_version_3() -> None:
    with pytest.raises(FileNotFoundError):
        packaged_file(3, "schema.json")
