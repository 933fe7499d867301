"""When recording fails, or is killed, the traffic does not notice, and the journal is still right."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest

from acp_inspect.record.journal import A2C, C2A, EXIT, GAP, JournalReader, decode, tee_is_alive
from tests.record.conftest import Starter
from tests.record.running import (
    ECHO,
    PATIENCE,
    exit_status,
    journal_of,
    python,
    records,
    run,
    stream,
    until,
)


def limit_files(size: int) -> None:
    """What a full disk does to a writer: a short write, then errors."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("limit", [4_000, 65_536, 66_001, 70_000])
def test_no_more_room_for_the_journal(tmp_path: Path, limit: int) -> None:
    sent = random.Random(limit).randbytes(400_000)
    done = run(tmp_path / "r", ECHO, sent=sent, preexec_fn=lambda: limit_files(limit))
    assert (done.returncode, done.stdout) == (0, sent)
    assert done.stderr in (
        b"acp-inspect: recording stopped, traffic goes on: No space left on device\n",
        b"acp-inspect: recording stopped, traffic goes on: File too large\n",
    )
    found = records(tmp_path / "r")  # never misframed
    kept = stream(found, C2A), stream(found, A2C)
    assert sent.startswith(kept[0])
    assert sent.startswith(kept[1])
    gaps = [decode(GAP, payload) for _, kind, payload in found if kind == GAP]
    mark = (tmp_path / "r.journal.gap").exists()
    assert gaps or mark
    if len(gaps) == 2:
        assert gaps[-1]
        assert gaps[-1][1:] == (len(sent) - len(kept[0]), len(sent) - len(kept[1]), 0)


def test_room_that_comes_back_is_used_for_the_end(start: Starter, tmp_path: Path) -> None:
    """Data after a gap is never journaled, but how much was lost and how the run ended is, if it can be."""
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    tee = start(tmp_path / "r", ECHO, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard)))
    tee.send(b"a" * 30_000)
    got = 0
    while got < 30_000:
        got += len(tee.receive(65536))
    resource.prlimit(tee.pid, resource.RLIMIT_FSIZE, (hard, hard))
    out, errors = tee.finish(b"b" * 1000)
    assert (tee.returncode, out) == (0, b"b" * 1000)
    assert errors.count(b"\n") == 1
    found = records(tmp_path / "r")
    assert exit_status(found) == 0
    kept = len(stream(found, C2A)), len(stream(found, A2C))
    gaps = [decode(GAP, payload) for _, kind, payload in found if kind == GAP]
    assert gaps[-1]
    assert gaps[-1][1:] == (31_000 - kept[0], 31_000 - kept[1], 0)
    assert b"b" not in stream(found, C2A)


def test_nobody_reads_the_line_about_the_full_disk(start: Starter, tmp_path: Path) -> None:
    """A full stderr pipe must not hold up the traffic for the sake of our one line."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    try:
        while True:
            os.write(write, b"e" * 4096)
    except BlockingIOError:
        os.set_blocking(write, True)
    tee = start(tmp_path / "r", ECHO, "--no-stderr", stderr=write, preexec_fn=lambda: limit_files(4_000))
    os.close(write)
    assert tee.finish(b"x" * 50_000)[0] == b"x" * 50_000
    assert tee.returncode == 0
    os.close(read)


def test_quiet_is_quiet_about_a_full_disk(tmp_path: Path) -> None:
    done = run(tmp_path / "r", ECHO, "--quiet", sent=b"x" * 50_000, preexec_fn=lambda: limit_files(4_000))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"x" * 50_000, b"")


def test_a_real_full_disk(tmp_path: Path) -> None:
    """A file system of 256 KiB, where it may be mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], capture_output=True, check=False)
    if mount.returncode:
        pytest.skip("needs the right to mount; the limit on file sizes stands in for it above")
    try:
        done = run(disk / "r", ECHO, sent=b"x" * 3_000_000)
        assert (done.returncode, done.stdout) == (0, b"x" * 3_000_000)
        assert done.stderr == b"acp-inspect: recording stopped, traffic goes on: No space left on device\n"
        found = records(disk / "r")
        assert len(stream(found, C2A)) + len(stream(found, A2C)) > 100_000
        assert any(kind == GAP for _, kind, _ in found) or (disk / "r.journal.gap").exists()
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def test_the_journal_is_deleted_while_it_is_written(start: Starter, tmp_path: Path) -> None:
    tee = start(tmp_path / "r", ECHO)
    tee.send(b"1\n")
    assert tee.line() == b"1\n"
    journal_of(tmp_path / "r").unlink()
    tmp_path.rename(tmp_path.with_name("moved"))
    try:
        assert tee.finish(b"2\n") == (b"2\n", b"")
        assert tee.returncode == 0
    finally:
        tmp_path.with_name("moved").rename(tmp_path)


def test_whether_the_tee_lives_can_be_asked(start: Starter, tmp_path: Path) -> None:
    tee = start(tmp_path / "r", ECHO, recorder="/bin/cat")
    tee.send(b"1\n")
    assert tee.line() == b"1\n"
    journal = str(journal_of(tmp_path / "r"))
    assert tee_is_alive(journal)
    tee.send_signal(signal.SIGSTOP)
    assert tee_is_alive(journal)
    tee.kill()
    tee.wait(PATIENCE)
    assert not tee_is_alive(journal)
    assert not tee_is_alive(journal + "x")


STREAMING = python(
    """
n = 0
while True:
    os.write(1, b"".join(b"%09d\\n" % k for k in range(n, n + 50)))
    n += 50
"""
)


@pytest.mark.parametrize("attempt", range(25))
@pytest.mark.parametrize("victim", ["tee", "group"])
def test_no_delivered_byte_is_lost_when_the_tee_is_killed(
    start: Starter, tmp_path: Path, attempt: int, victim: str
) -> None:
    tee = start(tmp_path / "r", STREAMING, start_new_session=True)
    tee.send(b"request\n")
    delivered = tee.receive(1)
    deadline = time.monotonic() + random.Random(attempt).random() / 10
    while time.monotonic() < deadline:
        delivered += tee.receive(1 << 16)
    os.kill(tee.pid if victim == "tee" else -tee.pid, signal.SIGKILL)
    delivered += tee.rest()  # ends: the agent is ended too, or it would go on for ever
    assert tee.wait(PATIENCE) == -signal.SIGKILL
    with journal_of(tmp_path / "r").open("rb") as file:
        reader = JournalReader(file.fileno())
        found = list(reader.records())
        assert reader.fault == ""
    journaled = stream(found, A2C)
    assert journaled.startswith(delivered)
    assert journaled == b"".join(b"%09d\n" % n for n in range(len(journaled) // 10 + 1))[: len(journaled)]
    assert EXIT not in [kind for _, kind, _ in found]


def test_the_watch_survives_its_group_and_the_recorder_its_own_death(start: Starter, tmp_path: Path) -> None:
    """Killing the recorder, however often, touches nothing else."""
    recorder = tmp_path / "recorder"
    recorder.write_text('#!/bin/sh\necho $$ > "$5.pid"\nexec sleep 600\n')
    recorder.chmod(0o755)
    tee = start(tmp_path / "r", ECHO, recorder=str(recorder))
    pid_file = tmp_path / "r.pid"
    until(lambda: pid_file.exists() and pid_file.read_text(), "the recorder runs")
    os.kill(int(pid_file.read_text()), signal.SIGKILL)
    assert tee.finish(b"x\n") == (b"x\n", b"")
    assert exit_status(records(tmp_path / "r")) == 0
