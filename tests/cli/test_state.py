"""`state`: what the Client holds at a moment."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from acp_inspect.protocol.packaged import packaged_file
from tests.cli.conftest import Program

ROOT = Path(__file__).parent.parent.parent
GOLDEN = ROOT / "tests" / "golden" / "state"


@pytest.fixture
def tour(cli: Program) -> Path:
    ran = cli("import", ROOT / "recordings" / "v1" / "tour.acp", "--name", "tour")
    assert ran.code == 0, ran.err
    return Path(ran.out.strip())


def test_the_end_of_the_newest_recording(cli: Program, tour: Path) -> None:
    assert cli("state", "--full") == (0, (GOLDEN / "v1-tour.txt").read_text(), "")


@pytest.mark.parametrize(
    ("at", "seq"),
    [
        ("0", 0), ("60", 60), ("last", 101), ("last-1", 100), ("60-1", 59), ("60+2", 62), ("101", 101),
        ("+1.728126", 38), ("+1.728126s", 38), ("+1.728126s-3", 35), ("+0", 0), ("+999", 101),
    ],
)  # fmt: skip
def test_a_moment(cli: Program, tour: Path, at: str, seq: int) -> None:
    shown = json.loads(cli("state", "tour", "--at", at, "--json").out)
    assert (shown["moment"], shown["of"]) == (seq, 101)


@pytest.mark.parametrize(
    ("at", "told"),
    [
        ("102", "the recording has no moment 102; its moments are 0 (before all) to 101"),
        ("last+1", "the recording has no moment 102"),
        ("0-1", "the recording has no moment -1"),
        *[(word, "expected the number of an event, `last`, or + and seconds, as in +12.5") for word in ("x", "-1", "1.5", "+", "+x", "+1e9", "٣", "", "last-", "9" * 19)],
    ],
)  # fmt: skip
def test_a_wrong_moment_is_a_mistake(cli: Program, tour: Path, at: str, told: str) -> None:
    ran = cli("state", "tour", f"--at={at}")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"acp-inspect: state: --at {at}: ")
    assert told in ran.err
    assert ran.err.count("\n") == 1


def test_seconds_need_times(cli: Program, tmp_path: Path) -> None:
    (tmp_path / "plain.ndjson").write_text('{"jsonrpc":"2.0","id":1,"method":"initialize"}\n')
    cli("import", tmp_path / "plain.ndjson")
    assert "this recording has no times" in cli("state", "--at", "+1").err


@pytest.mark.parametrize("session", ["sess_c34c8fea1ad2", "sess_c3", "A", "a"])
def test_a_session_by_id_beginning_or_letter(cli: Program, tour: Path, session: str) -> None:
    shown = json.loads(cli("state", "tour", "--session", session, "--json").out)
    assert [one["id"] for one in shown["sessions"]] == ["sess_c34c8fea1ad2"]


def test_sessions_that_are_not_there(cli: Program, tour: Path) -> None:
    ran = cli("state", "tour", "--session", "nope")
    assert (ran.code, ran.out) == (2, "")
    assert "state: --session nope: there is no such session; there are: A sess_c34c8fea1ad2" in ran.err
    assert "nothing is known of it at moment 1" in cli("state", "tour", "--session", "A", "--at", "1").err
    assert cli("import", ROOT / "recordings" / "v1" / "two-sessions.acp").code == 0
    assert "2 sessions begin so" in cli("state", "1", "--session", "sess").err


def test_only_some_parts(cli: Program, tour: Path) -> None:
    out = cli("state", "tour", "--only", "plans, tools").out
    assert "Plan" in out
    assert "completed  edit" in out
    assert "Grüß dich" not in out
    ran = cli("state", "tour", "--only", "plan")
    assert ran.code == 2
    assert "--only plan: there is no such part; did you mean plans?" in ran.err
    assert cli("state", "tour", "--only", ",").code == 2


def test_no_recording(cli: Program, tmp_path: Path) -> None:
    assert cli("state").code == 2
    (tmp_path / "x.acprec").write_text("x")
    ran = cli("state", "./x.acprec")
    assert (ran.code, ran.out) == (2, "")


def test_linked_recordings(cli: Program) -> None:
    for name in ("codex-notices", "codex-load"):
        assert cli("import", ROOT / "recordings" / "v1" / f"{name}.acp", "--name", name).code == 0
    assert "01a22d97-53e6-73d0-b5d6-8a57b0099205 in codex-notices" in cli("state", "codex-load", "--linked").out
    (link,) = json.loads(cli("state", "codex-load", "--linked", "--json").out)["linked"]
    assert (link["recording"], len(link["notices"]), link["prompts"]) == ("codex-notices", 2, 2)


def test_a_folder_of_schemas(cli: Program, tour: Path, tmp_path: Path) -> None:
    for version in (1, 2):
        (tmp_path / "schema" / f"v{version}").mkdir(parents=True)
        for name in ("schema.json", "schema.unstable.json"):
            (tmp_path / "schema" / f"v{version}" / name).write_bytes(packaged_file(version, name))
    assert cli("state", "tour", "--schema", tmp_path / "schema").out == cli("state", "tour").out
    shutil.rmtree(tmp_path / "schema" / "v2")
    ran = cli("state", "tour", "--schema", tmp_path / "schema")
    assert (ran.code, ran.out) == (2, "")
    assert cli("state", "tour", "--schema", tmp_path / "none").code == 2


@pytest.mark.parametrize(("no_color", "coloured"), [(None, True), ("1", False)])
def test_a_terminal_gets_colours_and_its_width(
    tour: Path, monkeypatch: pytest.MonkeyPatch, no_color: str | None, coloured: bool
) -> None:
    if no_color is not None:
        monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    master, slave = pty.openpty()
    showing = subprocess.Popen([sys.executable, "-m", "acp_inspect", "state", str(tour)], stdout=slave, stdin=slave)
    os.close(slave)
    out = b""
    try:
        while piece := os.read(master, 65_536):
            out += piece
    except OSError:
        pass
    finally:
        os.close(master)
    assert showing.wait(60) == 0
    text = out.decode()
    assert ("\x1b[" in text) is coloured
    if not coloured:
        assert max(map(len, text.split("\r\n"))) <= 80


def test_colours_when_asked(cli: Program, tour: Path) -> None:
    assert "\x1b[" not in cli("state").out
    assert "\x1b[1m" in cli("state", "--color", "always").out
