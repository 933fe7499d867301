"""Start failures, misuse, where the journal goes and what it says at the start."""

from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

import pytest

from acp_inspect.record.journal import START_FAILED, decode_start_failed
from acp_inspect.version import VERSION
from tests.record.running import ECHO, PATIENCE, beginning, command, exit_status, python, records, run


def test_a_command_that_is_not_found(tmp_path: Path) -> None:
    done = run(tmp_path / "r", ["no-such-agent", "--acp"])
    assert (done.returncode, done.stdout) == (127, b"")
    assert done.stderr == b"acp-inspect: cannot start no-such-agent: No such file or directory\n"
    found = records(tmp_path / "r")
    assert beginning(found).argv == [b"no-such-agent", b"--acp"]
    assert beginning(found).agent_pid == 0
    assert [kind for _, kind, _ in found[1:]] == [START_FAILED]
    assert decode_start_failed(found[1][2])[:2] == (127, 2)


@pytest.mark.parametrize("what", ["plain", "folder"])
def test_a_command_that_cannot_run(tmp_path: Path, what: str) -> None:
    path = tmp_path / "agent"
    path.touch(0o644) if what == "plain" else path.mkdir()
    done = run(tmp_path / "r", [str(path)])
    assert (done.returncode, done.stdout) == (126, b"")
    assert done.stderr == b"acp-inspect: cannot start %b: Permission denied\n" % bytes(path)
    assert decode_start_failed(records(tmp_path / "r")[-1][2])[:2] == (126, 13)


def test_quiet_is_quiet(tmp_path: Path) -> None:
    done = run(tmp_path / "r", ["no-such-agent"], "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (127, b"", b"")


def test_a_script_without_an_interpreter_line_runs_as_from_a_shell(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text('echo "$1"\n')
    script.chmod(0o755)
    assert run(tmp_path / "a", [str(script), "x y"]).stdout == b"x y\n"
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    assert run(tmp_path / "b", ["script", "x y"], env=env).stdout == b"x y\n"


def test_an_agent_that_dies_at_once(tmp_path: Path) -> None:
    done = run(tmp_path / "r", ["false"], sent=b"x" * 300_000)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")
    assert exit_status(records(tmp_path / "r")) == 1 << 8


@pytest.mark.parametrize(
    "arguments",
    [[], ["--"], ["cat"], ["--bogus", "--", "cat"], ["--name"], ["--tag", "--", "cat"], ["--output=", "--", "cat"]],
    ids=" ".join,
)
def test_misuse_says_so_in_one_line(tmp_path: Path, arguments: list[str]) -> None:
    env = {**os.environ, "ACP_INSPECT_HOME": str(tmp_path / "home")}
    line = [*command(tmp_path / "r", [])[:4], *arguments]
    done = subprocess.run(line, capture_output=True, timeout=PATIENCE, check=False, env=env)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"acp-inspect: ")
    assert done.stderr.count(b"\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [["--quiet"], ["--quiet", "--bogus", "--", "cat"]], ids=" ".join)
def test_misuse_is_quiet_too(tmp_path: Path, arguments: list[str]) -> None:
    done = subprocess.run(
        [*command(tmp_path / "r", [])[:4], *arguments], capture_output=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


def test_what_the_user_wrote_cannot_break_the_line(tmp_path: Path) -> None:
    done = run(tmp_path / "r", ["no\nsuch\x1b[2Jé\udcff"])
    assert done.stderr == "acp-inspect: cannot start no?such?[2Jé?: No such file or directory\n".encode()
    done = run(tmp_path / "s", ["cat"], "--a\nb")
    assert done.stderr.startswith(b"acp-inspect: unknown option --a?b ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("existing", ["r", "r.journal"])
def test_nothing_is_overwritten(tmp_path: Path, existing: str) -> None:
    (tmp_path / existing).write_text("mine")
    done = run(tmp_path / "r", ["touch", str(tmp_path / "ran")])
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == [existing]
    assert (tmp_path / existing).read_text() == "mine"


def test_the_journal_begins_with_what_is_known(tmp_path: Path) -> None:
    env = {"PATH": os.environ["PATH"], "SECRET_TOKEN": "hunter2", "EMPTY": "", "HOME": "/h"}
    agent = ["sh", "-c", "exit 0", "", "two\nlines", "é"]
    run(tmp_path / "r", agent, "--name", "my run", "--tag=a", "--tag", "b=c", env=env, cwd=tmp_path)
    start = beginning(records(tmp_path / "r"))
    assert [os.fsdecode(argument) for argument in start.argv] == agent
    assert os.fsdecode(start.cwd) == os.path.realpath(tmp_path)
    assert (start.name, start.tags) == (b"my run", [b"a", b"b=c"])
    assert {os.fsdecode(name) for name in start.env} == set(env)
    assert (start.version.decode(), start.stderr) == (VERSION, b"recorded")
    assert start.agent_pid > 0
    assert start.tee_pid > 0
    assert start.wall > start.monotonic > 0
    assert b"hunter2" not in (tmp_path / "r.journal").read_bytes()


def without_output(agent: list[str]) -> list[str]:
    return [*command(Path(), [])[:4], "--", *agent]


def recorded(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.journal"))


def run_at_home(agent: list[str], env: dict[str, str], umask: int = 0o022) -> subprocess.CompletedProcess[bytes]:
    env = {"PATH": os.environ["PATH"], **env}
    line = without_output(agent)
    return subprocess.run(
        line, input=b"hello", capture_output=True, timeout=PATIENCE, check=False, env=env, umask=umask
    )


@pytest.mark.parametrize("umask", [0, 0o077, 0o377])
def test_the_data_folder_is_private_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    done = run_at_home(ECHO, {"ACP_INSPECT_HOME": str(tmp_path / "a" / "b")}, umask)
    assert (done.stdout, done.stderr) == (b"hello", b"")
    (journal,) = recorded(tmp_path / "a" / "b" / "recordings")
    assert stat.S_IMODE(journal.stat().st_mode) == 0o600
    for folder in journal.parents[:3]:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("home", [None, "", "relative", "unwritable"])
def test_without_a_usable_home_the_fallback_is_named(tmp_path: Path, home: str | None) -> None:
    (tmp_path / "file").touch()
    env = {"TMPDIR": str(tmp_path)}
    if home is not None:
        env["HOME"] = str(tmp_path / "file" / "home") if home == "unwritable" else home
    done = run_at_home(ECHO, env)
    (journal,) = recorded(tmp_path / f"acp-inspect-{os.getuid()}" / "recordings")
    assert (done.returncode, done.stdout) == (0, b"hello")
    assert done.stderr.endswith(b"recording to %b\n" % bytes(journal.with_suffix("")))
    assert done.stderr.count(b"\n") == 1
    assert stat.S_IMODE(journal.parent.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("trick", ["link", "open", "file"])
def test_a_fallback_that_is_not_ours_alone_is_not_used(tmp_path: Path, trick: str) -> None:
    """Others may have been first in /tmp. The traffic then goes on unrecorded, and the user is told."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(0o700)
    place = tmp_path / f"acp-inspect-{os.getuid()}"
    if trick == "link":
        place.symlink_to(elsewhere)
    elif trick == "open":
        place.mkdir()
        place.chmod(0o777)
    else:
        place.touch()
    done = run_at_home(ECHO, {"TMPDIR": str(tmp_path)})
    assert (done.returncode, done.stdout) == (0, b"hello")
    assert done.stderr.endswith(b"; not recording\n")
    assert done.stderr.count(b"\n") == 1
    assert list(tmp_path.rglob("*.journal")) == []
    assert list(elsewhere.iterdir()) == []


def test_an_output_that_cannot_be_written_goes_to_the_data_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    env = {**os.environ, "ACP_INSPECT_HOME": str(tmp_path / "home")}
    done = run(tmp_path / "file" / "r", ECHO, sent=b"hello", env=env)
    assert len(recorded(tmp_path / "home" / "recordings")) == 1
    assert (done.returncode, done.stdout) == (0, b"hello")
    assert done.stderr.startswith(b"acp-inspect: cannot record to %b/r: Not a directory" % bytes(tmp_path / "file"))
    assert done.stderr.count(b"\n") == 1


def test_standard_descriptors_that_are_closed(tmp_path: Path) -> None:
    """No pipe of the tee may take their numbers."""
    for closed in ("0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"):
        name = closed.replace("&-", "x")
        line = command(tmp_path / name, python("os.write(1, b'out')\nos.write(2, b'err')\nos._exit(3)"))
        done = subprocess.run(
            ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *line],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 3
        assert done.stdout == (b"" if "1>" in closed else b"out")
        assert done.stderr == (b"" if "2>" in closed else b"err")
        assert exit_status(records(tmp_path / name)) == 3 << 8


def test_the_agents_own_help_is_the_agents(tmp_path: Path) -> None:
    done = run(tmp_path / "r", [*python("print(sys.argv[1])"), "--help"])
    assert done.stdout == b"--help\n"
