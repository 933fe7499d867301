"""The recorder: reads a journal while the tee writes it, and fills the recording. A process of its own.

    python -m acp_inspect.record.ingest JOURNAL RECORDING [PIPE]

PIPE is a descriptor that hangs up when the tee is gone. Without one it reads what is there; if the tee is still alive
then, a recorder that stays takes over. One recorder at a time fills a recording (a lock says who). It ends when all is
read, and removes the journal only after everything in it is committed and brought into the one file.

Whatever happens to it, the journal stays and the next one goes on exactly where the last commit ended. It exits with 4
for a full disk or a locked database, 2 for a file that is no recording, 0 when the recording was deleted meanwhile.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from acp_inspect.errors import AcpInspectError, NewerFormat, NoSuchRecording, StoreError
from acp_inspect.record.journal import JournalReader, Start
from acp_inspect.record.translate import Translation, readable
from acp_inspect.record.wakeup import Wakeup
from acp_inspect.store.connection import is_busy
from acp_inspect.store.format import lock_of
from acp_inspect.store.presence import Lock, is_locked
from acp_inspect.store.recorder import recorder_command, recorder_environment
from acp_inspect.store.upkeep import identity_of, tidy_up
from acp_inspect.store.writer import Origin, Writer
from acp_inspect.wire.control import Gap, encode_control
from acp_inspect.wire.framing import Stream

STAY: Final = "stay"
"""In the place of PIPE: watch the tee without one."""

_BUSY_PATIENCE: Final = 60.0
"""Seconds to try a locked database once the tee is gone; while it lives, there is no hurry."""

_TO_NOTHING: Final = [(os.POSIX_SPAWN_OPEN, descriptor, os.devnull, os.O_RDWR, 0) for descriptor in (0, 1, 2)]

Result = TypeVar("Result")


class Gone(Exception):
    """The recording was deleted or moved while it was being filled."""


class Ingest:
    """The work on one journal, without the waiting for it to grow.

    `alive` says whether the tee still runs. Methods raise Gone, StoreError, NotARecording, NewerFormat.
    """

    def __init__(self, journal: Path, recording: Path, alive: Callable[[], bool]) -> None:
        self._journal = journal
        self._recording = recording
        self._alive = alive
        self._translation = Translation()
        self._writer: Writer | None = None
        self._skip = 0
        self._finished_before = False
        self._descriptor: int | None = None
        self._reader: JournalReader | None = None
        try:
            self._descriptor = os.open(journal, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            self._reader = JournalReader(self._descriptor)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise StoreError(f"{journal}: cannot be read: {error.strerror}") from None

    @property
    def over(self) -> bool:
        """Whether the tee's last record was read, or the recording was finished before."""
        return self._translation.over or self._finished_before

    def read(self) -> None:
        """Read and commit all that is there now."""
        if self._reader is None or self.over:
            return
        translation = self._translation
        for at, kind, payload in self._reader.records():
            cuts = translation.lines(at, kind, payload)
            writer = self._writer or self._begin(translation.start)
            if writer is None:
                return
            for stream, (raw, first_at, last_at) in cuts:
                if self._skip:
                    self._skip -= 1
                else:
                    writer.put(stream, raw, first_at, last_at)
                    if writer.full:
                        self._commit(writer)
            if translation.over:
                break
        self._refuse_foreign_journal(self._reader.fault)
        if self._writer is not None and self._writer.uncommitted:
            self._commit(self._writer)

    def finish(self) -> None:
        """Close the recording and remove the journal: the tee is gone, and what it wrote was read."""
        fault = self._reader.fault if self._reader is not None else ""
        if not self._finished_before:
            writer = self._writer or self._begin(self._translation.start)
            if writer is not None:
                self._end(writer, fault)
        if self._finished_before:
            self._patiently(lambda: tidy_up(self._recording))
        if fault:
            # What stands behind the damage was not read: someone may still want it.
            self._journal.replace(self._journal.with_name(self._journal.name + ".damaged"))
        self._journal.unlink(missing_ok=True)
        self._refusal.unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of everything as it is."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    @property
    def _offset(self) -> int | None:
        return None if self._reader is None else self._reader.offset

    @property
    def _refusal(self) -> Path:
        """The empty file by which the tee says that the disk took not even the record of a gap."""
        return self._journal.with_name(self._journal.name + ".gap")

    def _begin(self, start: Start | None) -> Writer | None:
        """The writer of the recording, new or gone on with; None if it was finished before."""
        origin = _origin(start or Start())
        if not self._recording.exists():
            if self._reader is None:
                raise NoSuchRecording(f"{self._recording}: there is no such recording")
            self._writer = self._patiently(lambda: Writer.create(self._recording, origin))
            return self._writer
        tee_pid, started_at, finished = self._patiently(lambda: identity_of(self._recording))
        if self._reader is not None and (tee_pid, started_at) != (origin.tee_pid, origin.started_at):
            raise StoreError(
                f"{self._journal}: belongs to another run than {self._recording.name}; move one of the two elsewhere"
            )
        if finished:
            self._finished_before = True
            return None
        self._writer = self._patiently(lambda: Writer(self._recording))
        self._skip = self._writer.lines
        return self._writer

    def _end(self, writer: Writer, fault: str) -> None:
        translation = self._translation
        if self._reader is None:
            ended_at = writer.last_at
            if not writer.exited:
                gap = Gap(None, None, "the recording's journal is missing: so may be bytes after this")
                writer.put(Stream.CONTROL, encode_control(gap), ended_at, ended_at)
        else:
            ended_at = translation.now
            for stream, (raw, first_at, last_at) in translation.ending(
                self._reader.torn(), fault, self._refusal.exists()
            ):
                writer.put(stream, raw, first_at, last_at)
        self._in_place(writer)
        self._patiently(lambda: writer.finish("unfinished", ended_at, self._offset))
        self._writer = None

    def _commit(self, writer: Writer) -> None:
        self._in_place(writer)
        self._patiently(lambda: writer.commit(self._offset))

    def _in_place(self, writer: Writer) -> None:
        if not writer.is_in_place():
            raise Gone

    def _patiently(self, work: Callable[[], Result]) -> Result:
        """Do it; while another program holds the database, try again."""
        deadline = None
        while True:
            try:
                return work()
            except StoreError as error:
                if self._writer is not None:
                    self._in_place(self._writer)
                if not is_busy(error.__cause__):
                    raise
                now = time.monotonic()
                if not self._alive():
                    deadline = now + _BUSY_PATIENCE if deadline is None else deadline
                    if now > deadline:
                        raise
                time.sleep(0.1)

    def _refuse_foreign_journal(self, fault: str) -> None:
        if fault and self._writer is None and not self._finished_before:
            kind = NewerFormat if "newer" in fault else StoreError
            raise kind(f"{self._journal}: the journal is {fault}; it was left as it is")


def _origin(start: Start) -> Origin:
    system = os.uname()
    return Origin(
        source="tee",
        started_at=start.wall if 0 < start.wall < 2**62 else None,
        argv=tuple(map(readable, start.argv)),
        cwd=readable(start.cwd) or None,
        env_names=tuple(sorted(map(readable, start.env))),
        platform=f"{system.sysname} {system.release} {system.machine}",
        tee_pid=start.tee_pid if 0 < start.tee_pid < 2**62 else None,
        name=readable(start.name) or None,
        tags=tuple(map(readable, start.tags)),
    )


def run(journal: Path, recording: Path, pipe: int | None, stay: bool) -> None:
    """Fill the recording; see the module. Raises AcpInspectError."""
    try:
        lock = Lock.take(lock_of(recording))
    except OSError as error:
        raise StoreError(f"{lock_of(recording)}: {error.strerror}") from None
    if lock is None:
        return
    hung_up = False

    def alive() -> bool:
        return not hung_up if pipe is not None else is_locked(journal)

    hand_over = False
    # Whoever asked to catch up wants to read now; findings are made when somebody asks for them.
    annotator = Annotation(recording) if stay else None
    try:
        ingest = Ingest(journal, recording, alive)
        wakeup = Wakeup(journal, pipe)
        try:
            while True:
                # Asked before reading: what a tee that is gone wrote is all there to be read.
                was_alive = alive()
                ingest.read()
                if ingest.over or not was_alive:
                    ingest.finish()
                    if annotator is not None:
                        annotator.more()
                    break
                if annotator is not None:
                    annotator.more()
                if not stay:
                    hand_over = True
                    break
                hung_up = wakeup.wait(5.0 if pipe is not None else 0.5) or hung_up
        except Gone:
            _sweep(recording)
        finally:
            wakeup.close()
            ingest.close()
    finally:
        if annotator is not None:
            annotator.close()
        lock.release()
    if hand_over:
        command = recorder_command(recording, STAY)
        os.posix_spawn(command[0], command, recorder_environment(), setsid=True, file_actions=_TO_NOTHING)


class Annotation:
    """The process that judges the recording, started once there is something to judge."""

    def __init__(self, recording: Path) -> None:
        self._recording = recording
        self._pipe: int | None = None

    def more(self) -> None:
        """Let it know that there is more. Never waits, never raises: findings can be made at any later time."""
        try:
            if self._pipe is not None:
                os.write(self._pipe, b"\n")
            elif self._recording.exists():
                self._start()
        except OSError:
            pass  # it has enough to do, or is gone

    def close(self) -> None:
        """Let it know that this was all."""
        if self._pipe is not None:
            os.close(self._pipe)
            self._pipe = None

    def _start(self) -> None:
        theirs, self._pipe = os.pipe()
        os.set_blocking(self._pipe, False)
        # Nobody waits for it, so that it is no zombie when it dies first.
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        command = [sys.executable, "-P", "-m", "acp_inspect.record.annotate", str(self._recording)]
        try:
            actions = [(os.POSIX_SPAWN_DUP2, theirs, 0), *_TO_NOTHING[1:]]
            os.posix_spawn(command[0], command, recorder_environment(), setsid=True, file_actions=actions)
        finally:
            os.close(theirs)


def _sweep(recording: Path) -> None:
    """Remove what SQLite kept beside a recording that is no longer there."""
    if not recording.exists():
        for suffix in ("-wal", "-shm"):
            recording.with_name(recording.name + suffix).unlink(missing_ok=True)


def main(arguments: list[str]) -> int:
    """The exit code; one line on stderr says what went wrong."""
    try:
        journal, recording, *more = arguments
        pipe = None if not more or more[0] == STAY else int(more[0])
    except ValueError:
        sys.stderr.write("usage: python -m acp_inspect.record.ingest JOURNAL RECORDING [PIPE]\n")
        return 2
    if more:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        os.nice(19)  # the traffic comes first, also on a machine with one core
    try:
        run(Path(journal), Path(recording), pipe, stay=bool(more))
    except AcpInspectError as error:
        sys.stderr.write(f"acp-inspect: {error}\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
