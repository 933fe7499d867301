"""A home of its own for each test of the viewer, in UTC, with the recordings it asks for."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.samples import STORY, record


@pytest.fixture
def anyio_backend() -> str:
    """Textual runs on asyncio."""
    return "asyncio"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The home folder, with an empty library."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("ACP_INSPECT_HOME", str(tmp_path / "acp"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.delenv("NO_COLOR", raising=False)
    time.tzset()
    yield tmp_path
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def library(home: Path) -> Path:
    """The folder of recordings."""
    folder = home / "acp" / "recordings"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def story(library: Path) -> Path:
    """The recording of `story.acp`."""
    return record(library / "story.acprec", STORY)
