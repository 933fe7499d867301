"""Imported lines, stored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from acp_inspect.errors import StoreError
from acp_inspect.importers.captured import CapturedLine, ImportFault, control_line
from acp_inspect.importers.store import place_for, store_lines
from acp_inspect.store.reader import Recording
from acp_inspect.wire.control import Note
from tests.importers.reading import A2C, C2A, source

LINES = [CapturedLine(C2A, b'{"id":0,"method":"initialize"}\n', 5, 7), CapturedLine(A2C, b"\xff", 9, 9)]


def test_lines_become_a_finished_recording(tmp_path: Path) -> None:
    path = tmp_path / "one.acprec"
    assert store_lines(iter(LINES), path, source="jsonl", name="n", tags=("a", "b")) == 2
    with Recording.open(path) as recording:
        info = recording.info()
        assert [(line.stream, line.raw, line.first_at, line.last_at) for line in recording.lines()] == [
            line[:4] for line in LINES
        ]
    assert (info.source, info.name, info.tags, info.complete, info.end) == ("jsonl", "n", ("a", "b"), True, "imported")
    assert (info.timed, info.started_at) == (True, None)
    assert [file.name for file in tmp_path.iterdir()] == ["one.acprec"]


def test_lines_without_times_make_a_recording_without_times(tmp_path: Path) -> None:
    path = tmp_path / "one.acprec"
    store_lines(iter([CapturedLine(C2A, b"x\n")]), path, source="ndjson")
    with Recording.open(path) as recording:
        assert recording.info().timed is False


def test_the_wall_clock_of_the_start_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "one.acprec"
    store_lines(iter([control_line(Note("a log", started_at=1_700_000_000 * 10**9), 0), *LINES]), path, source="x")
    with Recording.open(path) as recording:
        assert (recording.info().started_at, recording.info().timed) == (1_700_000_000 * 10**9, True)


def test_an_empty_capture_is_an_empty_recording(tmp_path: Path) -> None:
    path = tmp_path / "one.acprec"
    assert store_lines(iter([]), path, source="acp") == 0
    with Recording.open(path) as recording:
        assert recording.count() == 0


def test_a_fault_in_the_file_leaves_nothing_behind(tmp_path: Path) -> None:
    def faulty() -> Iterator[CapturedLine]:
        for _ in range(5_000):
            yield from LINES
        raise source(b"").fault(5_001, "no JSON")

    with pytest.raises(ImportFault):
        store_lines(faulty(), tmp_path / "one.acprec", source="jsonl")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_exists_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "one.acprec"
    path.write_text("mine")
    with pytest.raises(StoreError, match="there is a file of that name"):
        store_lines(iter(LINES), path, source="jsonl")
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_does_not_exist_is_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="No such file or directory"):
        store_lines(iter(LINES), tmp_path / "no" / "one.acprec", source="jsonl")


@pytest.mark.parametrize(
    ("stem", "ending"), [("capture", "-capture"), ("../../etc/pass wd", "-_.._etc_pass_wd"), ("é…", "-__"), ("..", "-import")]
)  # fmt: skip
def test_places_in_the_library_have_harmless_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stem: str, ending: str
) -> None:
    monkeypatch.setenv("ACP_INSPECT_HOME", str(tmp_path))
    path = place_for(stem)
    assert path.parent == tmp_path / "recordings"
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert path.name.endswith(f"{ending}.acprec")


def test_two_imports_of_one_name_get_two_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACP_INSPECT_HOME", str(tmp_path))
    monkeypatch.setattr("acp_inspect.importers.store.strftime", lambda *_: "20260101-000000")
    first = place_for("x")
    first.touch()
    assert [first.name, place_for("x").name] == ["20260101-000000-x.acprec", "20260101-000000-x-2.acprec"]
