"""Shell completion."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Program, process


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_name_the_program_and_its_variable(cli: Program, shell: str) -> None:
    ran = cli("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert f"_ACP_INSPECT_COMPLETE={shell}_complete" in ran.out


def completed(monkeypatch: pytest.MonkeyPatch, words: str) -> list[str]:
    monkeypatch.setenv("_ACP_INSPECT_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
    out, errors = process().communicate(timeout=60)
    assert errors == b""
    return [line.partition(",")[2] for line in out.decode().splitlines()]


def test_commands_options_and_recordings_are_completed(recording: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed(monkeypatch, "acp-inspect pr") == ["prune"]
    assert completed(monkeypatch, "acp-inspect show --fo") == ["--follow"]
    assert completed(monkeypatch, "acp-inspect record --no") == ["--no-stderr"]
    assert completed(monkeypatch, f"acp-inspect show {recording.stem[:8]}") == [recording.stem]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_accepts_the_script(cli: Program) -> None:
    script = cli("completion", "bash").out
    done = subprocess.run(
        ["bash", "-c", script + "complete -p acp-inspect"], capture_output=True, text=True, check=True
    )
    assert "_acp_inspect_completion acp-inspect" in done.stdout
