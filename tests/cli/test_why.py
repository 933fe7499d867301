"""`why`: what a connection waits for."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Program, process

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(
    ("at", "reason", "answer"),
    [
        ("last", None, "Nothing is open"),
        ("38", "user", "The user has not decided: a permission “Edit greeting.py” waits for the Client (event 38)."),
        ("38-1", "agent", "The Agent has not answered: session/prompt (event 12)."),
        ("41", "client", "The Client has not answered: fs/write_text_file (event 41)."),
        ("0", None, "Nothing is open"),
    ],
)
def test_the_answer(cli: Program, at: str, reason: str | None, answer: str) -> None:
    assert cli("import", ROOT / "recordings" / "v1" / "tour.acp").code == 0
    ran = cli("why", "--at", at)
    assert (ran.code, ran.err) == (0, "")
    assert answer in ran.out
    assert json.loads(cli("why", "--at", at, "--json").out)["reason"] == reason


def test_an_agent_that_died(cli: Program, recording: Path) -> None:
    assert "Nothing is open" in cli("why").out
    ran = cli("why", "--at", "7")
    assert "The Agent has not answered: session/prompt (event 6)." in ran.out
    assert "could not be read (event 7): the answer may be one of them" in ran.out


def test_mistakes(cli: Program, recording: Path) -> None:
    assert "why: --at 99: the recording has no moment 99" in cli("why", "--at", "99").err
    assert cli("why", "nothing-of-that-name").code == 2


def test_a_recording_that_goes_on_is_judged_as_of_now(cli: Program, tmp_path: Path) -> None:
    path = tmp_path / "live.acprec"
    agent = "import sys; sys.stdin.read()"
    recording = process("record", "--output", path, "--", sys.executable, "-c", agent, stdin=subprocess.PIPE)
    assert recording.stdin is not None
    try:
        recording.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\n')
        recording.stdin.flush()
        deadline = time.monotonic() + 60
        ages: list[float] = []
        while len(ages) < 2:
            assert time.monotonic() < deadline
            ran = cli("why", path, "--json")
            shown = json.loads(ran.out) if ran.code == 0 else {"requests": []}
            if shown["requests"]:
                assert shown["live"] is True
                ages.append(shown["requests"][0]["age"])
        assert ages[1] > ages[0] > 0
    finally:
        recording.stdin.close()
        assert recording.wait(60) == 0
        for stream in (recording.stdout, recording.stderr):
            assert stream is not None
            stream.close()
