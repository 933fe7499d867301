"""The recordings of a user: listed, and found by what one can know of them."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from acp_inspect.errors import NoSuchRecording, UsageError
from acp_inspect.store import library
from acp_inspect.store.library import find, library_folder, list_recordings
from tests.record.journals import Journal, conversation
from tests.store.locks import held_by_another
from tests.store.tables import CLIENT, ORIGIN, recorded

PROMPT = b'{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"%s"}}\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ACP_INSPECT_HOME", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    made = tmp_path / "recordings"
    made.mkdir()
    return made


@pytest.fixture
def three(folder: Path) -> list[Path]:
    """Oldest first."""
    return [
        recorded(
            folder / f"2026010{day}-000000-{agent}-{day}.acprec",
            [(CLIENT, PROMPT % session)],
            replace(ORIGIN, started_at=day * 10**18 // 100, name=name),
        )
        for day, agent, name, session in (
            (1, "alpha", "trial", b"sess_aa"),
            (2, "beta", None, b"sess_bb"),
            (3, "beta", "trial", b"sess_aa"),
        )
    ]


def test_the_folder_is_where_the_environment_says(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert library_folder() == folder
    monkeypatch.setenv("ACP_INSPECT_HOME", " ")
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert library_folder().parts[-2:] == ("acp-inspect", "recordings")


def test_the_newest_comes_first(three: list[Path]) -> None:
    entries = list_recordings()
    assert [(entry.number, entry.path) for entry in entries] == list(enumerate(reversed(three), 1))
    assert [entry.info.name for entry in entries if entry.info] == ["trial", None, "trial"]
    assert [find(str(number)) for number in (1, 2, 3)] == three[::-1]


def test_an_empty_library_says_how_to_fill_it(folder: Path) -> None:
    assert list_recordings() == []
    with pytest.raises(NoSuchRecording, match="acp-inspect record"):
        find("1")
    folder.rmdir()
    assert list_recordings() == []


def test_found_by_everything_one_can_know(three: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    oldest, middle, newest = three
    assert find(str(middle)) == middle
    assert find(middle.name) == middle
    assert find(middle.stem) == middle
    assert find("20260102") == middle
    assert find("trial") == newest, "of several with the same name the newest is meant"
    assert find("sess_bb") == middle
    assert find("sess_aa") == newest
    assert find("sess_b") == middle
    monkeypatch.chdir(oldest.parent.parent)
    Path("trial").mkdir()
    assert find("trial") == newest, "a folder of that name is not meant"
    Path("capture.jsonl").touch()
    assert find("capture.jsonl") == Path("capture.jsonl"), "whoever opens it will be told what it is"
    monkeypatch.chdir(oldest.parent)
    assert find(oldest.name).samefile(oldest)
    assert find(f"./{oldest.name}").samefile(oldest)


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("0", "1 \\(the newest\\) to 3"),
        ("4", "1 \\(the newest\\) to 3"),
        ("trail", "near it: trial"),
        ("20260102-000000-beta-3", "near it: .*20260102-000000-beta-2"),
        ("./none.acprec", "no such file"),
        ("nothing like it", "acp-inspect list"),
        ("", "acp-inspect list"),
    ],
)
def test_not_found_says_what_is_near(three: list[Path], reference: str, words: str) -> None:
    with pytest.raises(NoSuchRecording, match=words):
        find(reference)


def test_a_beginning_of_several_names_some(three: list[Path]) -> None:
    with pytest.raises(UsageError, match="3 recordings begin so"):
        find("202601")


def test_trouble_with_one_is_its_own(three: list[Path], folder: Path) -> None:
    (folder / "empty.acprec").touch()
    (folder / "folder.acprec").mkdir()
    (folder / "note.txt").touch()
    (folder / ".hidden.acprec").touch()
    entries = {entry.path.name: entry for entry in list_recordings()}
    assert len(entries) == 5
    assert "empty" in (entries["empty.acprec"].trouble or "")
    assert "folder" in (entries["folder.acprec"].trouble or "")
    assert entries[three[0].name].trouble is None


def test_an_unfinished_recording_is_finished_when_it_is_listed(folder: Path) -> None:
    journal = Journal(folder / "a.acprec.journal").begin()
    for stream, data in conversation(2):
        journal.add(stream, data)
    journal.end()
    (entry,) = list_recordings()
    assert entry.trouble is None
    assert entry.info is not None
    assert (entry.info.complete, entry.info.end) == (True, "exit 0")
    assert os.listdir(folder) == ["a.acprec"]


def test_a_live_one_is_marked(folder: Path) -> None:
    recorded(folder / "a.acprec", [(CLIENT, PROMPT % b"s")], finish=False)
    with held_by_another(folder / "a.acprec.journal"), held_by_another(folder / "a.acprec.lock"):
        (entry,) = list_recordings()
    assert entry.info is not None
    assert entry.info.live


def test_the_fallback_folder_counts_if_it_is_ours_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fallback = Path(os.environ["TMPDIR"]) / f"acp-inspect-{os.getuid()}" / "recordings"
    fallback.mkdir(parents=True)
    path = recorded(fallback / "a.acprec", [])
    fallback.parent.chmod(0o700)
    assert [entry.path for entry in list_recordings()] == [path]
    fallback.parent.chmod(0o777)
    assert list_recordings() == []


def test_everything_that_is_promised_is_there() -> None:
    assert all(hasattr(library, name) for name in library.__all__)
