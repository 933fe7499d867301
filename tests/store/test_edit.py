"""Names and tags."""

from __future__ import annotations

from pathlib import Path

import pytest

from acp_inspect.errors import NotARecording
from acp_inspect.store.edit import rename, tag
from acp_inspect.store.reader import Recording
from acp_inspect.store.writer import Writer
from tests.store.tables import ORIGIN, STDERR, recorded


def test_a_name_and_tags_are_kept_and_taken_away(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.acprec", [(STDERR, b"one\n")])
    rename(path, "  a hang ")
    tag(path, ["bug", "zed", "bug"])
    with Recording.open(path) as recording:
        assert (recording.info().name, recording.info().tags) == ("a hang", ("bug", "zed"))
        assert recording.raw(1) == b"one\n"
    rename(path, " ")
    tag(path, [])
    with Recording.open(path) as recording:
        assert (recording.info().name, recording.info().tags) == (None, ())


def test_while_it_is_being_made(tmp_path: Path) -> None:
    writer = Writer.create(tmp_path / "a.acprec", ORIGIN)
    writer.put(STDERR, b"one\n", 0, 0)
    writer.commit()
    rename(writer.path, "live")
    writer.put(STDERR, b"two\n", 1, 1)
    writer.finish("ended", 1)
    with Recording.open(writer.path) as recording:
        assert (recording.info().name, recording.count()) == ("live", 2)


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "other.acprec"
    other.write_bytes(b"something else")
    with pytest.raises(NotARecording):
        rename(other, "mine")
    assert other.read_bytes() == b"something else"
