"""Removing with a way back."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from acp_inspect.errors import StoreError
from acp_inspect.store.aside import Aside, sweep
from acp_inspect.store.format import journal_of
from acp_inspect.store.library import list_recordings
from tests.store.tables import STDERR, recorded, tables


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ACP_INSPECT_HOME", str(tmp_path))
    (tmp_path / "recordings").mkdir()
    return tmp_path / "recordings"


def test_what_is_moved_aside_comes_back_as_it_was(folder: Path) -> None:
    one = recorded(folder / "one.acprec", [(STDERR, b"one\n")])
    two = recorded(folder / "two.acprec", [(STDERR, b"two\n")])
    journal_of(two).write_bytes(b"left over")
    before = tables(one)
    aside = Aside()
    aside.move(one)
    aside.move(two)
    assert list_recordings() == []
    assert aside.put_back() == two
    assert journal_of(two).read_bytes() == b"left over"
    assert aside.put_back() == one
    assert aside.put_back() is None
    assert tables(one) == before
    assert sorted(file.name for file in folder.iterdir()) == ["one.acprec", "two.acprec", "two.acprec.journal"]


def test_closing_removes_for_good(folder: Path) -> None:
    path = recorded(folder / "one.acprec", [])
    aside = Aside()
    aside.move(path)
    aside.close()
    assert list(folder.iterdir()) == []
    assert aside.put_back() is None


def test_nothing_is_put_in_the_place_of_another(folder: Path) -> None:
    path = recorded(folder / "one.acprec", [])
    aside = Aside()
    aside.move(path)
    recorded(path, [(STDERR, b"new\n")])
    with pytest.raises(StoreError, match="of that name again"):
        aside.put_back()
    path.unlink()
    assert aside.put_back() == path


def test_what_a_killed_process_left_is_swept_and_nothing_else(folder: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    left = folder / f".removed-{int(ended.stdout)}-aa"
    kept = [folder / f".removed-{os.getpid()}-bb", folder / ".removed-words-cc", folder / "removed-1-dd"]
    for each in (left, *kept):
        each.mkdir()
        (each / "one.acprec").write_bytes(b"")
    sweep(folder)
    assert not left.exists()
    assert all((each / "one.acprec").exists() for each in kept)
