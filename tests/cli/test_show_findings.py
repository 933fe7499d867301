"""Findings in `show`: on their events, alone, below them, and while a recording is being made."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from acp_inspect.errors import StoreError
from tests.cli.conftest import Program, process

NOTICE = '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"hi"}}}'
CAPTURE = f"""\
C @0 {{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":1,"clientCapabilities":{{}},"clientInfo":{{"name":"c","version":"1"}}}}}}
A @0.1 {{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":1,"agentCapabilities":{{}},"authMethods":[],"agentInfo":{{"name":"a","version":"1"}}}}}}
C @0.2 {{"jsonrpc":"2.0","id":1,"method":"session/new","params":{{"cwd":"/w","mcpServers":[]}}}}
A @0.3 {{"jsonrpc":"2.0","id":1,"result":{{"sessionId":"s1"}}}}
A @0.4 {NOTICE}
A @0.5 {{"jsonrpc":"2.0","method":"_vendor/x","params":{{"_meta":{{"traceparent":"no"}}}}}}
"""
"""An error in event 5 and a warning in event 6."""


@pytest.fixture
def faulty(cli: Program, tmp_path: Path) -> Path:
    """The capture as the library's only recording."""
    (tmp_path / "faulty.acp").write_text(CAPTURE)
    return Path(cli("import", tmp_path / "faulty.acp").out.strip())


def _numbers(out: str) -> list[int]:
    return [int(line.split()[0]) for line in out.splitlines() if line[:6].strip().isdigit()]


def test_rows_are_marked_and_what_is_wrong_stands_below_with_full(cli: Program, faulty: Path) -> None:
    rows = cli("show").out.splitlines()
    assert [sign for row in rows for sign in ("✖1", "▲1", "ⓘ1") if sign in row] == ["✖1", "▲1"]
    assert "✖1" in rows[4]
    assert "▲1" in rows[5]
    below = cli("show", "--full", "--from", "5", "--to", "5").out.splitlines()[-1]
    assert below.startswith("       ✖ notice/ungated (agent) /params/update: a notice, but")
    assert below.endswith("(proof: #1)")


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (["--findings"], [5, 6]),
        (["--level", "info"], [5, 6]),
        (["--level", "warning"], [5, 6]),
        (["--level", "error"], [5]),
        (["--findings", "--level", "error"], [5]),
        (["--findings", "--from", "6"], [6]),
        (["--findings", "--to", "5"], [5]),
        (["--findings", "--to", "4"], []),
    ],
)
def test_only_events_with_findings(cli: Program, faulty: Path, options: list[str], shown: list[int]) -> None:
    ran = cli("show", *options)
    assert ran.code == 0
    assert _numbers(ran.out) == shown
    assert ran.out.count("notice/ungated") == (5 in shown)


def test_json_has_them(cli: Program, faulty: Path) -> None:
    events = [json.loads(line) for line in cli("show", "--json").out.splitlines()]
    assert [[one["rule"] for one in event["findings"]] for event in events] == [
        [], [], [], [], ["notice/ungated"], ["ext/trace-context-format"],
    ]  # fmt: skip
    assert events[4]["findings"][0]["related"] == [1]
    (event,) = map(json.loads, cli("show", "--json", "--level", "error").out.splitlines())
    assert event["seq"] == 5


def test_a_recording_that_cannot_be_judged_is_shown_all_the_same(
    cli: Program, faulty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr("acp_inspect.store.findings.judge_recording", refuse)
    ran = cli("show")
    assert ran.code == 0
    assert _numbers(ran.out) == [1, 2, 3, 4, 5, 6]
    assert ran.err == "acp-inspect: findings may be missing: the disk is full\n"


@pytest.mark.parametrize("terminal", [True, False])
def test_how_far_judging_has_come_is_told_to_terminals(
    cli: Program, faulty: Path, monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    monkeypatch.setattr("acp_inspect.commands.judged._QUIET_SECONDS", -1.0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal, raising=False)
    assert cli("show").err == ("\rjudging … 100 %\r\x1b[K" if terminal else "")
    # What is judged already is not judged again.
    assert cli("show").err == ""


@pytest.mark.parametrize("options", [[], ["--findings"], ["--json"]])
def test_following_shows_findings_too(tmp_path: Path, options: list[str]) -> None:
    answers = [line[2:].partition(" ")[2] for line in CAPTURE.splitlines() if line.startswith("A ")]
    agent = tmp_path / "agent.py"
    agent.write_text(
        "import sys\n"
        f"answers = {answers!r}\n"
        "for line in sys.stdin:\n"
        "    print(answers.pop(0), flush=True)\n"
        "    if len(answers) == 2:\n"
        "        print(answers.pop(0), flush=True)\n"
    )
    path = tmp_path / "live.acprec"
    recording = process("record", "--output", path, "--", sys.executable, agent, stdin=subprocess.PIPE)
    assert recording.stdin is not None
    assert recording.stdout is not None
    asked = [line[2:].partition(" ")[2] for line in CAPTURE.splitlines() if line.startswith("C ")]
    recording.stdin.write(asked[0].encode() + b"\n")
    recording.stdin.flush()
    recording.stdout.readline()
    following = process("show", "--follow", path, *options)
    recording.stdin.write(asked[1].encode() + b"\n")
    recording.stdin.flush()
    assert following.stdout is not None
    # It comes while the recording goes on: with its event, or a moment later by itself.
    seen = b""
    while b"notice/ungated" not in seen and "✖1".encode() not in seen:
        seen = following.stdout.readline()
        assert seen
    assert recording.poll() is None
    recording.stdin.close()
    assert recording.wait(60) == 0
    out = following.stdout.read()
    assert following.stderr is not None
    assert following.stderr.read() == b""
    assert following.wait(60) == 0
    # Never twice.
    told = (seen + out).decode()
    assert told.count("notice/ungated") + (told.count("✖1") if options == [] else 0) == 1
    for stream in (recording.stdout, recording.stderr, following.stdout, following.stderr):
        assert stream is not None
        stream.close()
