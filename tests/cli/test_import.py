"""`import`: recordings out of what something else captured."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import CAPTURE, Program, process


def test_a_capture_becomes_a_recording_in_the_library(cli: Program, sample: Path, home: Path) -> None:
    ran = cli("import", sample)
    path = Path(ran.out.strip())
    assert ran == (0, f"{path}\n", "")
    assert path.parent == home / "recordings"
    assert path.name.endswith("-sample.acprec")
    assert cli("path", "sample").out == f"{path}\n"


def test_output_name_and_tags_are_taken(cli: Program, sample: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.acprec"
    assert cli("import", sample, "-o", path, "--tag", "a", "--tag", "b", "--name", "bug-17").out == f"{path}\n"
    exported = cli("export", path, "--format", "jsonl").out
    assert [json.loads(line) for line in exported.splitlines()] == [json.loads(line) for line in CAPTURE.splitlines()]
    again = cli("import", sample, "-o", path)
    assert (again.code, again.out) == (4, "")
    assert "there is a file of that name" in again.err


def test_stdin_may_be_imported(sample: Path) -> None:
    importing = process("import", "-", stdin=subprocess.PIPE)
    out, errors = importing.communicate(sample.read_bytes(), timeout=60)
    assert (importing.returncode, errors) == (0, b"")
    assert out.endswith(b"-stdin.acprec\n")


def test_several_files_are_imported_even_when_one_is_wrong(cli: Program, sample: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text('{"t":0,"dir":"c2a","raw":""}\n{"t":0,"dir":"up","raw":""}\n')
    transcript = tmp_path / "short.acp"
    transcript.write_text('C {"jsonrpc":"2.0","method":"x"}\n')
    ran = cli("import", sample, wrong, tmp_path / "missing", transcript)
    assert ran.code == 2
    assert [line.rsplit("-", 1)[1] for line in ran.out.splitlines()] == ["sample.acprec", "short.acprec"]
    assert [line.split(": ", 1)[1] for line in ran.err.splitlines()] == [
        f'{wrong}, line 2: dir is "up"; known are c2a, a2c, stderr, exit, control',
        f"{tmp_path}/missing: there is no such file",
    ]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty, so there is nothing to import"),
        (b"hello\n", "is in no format that can be imported; looked for jsonl, zed"),
        (gzip.compress(b"x" * 100), "is in no format that can be imported"),
    ],
)
def test_other_files_are_refused(cli: Program, tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "file").write_bytes(content)
    ran = cli("import", tmp_path / "file")
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


DATA = Path(__file__).parents[1] / "importers" / "data"


def test_each_connection_of_a_file_becomes_a_recording(cli: Program, tmp_path: Path) -> None:
    ran = cli("import", DATA / "conductor.jsons", "--name", "bug")
    first, second = ran.out.splitlines()
    assert first.endswith("-conductor-Client-Proxy_0_.acprec")
    assert second.endswith("-conductor-Proxy_0_-Agent.acprec")
    assert cli("path", "bug-Client-Proxy(0)").out == f"{first}\n"
    assert "holds 2 connections" in cli("import", DATA / "conductor.jsons", "-o", tmp_path / "x.acprec").err
    assert not (tmp_path / "x.acprec").exists()
    assert "holds 2 connections" in cli("check", DATA / "conductor.jsons").err


def test_names_in_a_file_are_no_paths(cli: Program, tmp_path: Path, home: Path) -> None:
    frame = {"direction": "client -> agent", "frame": "{}"}
    trace = [json.dumps({**frame, "connection": name}) for name in ("../../../up", "/etc/x\x1b[31m")]
    (tmp_path / "t.jsonl").write_text("\n".join(trace))
    ran = cli("import", tmp_path / "t.jsonl")
    assert ran.code == 0
    assert {Path(line).parent for line in ran.out.splitlines()} == {home / "recordings"}
    assert "\x1b" not in ran.out


def test_an_imported_copy_goes_through_export_and_back(cli: Program, tmp_path: Path) -> None:
    assert cli("import", DATA / "zed.json", "-o", tmp_path / "one.acprec").code == 0
    for form in ("jsonl", "acp"):
        exported = tmp_path / f"one.{form}"
        assert cli("export", tmp_path / "one.acprec", "--format", form, "-o", exported).code == 0
        assert cli("import", exported, "-o", tmp_path / f"{form}.acprec").code == 0
        shown = cli("show", tmp_path / f"{form}.acprec", "--json").out
        assert shown == cli("show", tmp_path / "one.acprec", "--json").out


def test_a_recording_is_not_imported_again(cli: Program, recording: Path) -> None:
    assert "name it to show or view as it is" in cli("import", recording).err


def test_folders_are_refused(cli: Program, tmp_path: Path) -> None:
    assert "Is a directory" in cli("import", tmp_path).err


def test_the_format_may_be_named(cli: Program, tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_text("no JSON at all\n")
    ran = cli("import", file, "--format", "ndjson")
    assert ran.code == 0
    assert "no JSON at all" in cli("show").out


def test_two_files_of_tee_make_one_recording(cli: Program, tmp_path: Path) -> None:
    client, agent, stderr = (tmp_path / name for name in ("in", "out", "err"))
    client.write_bytes(
        b'{"jsonrpc":"2.0","id":0,"method":"initialize"}\n{"jsonrpc":"2.0","id":1,"method":"session/new"}\n'
    )
    agent.write_bytes(b'{"jsonrpc":"2.0","id":0,"result":{}}\r\n\xff{"jsonrpc":"2.0","id":1,"result":{}}')
    stderr.write_bytes(b"warn\n")
    ran = cli("import", "--client-to-agent", client, "--agent-to-client", agent, "--stderr", stderr)
    assert ran.code == 0, ran.err
    for stream, file in (("c2a", client), ("a2c", agent), ("stderr", stderr)):
        target = tmp_path / f"again-{stream}"
        assert cli("export", "--format", "raw", "--stream", stream, "-o", target).code == 0
        assert target.read_bytes() == file.read_bytes()
    kinds = [json.loads(line)["kind"] for line in cli("show", "--json").out.splitlines()]
    assert kinds == ["note", "request", "response", "request", "malformed", "stderr"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--client-to-agent", "x"], "give both"),
        (["--stderr", "x"], "give both"),
        (["--client-to-agent", "x", "--agent-to-client", "y", "z"], "does not go with"),
        (["--client-to-agent", "x", "--agent-to-client", "y"], "x: there is no such file"),
        (["a", "b", "--name", "n"], "are for one file"),
    ],
)
def test_options_that_do_not_go_together(cli: Program, arguments: list[str], says: str) -> None:
    ran = cli("import", *arguments)
    assert ran.code == 2
    assert says in ran.err
