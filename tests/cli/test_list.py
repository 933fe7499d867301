"""`list` and `path`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import Program, process


def test_an_empty_library_says_so(cli: Program) -> None:
    ran = cli("list")
    assert (ran.code, ran.out) == (0, "")
    assert "There are no recordings in" in ran.err
    assert cli("list", "--json") == (0, "", "")


def test_recordings_are_listed_with_what_one_looks_for(cli: Program, recording: Path) -> None:
    title, line = cli("list").out.splitlines()
    assert title.split() == [
        "#",
        "when",
        "name",
        "agent",
        "client",
        "ACP",
        "sessions",
        "messages",
        "findings",
        "duration",
        "end",
    ]
    assert line.split() == [
        "1",
        "–",
        "sample",
        "sample",
        "3",
        "zed",
        "1.12",
        "v1",
        "1",
        "7",
        "–",
        "9.5",
        "s",
        "exit",
        "3",
    ]
    # It is the first look at an imported recording that judges it.
    cli("show")
    assert "  ✖1 ⓘ1  " in cli("list").out


def test_json_has_the_documented_members(cli: Program, recording: Path) -> None:
    (line,) = cli("list", "--json").out.splitlines()
    entry = json.loads(line)
    documented = cli("list", "--help").out
    assert not [name for name in entry if name not in documented]
    assert entry["path"] == str(recording)
    assert (entry["number"], entry["name"], entry["source"]) == (1, "sample", "jsonl")
    assert (entry["end"], entry["exit_code"], entry["signal"], entry["protocol"]) == ("exit 3", 3, None, 1)
    assert (entry["duration"], entry["started_at"], entry["trouble"]) == (9.5, None, None)
    assert entry["counts"]["requests"] == 3
    assert (entry["findings"], entry["judged"]) == ({}, 0)
    cli("show")
    entry = json.loads(cli("list", "--json").out)
    assert (entry["findings"], entry["judged"]) == ({"error": 1, "info": 1}, 9)


def test_hostile_names_are_inert(cli: Program, sample: Path) -> None:
    cli("import", sample, "--name", "[red]\x1b[31m\u202ex")
    assert "[red]␛[31m⟨RLO⟩x" in cli("list").out
    assert "\x1b" not in cli("list", "--json").out


def test_a_damaged_file_is_listed_with_its_trouble(cli: Program, recording: Path) -> None:
    recording.with_name("broken.acprec").write_bytes(b"SQLite format 3\0" + b"\0" * 84)
    ran = cli("list")
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 3
    troubles = [json.loads(line)["trouble"] for line in cli("list", "--json").out.splitlines()]
    assert sorted(map(bool, troubles)) == [False, True]


def test_a_recording_in_the_making_is_marked(cli: Program, tmp_path: Path) -> None:
    agent = "import sys; [print(line, end='', flush=True) for line in sys.stdin]"
    recording = process("record", "--name", "now", "--", sys.executable, "-c", agent, stdin=subprocess.PIPE)
    assert recording.stdin is not None
    assert recording.stdout is not None
    recording.stdin.write(b"{}\n")
    recording.stdin.flush()
    assert recording.stdout.readline() == b"{}\n"
    assert "● live" in cli("list").out
    (entry,) = map(json.loads, cli("list", "--json").out.splitlines())
    assert (entry["live"], entry["complete"], entry["end"]) == (True, False, "live")
    refused = cli("rm", "--yes", "now")
    assert refused.code == 2
    assert "this is still being recorded" in refused.err
    cli("prune", "--older-than", "0s")
    assert Path(entry["path"]).exists()
    recording.communicate(timeout=60)
    assert recording.returncode == 0
    assert cli("show", "now").code == 0
    (entry,) = map(json.loads, cli("list", "--json").out.splitlines())
    assert (entry["live"], entry["complete"], entry["end"]) == (False, True, "exit 0")


def test_path_prints_where_a_recording_is(cli: Program, recording: Path) -> None:
    assert cli("path") == (0, f"{recording}\n", "")
    assert cli("path", "sess-1") == (0, f"{recording}\n", "")
