"""The program as a whole: help, versions, mistakes, exit codes."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

from acp_inspect.cli import COMMANDS, program, run
from acp_inspect.errors import NewerFormat, StoreError
from acp_inspect.version import VERSION
from tests.cli.conftest import Program, process


def command(name: str) -> click.Command:
    found = program.get_command(click.Context(program), name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples_and_exit_codes(cli: Program, name: str) -> None:
    ran = cli(name, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert "Usage: acp-inspect " + name in ran.out
    if name != "completion":
        assert f"acp-inspect {name}" in ran.out.split("Examples:")[1]
    assert "Exit codes:" in ran.out
    assert cli(name, "-h").out == ran.out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_command_says(name: str) -> None:
    help_ = command(name).help
    assert help_ is not None
    assert help_.split("\n")[0] == COMMANDS[name]


def test_help_lists_the_commands_and_the_exit_codes(cli: Program) -> None:
    ran = cli("--help")
    assert ran.code == 0
    for name in COMMANDS:
        assert f"  {name} " in ran.out
    for code in ("0", "1", "2", "3", "4", "130", "141"):
        assert f"\n    {code} " in ran.out


def test_help_imports_no_command_and_nothing_heavy() -> None:
    script = (
        "import sys\nfrom acp_inspect.cli import run\ncode = run(['--help'])\n"
        "print(code, *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    code, *loaded = done.stderr.split()
    assert code == "0"
    assert not [name for name in loaded if name.startswith(("acp_inspect.commands.", "acp_inspect.store"))]
    assert {"rich", "textual", "sqlite3", "orjson", "asyncio"}.isdisjoint(loaded)


def test_no_arguments_print_the_help_on_stderr(cli: Program) -> None:
    ran = cli()
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Usage: acp-inspect ")


def test_the_version_is_printed(cli: Program) -> None:
    assert cli("--version") == (0, f"acp-inspect {VERSION}\n", "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["shwo"], "there is no command 'shwo'; the commands are record, list"),
        (["--nope"], "no such option"),
        (["show", "--nope"], "show: no such option"),
        (["path", "a", "b"], "path: got unexpected extra argument (b); see `acp-inspect path --help`"),
        (["show"], "there are no recordings yet; `acp-inspect record -- AGENT` makes one"),
        (["path"], "there are no recordings yet"),
        (["show", "nosuch"], "nosuch: there are no recordings yet"),
        (["show", "/no/such"], "/no/such: there is no such file"),
        (["export"], "export: missing option '--format'. Choose from: jsonl, acp, raw; see `acp-inspect export --help`"),
        (["export", "--format", "raw"], "say which with --stream"),
        (["export", "--format", "acp", "--stream", "c2a"], "--stream is for --format raw"),
        (["import"], "name a file"),
        (["rm"], "rm: missing argument"),
        (["prune"], "prune: missing option"),
        (["prune", "--older-than", "soon"], "prune: --older-than soon: expected a number with s, m, h, d or w"),
        (["completion", "tcsh"], "'tcsh' is not one of 'bash', 'zsh', 'fish'"),
        (["view"], "view needs a terminal"),
        (["show", "\x1b[31m\n/x"], "␛[31m␊/x: there is no such file"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_that_says_what_to_do(cli: Program, arguments: list[str], says: str) -> None:
    ran = cli(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("acp-inspect: ")
    assert ran.err.count("\n") == 1
    assert says in ran.err


def test_files_that_are_no_recordings_are_told_apart(cli: Program, tmp_path: Path) -> None:
    empty, text = tmp_path / "empty.acprec", tmp_path / "text"
    empty.touch()
    text.write_text('{"jsonrpc":"2.0"}')
    assert "is empty" in cli("show", empty).err
    assert "`acp-inspect import`" in cli("show", text).err
    assert "a folder" in cli("show", f"{tmp_path}/").err


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (NewerFormat("x: newer"), 3, "x: newer"),
        (StoreError("x: full"), 4, "x: full"),
        (OSError(28, "No space left on device", "/x"), 4, "/x: No space left on device"),
        (OSError(5, "Input/output error"), 4, "Input/output error"),
        (RuntimeError("oops"), 1, "this is a fault of acp-inspect: RuntimeError('oops'); with ACP_INSPECT_DEBUG=1"),
    ],
)
def test_failures_have_their_exit_codes(
    cli: Program, monkeypatch: pytest.MonkeyPatch, error: Exception, code: int, says: str
) -> None:
    def failing(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(program, "invoke", failing)
    ran = cli("list")
    assert (ran.code, ran.out) == (code, "")
    assert says in ran.err
    assert "Traceback" not in ran.err


def test_debugging_shows_where_a_fault_of_ours_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> None:
        raise RuntimeError("oops")

    monkeypatch.setenv("ACP_INSPECT_DEBUG", "1")
    monkeypatch.setattr(program, "invoke", failing)
    with pytest.raises(RuntimeError, match="oops"):
        run(["list"])


def test_a_reader_that_stops_reading_ends_the_program_quietly(cli: Program, tmp_path: Path) -> None:
    line = '{"t":0,"dir":"a2c","raw":"%s"}\n' % ("x" * 200)
    (tmp_path / "many.jsonl").write_text(line * 20_000)
    path = cli("import", tmp_path / "many.jsonl").out.strip()
    commands = (["show", path], ["show", "--json", path], ["export", "--format", "jsonl", path], ["--help"], ["list"])
    for arguments in commands:
        showing = process(*arguments)
        assert showing.stdout is not None
        assert showing.stderr is not None
        if path in arguments:
            showing.stdout.readline()
        showing.stdout.close()
        assert showing.stderr.read() == b""
        assert showing.wait(60) == 141
        showing.stderr.close()


def test_an_interrupt_ends_the_program_quietly(tmp_path: Path) -> None:
    agent = "import sys; [print(line, end='', flush=True) for line in sys.stdin]"
    recording = process(
        "record", "--output", tmp_path / "live.acprec", "--", sys.executable, "-c", agent, stdin=subprocess.PIPE
    )
    assert recording.stdin is not None
    recording.stdin.write(b'{"jsonrpc":"2.0","method":"hello"}\n')
    recording.stdin.flush()
    _wait_for(tmp_path / "live.acprec.journal")
    following = process("show", "--follow", tmp_path / "live.acprec")
    assert following.stdout is not None
    seen = b""
    while b"hello" not in seen:
        line = following.stdout.readline()
        assert line, following.communicate()
        seen += line
    following.send_signal(signal.SIGINT)
    _, errors = following.communicate(timeout=60)
    assert (following.returncode, errors) == (130, b"")
    recording.communicate(timeout=60)


def _wait_for(path: Path) -> None:
    deadline = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_terminal_that_knows_no_such_characters_gets_escapes(
    recording: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii:strict")
    out, errors = process("show", recording).communicate(timeout=60)
    assert errors == b""
    assert out.isascii()
    assert b"\\u2501\\u2501\\u25b6" in out
