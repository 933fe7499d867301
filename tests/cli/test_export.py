"""`export`: where it writes, and what it refuses."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import CAPTURE, Program, process


def test_jsonl_goes_to_stdout(cli: Program, recording: Path) -> None:
    out = cli("export", "--format", "jsonl").out
    assert [json.loads(line) for line in out.splitlines()] == [json.loads(line) for line in CAPTURE.splitlines()]


def test_a_transcript_reads_as_text(cli: Program, recording: Path) -> None:
    lines = cli("export", "--format", "acp").out.splitlines()
    assert lines[3] == 'A @0.7 {"jsonrpc":"2.0","id":1,"result":{"sessionId":"sess-1"}}'
    assert lines[4] == r"E~ @0.8 \x1b[33mwarning\x1b[0m\n"


@pytest.mark.parametrize("stream", ["c2a", "a2c", "stderr"])
def test_raw_is_the_stream_as_it_crossed(recording: Path, stream: str) -> None:
    captured = [json.loads(line) for line in CAPTURE.splitlines()]
    crossed = "".join(line["raw"] + "\n" for line in captured if line["dir"] == stream).encode()
    exporting = process("export", recording, "--format", "raw", "--stream", stream)
    assert exporting.communicate(timeout=60) == (crossed, b"")


def test_a_file_is_written_whole_and_for_its_owner_only(cli: Program, recording: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    file = folder / "x.jsonl"
    assert cli("export", "--format", "jsonl", "-o", file) == (0, "", "")
    assert file.read_text() == cli("export", "--format", "jsonl", "-o", "-").out
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(folder.iterdir()) == [file]


def test_a_file_that_exists_is_kept_unless_forced(cli: Program, recording: Path, tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_text("mine")
    refused = cli("export", "--format", "acp", "-o", file)
    assert refused.code == 2
    assert "use --force to replace it" in refused.err
    assert file.read_text() == "mine"
    assert cli("export", "--format", "acp", "-o", file, "--force").code == 0
    assert file.read_text().startswith("C @0 {")


def test_a_place_that_cannot_be_written_is_an_error_in_words(cli: Program, recording: Path, tmp_path: Path) -> None:
    missing = cli("export", "--format", "acp", "-o", tmp_path / "no" / "x")
    assert missing.code == 4
    assert "cannot be written: No such file or directory" in missing.err
    assert cli("export", "--format", "acp", "-o", tmp_path, "--force").code == 2


def test_raw_bytes_do_not_go_to_a_terminal_unasked(recording: Path) -> None:
    command = [sys.executable, "-m", "acp_inspect", "export", str(recording), "--format", "raw", "--stream", "a2c"]
    for extra, code in (([], 2), (["-o", "-"], 0)):
        master, slave = pty.openpty()
        exporting = subprocess.Popen([*command, *extra], stdout=slave, stderr=subprocess.PIPE)
        os.close(slave)
        _, errors = exporting.communicate(timeout=60)
        os.close(master)
        assert exporting.returncode == code
        assert (b"may upset the terminal" in errors) is bool(code)
