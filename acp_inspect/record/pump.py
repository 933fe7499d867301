"""Moves one stream: read, journal, write, until one of its ends is gone; then passes that on to the other end."""

import os
from _thread import allocate_lock, start_new_thread

from acp_inspect.record.journal import END_OF_FILE, FAILED, READER_GONE, JournalWriter

CHUNK = 65536
PIPE = 1 << 20
"""No pipe of an unprivileged process holds more bytes."""

_EIO = 5


class Pump:
    """One stream of the tee: from `source` to `sink`, noted as `stream` in `journal` (None = there is none).

    `ours` says that `source` is a pipe that the tee made, so that its flags may be changed.
    """

    __slots__ = ("_counts", "_done", "_journal", "_ours", "_sink", "_source", "stream")

    def __init__(self, stream: int, source: int, sink: int, journal: JournalWriter | None, ours: bool) -> None:
        self.stream = stream
        self._source = source
        self._sink = sink
        self._journal = journal
        self._ours = ours
        self._counts = [0, 0]
        self._done = allocate_lock()
        self._done.acquire()

    def start(self) -> None:
        """Begin to move bytes, in a thread of its own."""
        start_new_thread(self._run, ())

    def finished(self, seconds: float) -> bool:
        """Whether the stream has ended, after waiting for it that long at most."""
        if not self._done.acquire(timeout=seconds):
            return False
        self._done.release()
        return True

    @property
    def sent(self) -> int:
        """How many bytes were passed on."""
        return self._counts[1]

    def busy(self) -> bool:
        """Whether there are bytes to pass on right now, in hand or in the source."""
        return self._counts[0] != self._counts[1] or ready(self._source, writing=False, milliseconds=0)

    def _run(self) -> None:
        reason, code = FAILED, 0
        try:
            reason, code = self._move()
            if reason == READER_GONE and self._ours:
                self._drain()
        finally:
            if self._journal:
                self._journal.end_stream(self.stream, reason, code)
            let_go(self._sink)
            let_go(self._source)
            self._done.release()

    def _move(self) -> tuple[int, int]:
        """Why the stream ended, and the errno behind it."""
        read, write, source, sink, stream, counts = (
            os.read,
            os.write,
            self._source,
            self._sink,
            self.stream,
            self._counts,
        )
        append = self._journal.append if self._journal else _forget
        while True:
            try:
                data = read(source, CHUNK)
            except BlockingIOError:
                ready(source, writing=False)
                continue
            except OSError as error:
                # What a terminal says when its other end is closed.
                return (END_OF_FILE if error.errno == _EIO else FAILED), error.errno or 0
            if not data:
                return END_OF_FILE, 0
            append(stream, data)
            size = len(data)
            counts[0] += size
            sent = 0
            while sent < size:
                try:
                    sent += write(sink, data[sent:] if sent else data)
                except BlockingIOError:
                    ready(sink, writing=True)
                except OSError as error:
                    return READER_GONE, error.errno or 0
            counts[1] += size

    def _drain(self) -> None:
        """Journal what the writer had written when the reader went away; it will get a broken pipe from now on."""
        os.set_blocking(self._source, False)
        taken = 0
        while taken < PIPE:
            try:
                data = os.read(self._source, CHUNK)
            except OSError:
                return
            if not data:
                return
            taken += len(data)
            if self._journal:
                self._journal.append(self.stream, data)


def let_go(fd: int) -> None:
    """Give up our hold on `fd`; stdin, stdout and stderr keep their numbers, on /dev/null. Never raises."""
    try:
        if fd > 2:
            os.close(fd)
        else:
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(null, fd)
            os.close(null)
    except OSError:
        pass


def ready(fd: int, *, writing: bool, milliseconds: int | None = None) -> bool:
    """Wait until `fd` can be read or written, or is broken; for a descriptor that the client made non-blocking."""
    from select import POLLIN, POLLOUT, poll

    poller = poll()
    poller.register(fd, POLLOUT if writing else POLLIN)
    return bool(poller.poll(milliseconds))


def _forget(stream: int, data: bytes) -> None:
    """Stands in for the journal when there is none."""
