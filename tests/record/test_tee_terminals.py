"""Stdin and stdout that are sockets, files or terminals, and a stderr that is one."""

from __future__ import annotations

import errno
import fcntl
import os
import pty
import signal
import socket
import sys
import termios
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from acp_inspect.record.journal import A2C, C2A, END_OF_FILE, STDERR
from acp_inspect.record.pump import let_go
from tests.record.conftest import Starter
from tests.record.running import ECHO, PATIENCE, beginning, ends, python, records, signals, stream, until


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """A raw pseudo-terminal: (our end, theirs)."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    yield ours, theirs
    for fd in (ours, theirs):
        let_go(fd)


def receive(fd: int, size: int) -> bytes:
    """Exactly `size` bytes, or what came before the end; a terminal ends with EIO."""
    data = b""
    while len(data) < size:
        try:
            more = os.read(fd, size - len(data))
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            break
        if not more:
            break
        data += more
    return data


def test_sockets_as_nodes_clients_use_them(start: Starter, tmp_path: Path) -> None:
    ours_in, theirs_in = socket.socketpair()
    ours_out, theirs_out = socket.socketpair()
    with ours_in, ours_out:
        tee = start(tmp_path / "r", ECHO, stdin=theirs_in, stdout=theirs_out)
        theirs_in.close()
        theirs_out.close()
        ours_in.sendall(b"x" * 100_000)
        assert receive(ours_out.fileno(), 100_000) == b"x" * 100_000
        ours_in.shutdown(socket.SHUT_WR)
        assert receive(ours_out.fileno(), 1) == b""
        assert tee.wait(PATIENCE) == 0
    assert stream(records(tmp_path / "r"), A2C) == b"x" * 100_000


def test_one_socket_for_both(start: Starter, tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    with ours:
        tee = start(tmp_path / "r", ECHO, stdin=theirs, stdout=theirs)
        theirs.close()
        ours.sendall(b"hello\n")
        assert receive(ours.fileno(), 6) == b"hello\n"
        ours.shutdown(socket.SHUT_WR)
        assert receive(ours.fileno(), 1) == b""
        assert tee.wait(PATIENCE) == 0


def test_files(start: Starter, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"from a file\n" * 10_000)
    with (tmp_path / "in").open("rb") as source, (tmp_path / "out").open("wb") as sink:
        tee = start(tmp_path / "r", ECHO, stdin=source, stdout=sink)
        assert tee.wait(PATIENCE) == 0
    assert (tmp_path / "out").read_bytes() == b"from a file\n" * 10_000
    assert stream(records(tmp_path / "r"), C2A) == b"from a file\n" * 10_000


def test_descriptors_that_the_client_made_non_blocking(start: Starter, tmp_path: Path) -> None:
    """They stay so, and nothing is lost at them."""
    read_in, write_in = os.pipe()
    read_out, write_out = os.pipe()
    os.set_blocking(read_in, False)
    os.set_blocking(write_out, False)
    tee = start(tmp_path / "r", ECHO, stdin=read_in, stdout=write_out)
    sent = os.urandom(50_000)
    for _ in range(10):
        os.write(write_in, sent)
        assert receive(read_out, 50_000) == sent
    assert not os.get_blocking(read_in)
    assert not os.get_blocking(write_out)
    for fd in (read_in, write_out, write_in):
        os.close(fd)
    assert receive(read_out, 1) == b""
    os.close(read_out)
    assert tee.wait(PATIENCE) == 0


def test_a_slow_reader_behind_a_non_blocking_stdout(start: Starter, tmp_path: Path) -> None:
    read, write = os.pipe()
    os.set_blocking(write, False)
    tee = start(tmp_path / "r", python("os.write(1, b'x' * 5_000_000)"), stdout=write)
    os.close(write)
    until(lambda: journal_size(tmp_path) > 65_536, "the pipe is full")
    assert receive(read, 5_000_001) == b"x" * 5_000_000
    os.close(read)
    assert tee.wait(PATIENCE) == 0


def journal_size(folder: Path) -> int:
    path = folder / "r.journal"
    return path.stat().st_size if path.exists() else 0


def test_a_terminal_as_stdin_and_stdout(start: Starter, tmp_path: Path, terminal: tuple[int, int]) -> None:
    ours, theirs = terminal
    tee = start(tmp_path / "r", ECHO, stdin=theirs, stdout=theirs)
    os.write(ours, b"typed \xff\n")
    assert receive(ours, 8) == b"typed \xff\n"
    os.close(theirs)
    os.close(ours)  # hangs up: reading gives EIO, which is its end of file
    assert tee.wait(PATIENCE) in (0, -signal.SIGPIPE)
    assert ends(records(tmp_path / "r"))[C2A][0] == END_OF_FILE
    assert stream(records(tmp_path / "r"), A2C) == b"typed \xff\n"


@pytest.mark.parametrize("option", [[], ["--no-stderr"]])
def test_a_terminal_as_stderr_stays_one(
    start: Starter, tmp_path: Path, terminal: tuple[int, int], option: list[str]
) -> None:
    ours, theirs = terminal
    agent = python("import termios\nos.write(2, b'%d ' % os.isatty(2))\ntermios.tcgetattr(2)\nos.write(2, b'raw')")
    tee = start(tmp_path / "r", agent[:1] + agent[3:], *option, stderr=theirs)
    assert receive(ours, 5) == b"1 raw"
    tee.finish()
    found = records(tmp_path / "r")
    assert stream(found, STDERR) == b""
    assert beginning(found).stderr == (b"off" if option else b"terminal")


def in_a_session_of_its_own(theirs: int) -> None:
    """Make the terminal the controlling one, and our group its foreground group."""
    os.setsid()
    fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)


def test_an_interrupt_from_the_terminal_comes_once(start: Starter, tmp_path: Path, terminal: tuple[int, int]) -> None:
    """Ctrl-C reaches the whole foreground group, so the tee must not send it again; a TERM for the tee it must."""
    ours, theirs = terminal
    attributes = termios.tcgetattr(theirs)
    attributes[3] |= termios.ISIG
    termios.tcsetattr(theirs, termios.TCSANOW, attributes)
    agent = python(
        """
def say(number, frame):
    os.write(1, b"%d\\n" % number)
signal.signal(signal.SIGINT, say)
signal.signal(signal.SIGTERM, say)
os.write(1, b"%d\\n" % os.getpgrp())
while True:
    time.sleep(0.02)  # not pause: a signal just before it would be noticed only with the next one
"""
    )
    tee = start(tmp_path / "r", agent, preexec_fn=lambda: in_a_session_of_its_own(theirs))
    assert int(tee.line()) == tee.pid  # the same group
    os.write(ours, b"\x03")
    assert tee.line() == b"%d\n" % signal.SIGINT
    until(lambda: len(signals(records(tmp_path / "r"))) == 1, "the tee notes it")
    tee.send_signal(signal.SIGTERM)
    assert tee.line() == b"%d\n" % signal.SIGTERM
    expected = [(signal.SIGINT, 0 if sys.platform == "linux" else 1), (signal.SIGTERM, 1)]
    until(lambda: signals(records(tmp_path / "r")) == expected, "the tee notes both")
    tee.send_signal(signal.SIGUSR1)
    assert tee.finish()[0] == b""
    assert tee.returncode == -signal.SIGUSR1


def test_an_agent_may_use_the_terminal_it_is_in(start: Starter, tmp_path: Path, terminal: tuple[int, int]) -> None:
    """Setting a terminal from a background group stops a process; the agent's is in the foreground."""
    ours, theirs = terminal
    code = "import os, termios\ntermios.tcsetattr(2, termios.TCSANOW, termios.tcgetattr(2))\nos.write(2, b'drawn')"
    line = [sys.executable, "-c", code]
    tee = start(tmp_path / "r", line, stderr=theirs, preexec_fn=lambda: in_a_session_of_its_own(theirs))
    assert receive(ours, 5) == b"drawn"
    assert tee.wait(PATIENCE) == 0
