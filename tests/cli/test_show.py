"""`show`: the timeline on stdout."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import CAPTURE, Program, process

WHOLE = """\
     1     0.000        –  ━━▶ request      initialize                    500 ms ok      ⓘ1 v1 zed 1.12
     2     0.500   +0.500  ◀━━ response     initialize                    → 1            v1 sample 3
     3     0.600   +0.100  ━━▶ request      session/new                   100 ms ok      /work
     4     0.700   +0.100  ◀━━ response     session/new                A  → 3            sess-1
     5     0.800   +0.100  ◀── stderr                                                    ␛[33mwarning␛[0m
     6     1.000   +0.200  ━━▶ request      session/prompt             A  8.2 s error    “[bold]hi[/bold]”
     7     1.500   +0.500  ◀━━ malformed                                                 ✖1 REASON: Loading␛]0;title␇
     8     9.250   +7.750  ◀━━ response     session/prompt             A  → 6 error      -32603 “Internal error”
     9     9.500   +0.250  ═══ exited                                                    exit 3
""".replace("REASON", "Expecting value at character 1")  # fmt: skip


def numbers(out: str) -> list[int]:
    return [int(line.split()[0]) for line in out.splitlines() if line[:6].strip().isdigit()]


def test_one_line_an_event_plain_when_piped(cli: Program, recording: Path) -> None:
    # A request that opens a session does not name it yet; its response does.
    assert cli("show") == (0, WHOLE, "")


@pytest.mark.parametrize("reference", ["1", "sample", "sam", "sess-1"])
def test_a_recording_is_found_by_number_name_beginning_and_session(
    cli: Program, recording: Path, reference: str
) -> None:
    assert cli("show", reference).out == cli("show", recording).out


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (["--from", "7"], [7, 8, 9]),
        (["--to", "2"], [1, 2]),
        (["--from", "3", "--to", "5"], [3, 4, 5]),
        (["--from", "+1"], [6, 7, 8, 9]),
        (["--from", "+1.0001"], [7, 8, 9]),
        (["--to", "+0.7"], [1, 2, 3, 4]),
        (["--to", "+0.6999"], [1, 2, 3]),
        (["--from", "+0"], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (["--from", "0", "--to", "999"], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (["--from", "10"], []),
        (["--from", "5", "--to", "4"], []),
    ],
)
def test_a_part_may_be_shown(cli: Program, recording: Path, options: list[str], shown: list[int]) -> None:
    ran = cli("show", *options)
    assert ran.code == 0
    assert numbers(ran.out) == shown


def test_a_part_knows_the_time_before_it(cli: Program, recording: Path) -> None:
    assert "+7.750" in cli("show", "--from", "8").out


@pytest.mark.parametrize("value", ["x", "-1", "1.5", "+", "+x", "+-1", "+1e99", "+nan", "٣"])
def test_a_wrong_place_is_a_mistake(cli: Program, recording: Path, value: str) -> None:
    for option in ("--from", "--to"):
        ran = cli("show", f"{option}={value}")
        assert (ran.code, ran.out) == (2, "")
        assert f"show: {option} {value}: expected" in ran.err


def test_seconds_need_times(cli: Program, tmp_path: Path) -> None:
    (tmp_path / "plain.ndjson").write_text('{"jsonrpc":"2.0","id":1,"method":"initialize"}\n')
    assert cli("import", tmp_path / "plain.ndjson").code == 0
    ran = cli("show", "--from", "+1")
    assert ran.code == 2
    assert "this recording has no times" in ran.err
    assert "–" in cli("show").out


def test_json_has_every_event_with_its_message(cli: Program, recording: Path) -> None:
    events = [json.loads(line) for line in cli("show", "--json").out.splitlines()]
    assert [event["seq"] for event in events] == list(range(1, 10))
    assert events[5]["message"]["params"]["prompt"] == [{"type": "text", "text": "[bold]hi[/bold]"}]
    assert events[7]["latency"] == 8.25
    assert events[4]["text"] == "\x1b[33mwarning\x1b[0m"


def test_json_with_raw_holds_the_lines_that_crossed(cli: Program, recording: Path) -> None:
    events = [json.loads(line) for line in cli("show", "--json", "--raw").out.splitlines()]
    captured = [json.loads(line) for line in CAPTURE.splitlines()]
    assert [event["raw"] for event in events[:8]] == [line["raw"] + "\n" for line in captured[:8]]


def test_full_lays_messages_out_and_raw_shows_lines(cli: Program, recording: Path) -> None:
    full = cli("show", "--full", "--from", "4", "--to", "5").out.splitlines()
    assert full[1:7] == [
        "       {",
        '         "jsonrpc": "2.0",',
        '         "id": 1,',
        '         "result": {',
        '           "sessionId": "sess-1"',
        "         }",
    ]
    assert full[-1] == "       ␛[33mwarning␛[0m"
    raw = cli("show", "--raw", "--from", "7", "--to", "7").out.splitlines()
    assert raw[1] == "       Loading␛]0;title␇␊"


def test_colours_are_for_those_who_ask(cli: Program, recording: Path) -> None:
    assert "\x1b[" not in cli("show").out
    coloured = cli("show", "--color", "always").out
    assert "\x1b[1;31m" in coloured
    assert "\x1b[33mwarning" not in coloured
    assert "\x1b[" not in cli("show", "--color", "never").out


@pytest.mark.parametrize(("no_color", "coloured"), [(None, True), ("", True), ("1", False)])
def test_a_terminal_gets_colours_and_lines_cut_to_its_width(
    recording: Path, monkeypatch: pytest.MonkeyPatch, no_color: str | None, coloured: bool
) -> None:
    if no_color is not None:
        monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "acp_inspect", "show", str(recording)]
    showing = subprocess.Popen(command, stdout=slave, stdin=slave)
    os.close(slave)
    out = b""
    try:
        while piece := os.read(master, 65536):
            out += piece
    except OSError:
        pass
    finally:
        os.close(master)
    assert showing.wait(60) == 0
    text = out.decode()
    assert ("\x1b[36m" in text) is coloured
    plain = text
    for code in ("0", "2", "36", "32", "33", "1;31", "35", "34"):
        plain = plain.replace(f"\x1b[{code}m", "")
    assert "\x1b" not in plain
    lines = plain.split("\r\n")[:-1]
    assert len(lines) == 9
    assert max(map(len, lines)) == 60


def test_following_shows_what_comes_and_ends_with_the_recording(tmp_path: Path) -> None:
    agent = "import sys; [print(line, end='', flush=True) for line in sys.stdin]"
    path = tmp_path / "live.acprec"
    recording = process("record", "--output", path, "--", sys.executable, "-c", agent, stdin=subprocess.PIPE)
    assert recording.stdin is not None
    following = None
    for number in range(3):
        recording.stdin.write(b'{"jsonrpc":"2.0","method":"hello/%d"}\n' % number)
        recording.stdin.flush()
        if following is None:
            while not path.with_name(path.name + ".journal").exists():
                assert recording.poll() is None
            following = process("show", "--follow", path)
        assert following.stdout is not None
        seen = b""
        while b"hello/%d" % number not in seen:
            seen = following.stdout.readline()
            assert seen
    recording.stdin.close()
    assert recording.wait(60) == 0
    assert following is not None
    out, errors = following.communicate(timeout=60)
    assert (following.returncode, errors) == (0, b"")
    assert any(b" exited " in line for line in out.splitlines())
    for stream in (recording.stdout, recording.stderr):
        assert stream is not None
        stream.close()


def test_more_events_than_one_window_are_shown_in_order(cli: Program, tmp_path: Path) -> None:
    batch = "[" + ",".join(['{\\"method\\":\\"x\\"}'] * 300) + "]"
    lines = [f'{{"t":{number},"dir":"a2c","raw":"{batch}"}}\n' for number in range(10)]
    (tmp_path / "many.jsonl").write_text("".join(lines))
    cli("import", tmp_path / "many.jsonl")
    assert numbers(cli("show").out) == list(range(1, 3_001))
    assert numbers(cli("show", "--from", "990", "--to", "2010").out) == list(range(990, 2_011))
