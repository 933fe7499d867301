"""Sleeping until a file grows or a pipe hangs up."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from acp_inspect.record import wakeup
from acp_inspect.record.wakeup import Wakeup

LONG = 60.0


@pytest.fixture(params=["told", "looking"])
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways: the kernel tells, or one has to look."""
    if request.param == "looking":
        monkeypatch.setattr(wakeup, "_watch", lambda path: None)
    return str(request.param)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "journal"
    path.touch()
    return path


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    read, write = os.pipe()
    yield read, write
    os.close(read)


def test_a_change_wakes(kernel: str, file: Path, pipe: tuple[int, int]) -> None:
    waiting = Wakeup(file, pipe[0])
    for _ in range(2):
        changes = threading.Timer(0.05, file.write_bytes, [b"more"])
        changes.start()
        began = time.monotonic()
        assert waiting.wait(LONG) is False
        assert time.monotonic() - began < LONG / 2
        changes.join()
    waiting.close()
    os.close(pipe[1])


def test_a_pipe_that_hangs_up_wakes_and_says_so_once(kernel: str, file: Path, pipe: tuple[int, int]) -> None:
    waiting = Wakeup(file, pipe[0])
    os.close(pipe[1])
    assert waiting.wait(LONG) is True
    assert waiting.wait(0) is False
    waiting.close()


def test_without_a_pipe_time_passes(kernel: str, file: Path) -> None:
    waiting = Wakeup(file, None)
    assert waiting.wait(0.01) is False
    waiting.close()
    waiting.close()


def test_what_came_before_the_wait_is_not_missed(file: Path) -> None:
    waiting = Wakeup(file, None)
    file.write_bytes(b"early")
    began = time.monotonic()
    waiting.wait(LONG)
    assert time.monotonic() - began < LONG / 2
    waiting.close()


def test_a_file_that_is_not_there_is_looked_for(tmp_path: Path) -> None:
    waiting = Wakeup(tmp_path / "none", None)
    assert waiting.wait(0.01) is False
    waiting.close()
