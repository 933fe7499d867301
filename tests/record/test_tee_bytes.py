"""Every byte passes unchanged, both ways, and stands in the journal: law 8, on real processes."""

from __future__ import annotations

import hashlib
import random
import threading
from pathlib import Path

import pytest

from acp_inspect.record.journal import A2C, C2A, END_OF_FILE, STDERR
from tests.record.conftest import Starter
from tests.record.running import ECHO, ends, exit_status, python, records, run, stream, until

RANDOM = random.Random(2).randbytes(3_000_000)


@pytest.mark.parametrize(
    "sent",
    [
        RANDOM,
        b"",
        b"\n",
        b'{"jsonrpc":"2.0"}',
        "é€😀\n".encode(),
        b"\r\n\r\r\n\x00\n\xff\xfe\xc3\n\xed\xa0\x80",
        b"\xef\xbb\xbf{}\n",
        b"\x1a\x04\x03\x1b[2J\n",
    ],
    ids=["random", "nothing", "newline", "unterminated", "wide", "odd", "bom", "control"],
)
def test_bytes_come_back_as_they_were_sent(tmp_path: Path, sent: bytes) -> None:
    done = run(tmp_path / "r", ECHO, sent=sent)
    assert (done.returncode, done.stdout, done.stderr) == (0, sent, b"")
    found = records(tmp_path / "r")
    assert stream(found, C2A) == stream(found, A2C) == sent
    assert ends(found) == dict.fromkeys((C2A, A2C, STDERR), (END_OF_FILE, 0))
    assert exit_status(found) == 0


def test_a_character_split_over_two_writes(start: Starter, tmp_path: Path) -> None:
    tee = start(tmp_path / "r", ECHO)
    for part in (b'"\xc3', b'\xa9"', b"\r", b"\n"):
        tee.send(part)
        assert tee.receive(100) == part  # at once: nothing waits for the rest of a line
    tee.finish()
    assert [payload for _, kind, payload in records(tmp_path / "r") if kind == A2C] == [
        b'"\xc3',
        b'\xa9"',
        b"\r",
        b"\n",
    ]


def test_a_line_of_64_mb_each_way(tmp_path: Path) -> None:
    sent = RANDOM.replace(b"\n", b" ") * 22 + b"\n"
    assert len(sent) > 64_000_000
    done = run(tmp_path / "r", ECHO, sent=sent)
    assert done.returncode == 0
    want = hashlib.sha256(sent).digest()
    assert hashlib.sha256(done.stdout).digest() == want
    found = records(tmp_path / "r")
    assert hashlib.sha256(stream(found, C2A)).digest() == want
    assert hashlib.sha256(stream(found, A2C)).digest() == want


def test_200_000_small_lines(tmp_path: Path) -> None:
    agent = python("for n in range(200_000):\n    os.write(1, b'%d\\n' % n)")
    done = run(tmp_path / "r", agent)
    want = b"".join(b"%d\n" % n for n in range(200_000))
    assert done.stdout == want
    assert stream(records(tmp_path / "r"), A2C) == want


def test_both_directions_and_stderr_at_once(tmp_path: Path) -> None:
    size = 16_000_000
    agent = python(
        f"""
import _thread
done = [_thread.allocate_lock() for _ in range(3)]
def write(fd, data, lock):
    for at in range(0, {size}, 100_000):
        rest = data * 100_000
        while rest:
            rest = rest[os.write(fd, rest):]
    lock.release()
def read(lock):
    global got
    got = 0
    while data := os.read(0, 65536):
        got += data.count(b"c")
    lock.release()
for lock in done:
    lock.acquire()
_thread.start_new_thread(write, (1, b"a", done[0]))
_thread.start_new_thread(write, (2, b"e", done[1]))
_thread.start_new_thread(read, (done[2],))
for lock in done:
    lock.acquire()
sys.exit(0 if got == {size} else 3)
"""
    )
    done = run(tmp_path / "r", agent, sent=b"c" * size)
    assert (done.returncode, done.stdout == b"a" * size, done.stderr == b"e" * size) == (0, True, True)
    found = records(tmp_path / "r")
    for kind, byte in ((C2A, b"c"), (A2C, b"a"), (STDERR, b"e")):
        assert stream(found, kind) == byte * size


def test_nobody_reads_stderr(start: Starter, tmp_path: Path) -> None:
    """A full stderr pipe stops the agent's stderr, as without a tee, but no other stream."""
    agent = python(
        """
import _thread
_thread.start_new_thread(lambda: os.write(2, b"e" * 10_000_000), ())
while data := os.read(0, 65536):
    os.write(1, data)
"""
    )
    tee = start(tmp_path / "r", agent)
    for n in range(200):
        tee.send(b"%d\n" % n)
        assert tee.receive(100) == b"%d\n" % n
    _, errors = tee.finish()
    assert errors == b"e" * len(errors)
    assert stream(records(tmp_path / "r"), STDERR) == errors


def test_a_slow_reader_slows_the_agent_down_and_nothing_piles_up(start: Starter, tmp_path: Path) -> None:
    size = 50_000_000
    progress = tmp_path / "progress"
    agent = python(
        f"""
progress = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
for at in range(0, {size}, 50_000):
    os.write(1, b"x" * 50_000)
    os.write(progress, b".")
""",
        str(progress),
    )
    tee = start(tmp_path / "r", agent)
    written = -1

    def stalled() -> bool:
        nonlocal written
        before, written = written, progress.stat().st_size if progress.exists() else 0
        threading.Event().wait(0.5)
        return written > 0 and written == before

    until(stalled, "the agent stalls")
    # Two pipes and the chunk between them.
    assert written * 50_000 < 1_000_000
    assert tee.rest() == b"x" * size
    peak = max_resident_kilobytes(tee.pid)
    assert tee.wait() == 0
    assert peak is None or peak < 40_000
    assert len(stream(records(tmp_path / "r"), A2C)) == size
    tee.finish()


def max_resident_kilobytes(pid: int) -> int | None:
    """The most memory the process has held; None where the system does not say, or once it is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    lines = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(lines[0].split()[1]) if lines else None
