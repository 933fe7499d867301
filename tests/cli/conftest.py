"""A library of its own for every test, and the program run in this process or in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from acp_inspect.cli import run

CAPTURE = r"""
{"t": 0, "dir": "c2a", "raw": "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1,\"clientInfo\":{\"name\":\"zed\",\"version\":\"1.12\"}}}"}
{"t": 0.5, "dir": "a2c", "raw": "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":1,\"agentInfo\":{\"name\":\"sample\",\"version\":\"3\"}}}"}
{"t": 0.6, "dir": "c2a", "raw": "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{\"cwd\":\"/work\",\"mcpServers\":[]}}"}
{"t": 0.7, "dir": "a2c", "raw": "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessionId\":\"sess-1\"}}"}
{"t": 0.8, "dir": "stderr", "raw": "\u001b[33mwarning\u001b[0m"}
{"t": 1, "dir": "c2a", "raw": "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"session/prompt\",\"params\":{\"sessionId\":\"sess-1\",\"prompt\":[{\"type\":\"text\",\"text\":\"[bold]hi[/bold]\"}]}}"}
{"t": 1.5, "dir": "a2c", "raw": "Loading\u001b]0;title\u0007"}
{"t": 9.25, "dir": "a2c", "raw": "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32603,\"message\":\"Internal error\"}}"}
{"t": 9.5, "dir": "exit", "raw": "3"}
""".lstrip()


class Ran(NamedTuple):
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str


Program = Callable[..., Ran]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program's folder."""
    folder = tmp_path / "home"
    monkeypatch.setenv("ACP_INSPECT_HOME", str(folder))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Program:
    """Runs a command in this process."""

    def ran(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        return Ran(code, *capsys.readouterr())

    return ran


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A capture as a file."""
    file = tmp_path / "sample.jsonl"
    file.write_text(CAPTURE)
    return file


@pytest.fixture
def recording(cli: Program, sample: Path) -> Path:
    """The capture as the library's only recording."""
    ran = cli("import", sample)
    assert ran.code == 0, ran.err
    return Path(ran.out.strip())


def process(*arguments: str | Path, **options: object) -> subprocess.Popen[bytes]:
    """The program in a process of its own, its output in pipes."""
    command = [sys.executable, "-m", "acp_inspect", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ), **options)  # type: ignore[call-overload,no-any-return]
