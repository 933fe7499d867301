"""The recorder as the process it is: woken by the journal, killed at any moment, never more than one."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from acp_inspect.store.catch_up import catch_up
from acp_inspect.store.format import lock_of
from acp_inspect.store.presence import is_locked
from acp_inspect.store.reader import Recording
from acp_inspect.wire.framing import Stream
from tests.record.journals import Journal, conversation, record, sent, update
from tests.store.locks import held_by_another
from tests.store.tables import tables

PATIENCE = 60.0


def until(condition: Callable[[], bool]) -> None:
    """Wait for it, for as long as a loaded machine may need."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "this never happened"
        time.sleep(0.01)


def recorder(journal: Path, recording: Path, pipe: int | None = None) -> subprocess.Popen[bytes]:
    more = [] if pipe is None else [str(pipe)]
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "acp_inspect.record.ingest", str(journal), str(recording), *more],
        stderr=subprocess.PIPE,
        pass_fds=() if pipe is None else (pipe,),
    )


def ended(process: subprocess.Popen[bytes]) -> int:
    process.communicate(timeout=PATIENCE)
    return process.returncode


def count(recording: Path) -> int:
    if not recording.exists():
        return 0
    with Recording.open(recording) as opened:
        return opened.count()


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "a.acprec.journal")


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    return tmp_path / "a.acprec"


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Both ends of the pipe that hangs up with the tee; the test plays the tee."""
    ends = os.pipe()
    yield ends
    for end in ends:
        with suppress(OSError):
            os.close(end)


def test_it_follows_the_journal_and_ends_with_it(journal: Journal, recording: Path, pipe: tuple[int, int]) -> None:
    journal.begin()
    process = recorder(journal.path, recording, pipe[0])
    until(lambda: count(recording) == 1)
    for number in range(3):
        journal.add(1, update(number))
        until(partial(lambda wanted: count(recording) == wanted, number + 2))
    with Recording.open(recording) as opened:
        assert opened.info().complete is False
    journal.end()
    assert ended(process) == 0
    assert os.listdir(recording.parent) == ["a.acprec"]


def test_it_finishes_when_the_tee_is_gone_without_a_word(
    journal: Journal, recording: Path, pipe: tuple[int, int]
) -> None:
    journal.begin().add(1, b"no end")
    process = recorder(journal.path, recording, pipe[0])
    until(lambda: count(recording) == 1)
    os.close(pipe[1])
    assert ended(process) == 0
    with Recording.open(recording) as opened:
        assert opened.info().end == "unfinished"
        assert b"".join(opened.stream_bytes(Stream.AGENT_TO_CLIENT)) == b"no end"


def test_killed_again_and_again_nothing_is_lost_and_nothing_twice(tmp_path: Path) -> None:
    chance = random.Random(7)
    chunks = conversation(20) + [(1, update(number)) for number in range(40_000)]
    results = []
    for name, kills in (("killed", 12), ("calm", 0)):
        recording = tmp_path / f"{name}.acprec"
        journal = Journal(tmp_path / f"{name}.acprec.journal").begin()
        journal.append(b"".join(record(stream, data, number) for number, (stream, data) in enumerate(chunks)))
        journal.end()
        for _ in range(kills):
            process = recorder(journal.path, recording)
            time.sleep(chance.uniform(0, 0.6))
            process.kill()
            process.communicate()
        process = recorder(journal.path, recording)
        assert ended(process) == 0
        results.append(tables(recording))
        with Recording.open(recording) as opened:
            for stream in (0, 1, 2):
                assert b"".join(opened.stream_bytes(Stream(stream))) == sent(chunks, stream)
    assert results[0] == results[1]
    assert sorted(os.listdir(tmp_path)) == ["calm.acprec", "killed.acprec"]


def test_stopped_and_continued(journal: Journal, recording: Path, pipe: tuple[int, int]) -> None:
    journal.begin().add(1, update(0))
    process = recorder(journal.path, recording, pipe[0])
    until(lambda: count(recording) == 2)
    process.send_signal(signal.SIGSTOP)
    for number in range(1, 500):
        journal.add(1, update(number))
    journal.end()
    os.close(pipe[1])
    process.send_signal(signal.SIGCONT)
    assert ended(process) == 0
    assert count(recording) == 505


def test_a_recording_deleted_under_it_is_not_made_again(
    journal: Journal, recording: Path, pipe: tuple[int, int]
) -> None:
    journal.begin().add(1, update(0))
    process = recorder(journal.path, recording, pipe[0])
    until(lambda: count(recording) == 2)
    recording.unlink()
    journal.add(1, update(1)).end()
    assert ended(process) == 0
    assert os.listdir(recording.parent) == ["a.acprec.journal"]
    catch_up(recording)
    assert count(recording) == 7


def test_a_dead_recorder_of_a_living_tee_is_replaced(journal: Journal, recording: Path) -> None:
    journal.begin().add(1, update(0))
    with held_by_another(journal.path) as tee:
        catch_up(recording)
        assert count(recording) == 2
        with Recording.open(recording) as opened:
            assert (opened.info().live, opened.info().end) == (True, "live")
        # The one that took over follows by itself.
        journal.add(1, update(1))
        until(lambda: count(recording) == 3)
        assert is_locked(lock_of(recording))
        tee.kill()
        until(lambda: not lock_of(recording).exists())
    with Recording.open(recording) as opened:
        assert opened.info().end == "unfinished"
        assert opened.count() == 4


def test_several_at_once_make_one_recording(journal: Journal, recording: Path) -> None:
    journal.begin()
    for number in range(2_000):
        journal.add(1, update(number))
    journal.end()
    processes = [recorder(journal.path, recording) for _ in range(4)]
    assert [ended(process) for process in processes] == [0, 0, 0, 0]
    assert os.listdir(recording.parent) == ["a.acprec"]
    assert count(recording) == 2_005


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's own high-water mark is Linux's")
def test_it_stays_small(journal: Journal, recording: Path) -> None:
    # Not getrusage: a process that was forked starts with its parent's high-water mark there.
    script = (
        "import sys; from acp_inspect.record.ingest import main; code = main(sys.argv[1:]);"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')));"
        "sys.exit(code)"
    )
    sizes = []
    for lines in (10_000, 100_000):
        journal.begin()
        block = b"".join(map(update, range(1_000)))
        for _ in range(lines // 1_000):
            journal.append(record(1, block, journal.at))
        journal.end()
        command = [sys.executable, "-c", script, str(journal.path), str(recording)]
        sizes.append(int(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout))
        recording.unlink()
    assert sizes[1] < 36_000, "the tee needs 9 MB, and both together may have 45"
    assert sizes[1] < 1.3 * sizes[0]


def test_it_imports_nothing_heavy() -> None:
    script = "import sys, acp_inspect.record.ingest; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], check=True, stdout=subprocess.PIPE, text=True
    ).stdout.split()
    assert {"sqlite_utils", "click", "rich", "textual", "platformdirs", "subprocess", "asyncio"} & {*loaded} == set()
