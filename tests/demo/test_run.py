"""The demo as a user runs it: through the real tee, into a library of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from acp_inspect.demo import run
from acp_inspect.store.library import list_recordings
from acp_inspect.store.reader import Recording
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.rpc import decode_line

DEADLINE = 110.0
PACE = 0.02


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ACP_INSPECT_HOME", str(tmp_path))
    return tmp_path / "recordings"


@pytest.mark.parametrize("version", [1, 2])
def test_both_scenarios_are_recorded_whole(library: Path, version: int) -> None:
    recordings = run.record(["tour", "faults"], version, pace=PACE)
    assert recordings is not None
    assert sorted(recordings) == sorted(library.glob("*.acprec"))
    assert {entry.path for entry in list_recordings()} == set(recordings)
    for path in recordings:
        with Recording.open(path) as recording:
            info = recording.info()
            assert info.complete
            assert info.exit_code == 0
            assert (info.client, info.agent, info.version) == ("sample-client", "sample-agent", version)
            said = b"".join(recording.stream_bytes(Stream.CLIENT_TO_AGENT))
            assert said.endswith(b"\n")
            assert all(decode_line(line) for line in said.splitlines())
            assert b"good bye" in b"".join(recording.stream_bytes(Stream.STDERR))


def test_a_conversation_that_fails_is_told(
    library: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    # The agent's interpreter cannot find the project, so the agent ends before it answers.
    monkeypatch.setenv("PYTHONHOME", str(tmp_path))
    assert run.record(["tour"], 1, pace=PACE) is None
    assert "The scenario tour failed (exit code 1)" in capsys.readouterr().err


def demo(library: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "acp_inspect", "demo", *options],
        env=os.environ | {"ACP_INSPECT_HOME": str(library.parent)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
    )


def test_without_a_terminal_the_timelines_are_printed(library: Path) -> None:
    done = demo(library, "--fast", "--v2")
    assert (done.returncode, done.stdout != "") == (0, True), done.stderr
    tour, faults = sorted(library.glob("*.acprec"), key=lambda path: "faults" in path.name)
    assert f"tour: a session as it should be ({tour})" in done.stdout
    assert f"faults: an agent that breaks the protocol ({faults})" in done.stdout
    assert "session/prompt" in done.stdout
    assert "cache warm" in done.stdout


def test_one_scenario_alone(library: Path) -> None:
    done = demo(library, "--fast", "--scenario", "faults", "--no-view")
    assert done.returncode == 0, done.stderr
    (path,) = library.glob("*.acprec")
    assert "faults" in path.name


def test_an_unknown_option_is_misuse(library: Path) -> None:
    done = demo(library, "--slow")
    assert done.returncode == 2
    assert "--slow" in done.stderr
    assert not library.exists()
