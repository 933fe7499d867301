"""What a recorder left undone is finished before someone reads it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from acp_inspect.errors import NewerFormat, NoSuchRecording, NotARecording, StoreError
from acp_inspect.record.journal import MAGIC
from acp_inspect.store import catch_up as module
from acp_inspect.store.catch_up import catch_up
from acp_inspect.store.reader import Recording
from acp_inspect.store.recorder import recorder_command, recorder_environment
from acp_inspect.store.writer import Writer
from tests.record.journals import Journal, start_payload, update
from tests.store.locks import held_by_another
from tests.store.tables import AGENT, ORIGIN, recorded


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.acprec"


def journal(path: Path) -> Journal:
    return Journal(path.with_name("a.acprec.journal")).begin().add(1, update(1)).add(1, b"tail")


def test_a_journal_without_tee_and_recorder(path: Path) -> None:
    journal(path)
    catch_up(path)
    with Recording.open(path) as recording:
        assert (recording.info().complete, recording.info().end) == (True, "unfinished")
    assert os.listdir(path.parent) == ["a.acprec"]


def test_a_finished_recording_is_left_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded(path, [(AGENT, update(1))])
    before = path.read_bytes()
    monkeypatch.setattr(subprocess, "run", None)
    catch_up(path)
    assert path.read_bytes() == before


def test_one_that_a_viewer_kept_in_two_files_is_gathered(path: Path) -> None:
    writer = Writer.create(path, ORIGIN)
    with Recording.open(path) as recording:
        recording.count()
        writer.finish("unfinished", None)
    assert len(os.listdir(path.parent)) > 1
    catch_up(path)
    assert os.listdir(path.parent) == ["a.acprec"]


def test_a_recorder_at_work_is_not_disturbed_nor_waited_for_without_end(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_LIVE_PATIENCE", 0.1)
    monkeypatch.setattr(module, "_PATIENCE", 0.1)
    grown = journal(path)
    with held_by_another(path.with_name("a.acprec.lock")):
        with held_by_another(grown.path):
            catch_up(path)
        # The recorder it waits for is stuck, and the tee is gone: there is nothing to be done now.
        catch_up(path)
        assert not path.exists()
    catch_up(path)
    assert path.exists()


def test_nothing_there(path: Path) -> None:
    with pytest.raises(NoSuchRecording):
        catch_up(path)


@pytest.mark.parametrize(
    ("content", "error"), [(b"no journal", StoreError), (MAGIC[:-1] + b"\x77", NewerFormat)], ids=["foreign", "newer"]
)
def test_the_recorders_words_come_through(path: Path, content: bytes, error: type[Exception]) -> None:
    path.with_name("a.acprec.journal").write_bytes(content)
    with pytest.raises(error, match=r"a\.acprec\.journal"):
        catch_up(path)


def test_a_journal_beside_a_foreign_file(path: Path) -> None:
    path.write_bytes(b"diary")
    journal(path)
    with pytest.raises(NotARecording, match="not a recording"):
        catch_up(path)
    assert path.read_bytes() == b"diary"


def test_a_journal_beside_another_runs_recording(path: Path) -> None:
    recorded(path, [])
    Journal(path.with_name("a.acprec.journal")).begin(start_payload(tee_pid=1))
    with pytest.raises(StoreError, match="another run"):
        catch_up(path)


def test_the_recorder_is_found_from_any_folder(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trap = tmp_path / "trap"
    (trap / "acp_inspect").mkdir(parents=True)
    (trap / "acp_inspect" / "__init__.py").write_text("raise SystemExit('a stranger ran')")
    (trap / "orjson.py").write_text("raise SystemExit('a stranger ran')")
    monkeypatch.chdir(trap)
    journal(path)
    catch_up(path)
    assert path.exists()
    assert "-P" in recorder_command(path)
    assert recorder_environment()["PYTHONPATH"].split(os.pathsep)[-1] == str(Path(module.__file__).parents[2])
