"""`rm` and `prune`."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from acp_inspect.commands.prune_command import seconds_of
from acp_inspect.errors import UsageError
from tests.cli.conftest import Program


def test_a_recording_is_removed_with_all_that_stands_beside_it(cli: Program, recording: Path) -> None:
    for suffix in ("-wal", "-shm", ".journal.gap"):
        recording.with_name(recording.name + suffix).touch()
    ran = cli("rm", "--yes", "sample")
    assert (ran.code, ran.out, ran.err) == (0, "", f"removed {recording}\n")
    assert list(recording.parent.iterdir()) == []


def test_nothing_is_removed_without_a_yes(cli: Program, recording: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = cli("rm", "1")
    assert ran.code == 2
    assert "--yes removes without asking" in ran.err
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    for answer, code, there in ((False, 1, True), (True, 0, False)):
        monkeypatch.setattr("click.confirm", lambda *_, answer=answer, **__: answer)
        assert cli("rm", "1").code == code
        assert recording.exists() is there


def test_numbers_mean_what_they_meant_before(cli: Program, sample: Path, tmp_path: Path) -> None:
    for number, name in enumerate(("old", "middle", "new")):
        path = Path(cli("import", sample, "--name", name).out.strip())
        os.utime(path, (1_000_000 + number, 1_000_000 + number))
    assert cli("rm", "--yes", "1", "2").code == 0
    assert [line.split()[2] for line in cli("list").out.splitlines()[1:]] == ["old"]


def test_nothing_is_removed_when_one_is_unknown(cli: Program, recording: Path) -> None:
    assert cli("rm", "--yes", "1", "nosuch").code == 2
    assert recording.exists()


def test_only_recordings_are_removed(cli: Program, tmp_path: Path) -> None:
    file = tmp_path / "thesis.txt"
    file.write_text("years of work")
    ran = cli("rm", "--yes", file)
    assert ran.code == 2
    assert "only recordings are removed" in ran.err
    assert file.exists()


def test_a_damaged_recording_can_be_removed(cli: Program, recording: Path) -> None:
    recording.write_bytes(b"damaged")
    assert cli("rm", "--yes", recording).code == 0
    assert not recording.exists()


@pytest.mark.parametrize(
    ("age", "seconds"), [("0s", 0), ("90s", 90), ("5m", 300), ("12h", 43_200), ("30d", 2_592_000), ("2w", 1_209_600)]
)
def test_ages(age: str, seconds: int) -> None:
    assert seconds_of(age) == seconds


@pytest.mark.parametrize("age", ["", "30", "d", "-1d", "1y", "1.5d", "٣d", "1d "])
def test_wrong_ages(age: str) -> None:
    with pytest.raises(UsageError, match="expected a number with s, m, h, d or w"):
        seconds_of(age)


def test_old_recordings_are_pruned(cli: Program, sample: Path) -> None:
    old, young = (Path(cli("import", sample, "--name", name).out.strip()) for name in ("old", "young"))
    ago = time.time() - 40 * 86_400
    os.utime(old, (ago, ago))
    dry = cli("prune", "--older-than", "30d", "--dry-run")
    assert (dry.code, dry.out) == (0, f"{old}\n")
    assert dry.err.startswith("would remove 1 recording, ")
    assert old.exists()
    done = cli("prune", "--older-than", "30d")
    assert (done.code, done.out) == (0, f"{old}\n")
    assert done.err.startswith("removed 1 recording, ")
    assert (old.exists(), young.exists()) == (False, True)
    assert cli("prune", "--older-than", "30d").err == "removed 0 recordings, 0 B\n"
