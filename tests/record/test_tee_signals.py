"""Signals reach the agent as they would without a tee, and it starts with the settings that the client gave."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.record.conftest import Starter
from tests.record.running import PATIENCE, command, python, records, run, signals, until

# Says which signals came, in itself and in a child; ends at SIGUSR2.
LISTENER = python(
    """
child = os.fork()
who = b"child" if child == 0 else b"agent"
def say(number, frame):
    os.write(1, b"%s %d\\n" % (who, number))
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1):
    signal.signal(number, say)
os.write(1, b"ready\\n")
while True:
    time.sleep(0.02)  # not pause: a signal just before it would be noticed only with the next one
"""
)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1"])
@pytest.mark.parametrize("whole_group", [False, True], ids=["tee", "group"])
def test_a_signal_reaches_the_agent_and_its_child_once(
    start: Starter, tmp_path: Path, name: str, whole_group: bool
) -> None:
    number = getattr(signal, name)
    tee = start(tmp_path / "r", LISTENER, process_group=0)
    assert [tee.line(), tee.line()] == [b"ready\n"] * 2
    if whole_group:
        os.killpg(tee.pid, number)
    else:
        tee.send_signal(number)
    assert sorted([tee.line(), tee.line()]) == [b"agent %d\n" % number, b"child %d\n" % number]
    time.sleep(0.1)  # for a second delivery, which must not come
    tee.send_signal(signal.SIGUSR2)
    assert tee.finish() == (b"", b"")
    assert tee.returncode == -signal.SIGUSR2
    assert signals(records(tmp_path / "r")) == [(number, 1), (signal.SIGUSR2, 1)]


def test_what_was_ignored_stays_ignored(start: Starter, tmp_path: Path) -> None:
    """As under nohup: the agent inherits it, and the tee survives too."""
    line = command(tmp_path / "r", ["sleep", "600"])
    tee = subprocess.Popen(["/bin/sh", "-c", 'trap "" HUP; exec "$@"', "sh", *line])
    journal = tmp_path / "r.journal"
    until(lambda: journal.exists() and journal.stat().st_size > 8, "the agent runs")
    tee.send_signal(signal.SIGHUP)
    time.sleep(0.2)
    assert tee.poll() is None
    tee.terminate()
    assert tee.wait(PATIENCE) == -signal.SIGTERM
    assert signals(records(tmp_path / "r")) == [(signal.SIGTERM, 1)]


def test_the_agent_dies_of_a_broken_pipe_by_default(start: Starter, tmp_path: Path) -> None:
    """Python ignores SIGPIPE, and so would everything it starts."""
    tee = start(tmp_path / "r", ["yes"])
    tee.receive(100)
    tee.leave("stdout")
    assert tee.wait(PATIENCE) == -signal.SIGPIPE


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_agent_has_no_signal_blocked_or_ignored(tmp_path: Path) -> None:
    done = run(tmp_path / "r", ["grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"])
    of_glibc = 3 << 31  # its two private signals are ignored in whatever posix_spawn starts
    assert {int(line.split()[1], 16) & ~of_glibc for line in done.stdout.splitlines()} == {0}


def test_an_exit_status_is_not_lost_when_the_client_ignores_its_children(tmp_path: Path) -> None:
    line = command(tmp_path / "r", python("os._exit(9)"))
    script = f"import os, signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\nos.execv({line[0]!r}, {line!r})"
    assert subprocess.run([sys.executable, "-c", script], timeout=PATIENCE, check=False).returncode == 9


@pytest.mark.parametrize("locale", [{}, {"LC_CTYPE": "C.UTF-8"}, {"LC_ALL": "C"}, {"LANG": "C", "X": "é\n="}])
def test_the_environment_is_the_clients(tmp_path: Path, locale: dict[str, str]) -> None:
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), **locale}
    done = run(tmp_path / "r", ["env", "-0"], env=env)
    got = dict(entry.split("=", 1) for entry in done.stdout.decode().split("\0") if entry)
    assert got == env


def test_descriptors_of_the_client_reach_the_agent_and_nobody_holds_them(start: Starter, tmp_path: Path) -> None:
    read, write = os.pipe()
    agent = python(f"os.write({write}, b'extra')\nos.close({write})\nos.read(0, 1)")
    tee = start(tmp_path / "r", agent, recorder="/bin/cat", pass_fds=[write])
    os.close(write)
    parts = [os.read(read, 5), os.read(read, 5)]  # the second is the end: neither tee nor watch has it open
    os.close(read)
    assert parts == [b"extra", b""]
    assert tee.poll() is None
    tee.finish()
    assert tee.returncode == 0


def test_the_agent_inherits_nothing_else(tmp_path: Path) -> None:
    done = run(tmp_path / "r", ["ls", "/dev/fd"])
    assert done.stdout.split() == [b"0", b"1", b"2", b"3"]  # the last is the listing's own
