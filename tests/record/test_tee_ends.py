"""How streams and processes end: half-closes, exits, deaths, and what is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from acp_inspect.record.journal import A2C, C2A, END_OF_FILE, LEFT_OPEN, READER_GONE, STDERR
from acp_inspect.record.relay import LINGER
from tests.record.conftest import Starter
from tests.record.running import (
    ECHO,
    PATIENCE,
    alive,
    command,
    ends,
    exit_status,
    python,
    records,
    run,
    signals,
    state,
    stream,
    until,
)

MORE_THAN_A_PIPE = 150_000
"""Bytes: more than one pipe holds, less than two and the chunk between them."""


def test_end_of_file_reaches_the_agent_and_its_late_output_the_client(start: Starter, tmp_path: Path) -> None:
    tee = start(
        tmp_path / "r", python("while os.read(0, 100): pass\ntime.sleep(0.3)\nos.write(1, b'late')\nos._exit(5)")
    )
    tee.leave("stdin")
    assert tee.rest() == b"late"
    assert tee.wait(PATIENCE) == 5


def test_the_agent_closes_stdout_but_lives(start: Starter, tmp_path: Path) -> None:
    tee = start(tmp_path / "r", python("os.write(1, b'last')\nos.close(1)\nos.write(2, os.read(0, 100))\nos._exit(6)"))
    assert tee.rest() == b"last"  # ends although the agent waits for input
    tee.send(b"more")
    assert tee.rest("stderr") == b"more"
    assert tee.wait(PATIENCE) == 6


def test_the_agent_closes_stdin_and_the_client_gets_a_broken_pipe(start: Starter, tmp_path: Path) -> None:
    tee = start(tmp_path / "r", python("os.close(0)\nos.write(1, b'closed')\ntime.sleep(600)"))
    assert tee.receive(6) == b"closed"

    def broken() -> bool:
        try:
            tee.send(b"x")
        except BrokenPipeError:
            return True
        return False

    until(broken, "writing to an agent that does not read fails")
    tee.terminate()
    assert tee.wait(PATIENCE) == -signal.SIGTERM
    found = records(tmp_path / "r")
    assert ends(found)[C2A][0] == READER_GONE


def test_the_client_stops_reading_and_the_agent_gets_a_broken_pipe(start: Starter, tmp_path: Path) -> None:
    agent = python(
        """
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
for n in range(10**9):
    os.write(1, b"%09d\\n" % n)
    time.sleep(0.001)
"""
    )
    tee = start(tmp_path / "r", agent)
    seen = tee.receive(100)
    tee.leave("stdout")
    assert tee.wait(PATIENCE) == -signal.SIGPIPE  # as the agent itself would have ended
    found = records(tmp_path / "r")
    written = stream(found, A2C)
    assert written.startswith(seen)
    assert written == b"".join(b"%09d\n" % n for n in range(len(written) // 10))
    assert ends(found)[A2C][0] == READER_GONE


def test_what_the_agent_had_written_when_the_client_left_is_recorded(start: Starter, tmp_path: Path) -> None:
    """The client never reads, the pipes fill, the client goes: all the agent wrote is in the journal."""
    total = tmp_path / "total"
    agent = python(
        """
signal.signal(signal.SIGPIPE, signal.SIG_IGN)
os.set_blocking(1, False)
total = 0
try:
    while True:
        try:
            total += os.write(1, b"w" * 4096)
        except BlockingIOError:
            time.sleep(0.01)
            if total > 100_000:
                os.write(2, b"!")
except BrokenPipeError:
    open(sys.argv[1], "w").write(str(total))
""",
        str(total),
    )
    tee = start(tmp_path / "r", agent)
    tee.receive(1, "stderr")
    tee.leave("stdout")
    tee.finish()
    assert len(stream(records(tmp_path / "r"), A2C)) == int(total.read_text())


@pytest.mark.parametrize("held", ["1", "2"])
def test_a_child_of_the_agent_holds_a_pipe(start: Starter, tmp_path: Path, held: str) -> None:
    agent = python(
        f"""
if os.fork() == 0:
    os.close(3 - {held})
    os.write({held}, b"early ")
    time.sleep({LINGER} / 4)
    os.write({held}, b"late")
    time.sleep(600)
os._exit(9)
"""
    )
    began = time.monotonic()
    tee = start(tmp_path / "r", agent)
    out, errors = tee.finish()
    assert tee.returncode == 9
    assert out + errors == b"early late"
    assert time.monotonic() - began >= LINGER
    found = records(tmp_path / "r")
    assert ends(found)[int(held)] == (LEFT_OPEN, 0)
    assert exit_status(found) == 9 << 8
    assert stream(found, int(held)) == b"early late"


def test_a_child_that_writes_for_ever_does_not_keep_the_tee(start: Starter, tmp_path: Path) -> None:
    tee = start(
        tmp_path / "r", python("if os.fork() == 0:\n    while os.write(1, b'y' * 1000): time.sleep(0.001)\nos._exit(0)")
    )
    out, _ = tee.finish()
    assert tee.returncode == 0
    assert stream(records(tmp_path / "r"), A2C).startswith(out)


def test_a_second_signal_after_the_exit_ends_the_waiting_for_a_client_that_does_not_read(
    start: Starter, tmp_path: Path
) -> None:
    pid_file = tmp_path / "pid"
    agent = python(
        f"open(sys.argv[1], 'w').write(str(os.getpid()))\nos.write(1, b'x' * {MORE_THAN_A_PIPE})", str(pid_file)
    )
    tee = start(tmp_path / "r", agent)
    until(lambda: pid_file.exists() and pid_file.read_text(), "the agent starts")
    until(lambda: not alive(int(pid_file.read_text())), "the agent ends")
    for n in (1, 2):
        tee.send_signal(signal.SIGTERM)
        until(lambda n=n: len(signals(records(tmp_path / "r"))) == n, "the signal is noted")  # type: ignore[misc]
    assert tee.wait(PATIENCE) == 0
    found = records(tmp_path / "r")
    assert signals(found) == [(signal.SIGTERM, 0)] * 2
    assert ends(found)[A2C] == (LEFT_OPEN, 0)


def test_output_is_delivered_although_the_client_reads_it_long_after_the_exit(start: Starter, tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    agent = python(
        f"open(sys.argv[1], 'w').write(str(os.getpid()))\nos.write(1, b'x' * {MORE_THAN_A_PIPE})", str(pid_file)
    )
    tee = start(tmp_path / "r", agent)
    until(lambda: pid_file.exists() and pid_file.read_text(), "the agent starts")
    until(lambda: not alive(int(pid_file.read_text())), "the agent ends")
    time.sleep(LINGER * 1.5)
    assert tee.rest() == b"x" * MORE_THAN_A_PIPE
    assert tee.wait(PATIENCE) == 0
    assert ends(records(tmp_path / "r"))[A2C] == (END_OF_FILE, 0)


@pytest.mark.parametrize("code", [0, 1, 2, 7, 126, 127, 128, 137, 255])
def test_the_exit_code_is_the_agents(tmp_path: Path, code: int) -> None:
    assert run(tmp_path / "r", python(f"os._exit({code})")).returncode == code
    assert exit_status(records(tmp_path / "r")) == code << 8


@pytest.mark.parametrize("name", ["SIGTERM", "SIGKILL", "SIGINT", "SIGHUP", "SIGPIPE", "SIGSEGV", "SIGABRT", "SIGUSR1"])
def test_death_by_signal_is_the_agents(tmp_path: Path, name: str) -> None:
    number = getattr(signal, name)
    agent = python(
        f"signal.signal({number}, 0) if {number} != 9 else 0\nos.kill(os.getpid(), {number})\ntime.sleep(600)"
    )
    assert run(tmp_path / "r", agent, cwd=tmp_path).returncode == -number
    assert os.WTERMSIG(exit_status(records(tmp_path / "r"))) == number


def test_killing_the_tee_ends_the_agent_and_its_children(start: Starter, tmp_path: Path) -> None:
    """Even an agent that ignores the end of its input and every signal it can."""
    agent = python(
        """
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
child = os.fork()
if child:
    os.write(1, b"%d %d\\n" % (os.getpid(), child))
time.sleep(600)
"""
    )
    tee = start(tmp_path / "r", agent)
    pids = [int(pid) for pid in tee.line().split()]
    time.sleep(0.2)  # the watch is started just after the first bytes
    tee.kill()
    tee.wait()
    for pid in pids:
        until(lambda pid=pid: not alive(pid), "the agent is gone")  # type: ignore[misc]


def test_ending_in_order_kills_nobody(tmp_path: Path) -> None:
    """What the agent leaves running on purpose goes on, as it would without a tee."""
    agent = python(
        """
child = os.fork()
if child == 0:
    os.close(0); os.close(1); os.close(2)
    time.sleep(600)
os.write(1, b"%d" % child)
"""
    )
    done = run(tmp_path / "r", agent)
    child = int(done.stdout)
    time.sleep(0.3)
    assert alive(child)
    os.kill(child, signal.SIGKILL)


def test_a_recorder_that_dies_is_no_zombie_and_is_not_missed(start: Starter, tmp_path: Path) -> None:
    tee = start(tmp_path / "r", ECHO, recorder="/bin/false")
    tee.send(b"1\n")
    assert tee.line() == b"1\n"
    time.sleep(0.5)
    children = subprocess.run(["ps", "-eo", "pid=,ppid=,stat="], capture_output=True, text=True, check=True).stdout
    states = [line.split() for line in children.splitlines()]
    ours = {tee.pid} | {int(pid) for pid, parent, _ in states if int(parent) == tee.pid}
    assert [line for line in states if int(line[1]) in ours and line[2].startswith("Z")] == []
    assert tee.finish(b"2\n") == (b"2\n", b"")
    assert tee.returncode == 0


def test_nothing_is_left_running(start: Starter, tmp_path: Path) -> None:
    """The recorder gets a pipe that hangs up when the tee is gone; the watch ends with the agent."""
    recorder = tmp_path / "recorder"
    recorder.write_text('#!/bin/sh\necho "$$ $4 $5 $6" > "$5.log"\neval "read -r line <&$6"\necho gone >> "$5.log"\n')
    recorder.chmod(0o755)
    log = tmp_path / "r.log"
    tee = start(tmp_path / "r", ECHO, recorder=str(recorder))
    until(lambda: log.exists() and log.read_text().endswith("\n"), "the recorder runs")
    own, journal, recording, _ = log.read_text().split()
    assert (journal, recording) == (str(tmp_path / "r.journal"), str(tmp_path / "r"))
    watch = os.getsid(int(own))  # it leads its session, which is not the client's
    assert watch not in (os.getsid(tee.pid), int(own))
    assert alive(watch)
    time.sleep(0.2)
    assert "gone" not in log.read_text()
    tee.finish()
    until(lambda: "gone" in log.read_text(), "the recorder is told")
    for pid in (int(own), watch):
        until(lambda pid=pid: not alive(pid), "the processes end")  # type: ignore[misc]


def test_a_stopped_recorder_changes_nothing(start: Starter, tmp_path: Path) -> None:
    recorder = tmp_path / "recorder"
    recorder.write_text('#!/bin/sh\necho $$ > "$5.pid"\nkill -STOP $$\n')
    recorder.chmod(0o755)
    pid_file = tmp_path / "r.pid"
    tee = start(tmp_path / "r", ECHO, recorder=str(recorder))
    until(lambda: pid_file.exists() and pid_file.read_text(), "the recorder runs")
    pid = int(pid_file.read_text())
    until(lambda: state(pid) == "T", "the recorder is stopped")
    try:
        assert tee.finish(b"x" * 3_000_000) == (b"x" * 3_000_000, b"")
        assert tee.returncode == 0
        assert len(stream(records(tmp_path / "r"), C2A)) == 3_000_000
    finally:
        os.kill(pid, signal.SIGKILL)


def test_stderr_can_be_left_alone(tmp_path: Path) -> None:
    done = run(tmp_path / "r", python("os.write(2, b'secret')"), "--no-stderr")
    assert done.stderr == b"secret"
    found = records(tmp_path / "r")
    assert stream(found, STDERR) == b""
    assert set(ends(found)) == {C2A, A2C}


def test_the_module_runs_as_a_program(tmp_path: Path) -> None:
    """The line that users write, with whatever recorder there is."""
    line = command(tmp_path / "r", ECHO)
    line[1:3] = ["-m", "acp_inspect"]
    done = subprocess.run(line, input=b"hello\n", capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"hello\n", b"")
