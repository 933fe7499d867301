"""The journal: the append-only file in which the tee notes every byte before it passes it on, and its reader.

Layout: the eight bytes of `MAGIC`, then records `<QII` (monotonic nanoseconds, kind, length of the payload) + payload.
Kinds 0, 1, 2 hold bytes of the streams Client to Agent, Agent to Client and the Agent's stderr, as they were read; the
kinds from 16 on are control records, described at their encoders below. Readers pass over control kinds they do not
know.

An orderly run is START, data and SIGNAL records, one STREAM_END for each stream, EXIT; EXIT is the last record. A run
whose agent could not be started is START, START_FAILED. A journal without EXIT or START_FAILED whose tee is not alive
(`tee_is_alive`) belongs to a tee that was killed; its last record may be torn, never a record in the middle.

A write that fails or is short ends the journaling of data for good: the file is cut back to its last whole record and
gets a GAP record. If even that finds no room, the empty file `<journal>.gap` says so.

No fsync: what was passed on survives any process's death, not a power cut. This module is on the tee's start path, so
it imports nothing that costs time, and its records are plain tuples.
"""

import os
from _thread import allocate_lock
from time import monotonic_ns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MAGIC = b"ACPJRNL\x01"
"""Seven letters and the version of the format."""

C2A, A2C, STDERR = STREAMS = (0, 1, 2)
START, STREAM_END, SIGNAL, EXIT, START_FAILED, GAP = range(16, 22)

END_OF_FILE, READER_GONE, FAILED, LEFT_OPEN = range(4)
"""Why a stream ended: its writer closed it; its reader closed it; reading failed; the tee ended before it did."""

LARGEST_PAYLOAD = 1 << 26
"""No record is larger; a length above it means that the file is damaged."""

_HEADER = 16
_WIDTHS = {STREAM_END: (4, 4, 4), SIGNAL: (4, 4), EXIT: (4, 8), GAP: (4, 8, 8, 8), START_FAILED: (4, 4)}
_BLOCK = 1 << 20
_NO_SPACE = 28


class Start:
    """What is known when the agent was just started (or could not be): the first record of every journal.

    Encoded as `key=value` entries, each ended by a NUL, in any order, keys repeating for lists; unknown keys are passed
    over, so that later versions can say more. Values are the operating system's bytes: decode them with `os.fsdecode`.
    Of the environment only the names are kept.
    """

    __slots__ = ("agent_pid", "argv", "cwd", "env", "monotonic", "name", "stderr", "tags", "tee_pid", "version", "wall")

    def __init__(self) -> None:
        self.argv: list[bytes] = []
        self.cwd = b""
        self.name = b""
        self.tags: list[bytes] = []
        self.env: list[bytes] = []
        self.stderr = b""
        """`recorded`, `terminal` (it is one, so it was passed through unrecorded) or `off` (`--no-stderr`)."""
        self.version = b""
        self.tee_pid = 0
        self.agent_pid = 0
        """0 = the agent could not be started."""
        self.wall = 0
        """Nanoseconds since the epoch, taken together with `monotonic`."""
        self.monotonic = 0
        """Nanoseconds on the clock of the records."""

    def encode(self) -> bytes:
        """The payload of the record."""
        parts: list[bytes] = []
        for key in self.__slots__:
            value = getattr(self, key)
            for item in value if isinstance(value, list) else (value,):
                parts.append(b"%b=%b\0" % (key.encode(), item if isinstance(item, bytes) else b"%d" % item))
        return b"".join(parts)

    @classmethod
    def decode(cls, payload: bytes) -> "Start":
        """The record's values; what is missing or unreadable keeps its empty value. Never raises."""
        start = cls()
        for entry in payload.split(b"\0"):
            key, _, value = entry.partition(b"=")
            name = key.decode("ascii", "replace")
            old = getattr(start, name) if name in cls.__slots__ else None
            if isinstance(old, list):
                old.append(value)
            elif isinstance(old, bytes):
                setattr(start, name, value)
            elif isinstance(old, int) and value.isdigit() and len(value) < 20:
                setattr(start, name, int(value))
        return start


def encode(kind: int, *values: int) -> bytes:
    """The payload of a STREAM_END (stream, reason, errno), SIGNAL (number, 1 if it was sent on), EXIT (wait status,
    monotonic ns at which the exit was seen) or GAP (errno, bytes of the three streams that were not journaled; the
    last GAP counts)."""
    return b"".join(value.to_bytes(width, "little") for value, width in zip(values, _WIDTHS[kind], strict=True))


def decode(kind: int, payload: bytes) -> tuple[int, ...] | None:
    """The values `encode` was given, or None if the payload is not of that form."""
    widths = _WIDTHS[kind]
    return _numbers(payload, widths) if len(payload) == sum(widths) else None


def encode_start_failed(exit_code: int, code: int, reason: str) -> bytes:
    """The payload of START_FAILED: the exit code the tee gives, the errno, and a text for people."""
    return encode(START_FAILED, exit_code, code) + os.fsencode(reason)


def decode_start_failed(payload: bytes) -> tuple[int, int, str]:
    """The values `encode_start_failed` was given; zeros and an empty text for what is not there. Never raises."""
    exit_code, code = _numbers(payload, _WIDTHS[START_FAILED])
    return exit_code, code, payload[8:].decode("utf-8", "replace")


def _numbers(data: bytes, widths: tuple[int, ...]) -> tuple[int, ...]:
    values = []
    for width in widths:
        values.append(int.from_bytes(data[:width], "little"))
        data = data[width:]
    return tuple(values)


def _header(kind: int, size: int) -> bytes:
    """A record's head, at this moment. One number is the fastest way to make it without the struct module."""
    return (monotonic_ns() | kind << 64 | size << 96).to_bytes(_HEADER, "little")


class JournalWriter:
    """Appends to a new journal, from any thread. The order of the records is the order of their times.

    `path` must not exist; it is made with mode 0600 whatever the umask. `on_gap` is called once, outside the lock, with
    a reason for people when journaling ends early. Raises OSError if the file cannot be made or `start` not be written.
    The writer holds a POSIX lock on the file for as long as its process lives.
    """

    __slots__ = ("_ended", "_fd", "_lock", "_lost", "_on_gap", "_path", "_reason", "_whole")

    def __init__(self, path: str, start: bytes, on_gap: "Callable[[str], None]") -> None:
        self._path = path
        self._on_gap = on_gap
        self._lock = allocate_lock()
        self._whole = True
        self._reason = 0
        self._lost = [0, 0, 0]
        self._ended = [False, False, False]
        self._fd = fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        try:
            os.fchmod(fd, 0o600)
            head = MAGIC + _header(START, len(start)) + start
            if os.write(fd, head) != len(head):
                raise OSError(_NO_SPACE, os.strerror(_NO_SPACE), path)
        except OSError:
            os.close(fd)
            os.unlink(path)
            raise
        try:
            os.lseek(fd, 0, os.SEEK_SET)
            os.lockf(fd, os.F_TLOCK, 0)
        except OSError:
            pass  # a file system without locks: readers then take the tee for dead, and go by the records

    def append(self, kind: int, payload: bytes) -> None:
        """Note one record. Never raises: what cannot be written becomes a gap, and `payload` is counted as lost."""
        size = len(payload)
        with self._lock:
            if self._whole:
                try:
                    written = os.writev(self._fd, (_header(kind, size), payload))
                    if written == size + _HEADER:
                        return
                    reason = _NO_SPACE
                except OSError as error:
                    written = 0
                    reason = error.errno or 5
                self._break(written, reason)
                broken = True
            else:
                broken = False
            if kind <= STDERR:
                self._lost[kind] += size
        if broken:
            self._on_gap(os.strerror(reason))

    def end_stream(self, stream: int, reason: int, code: int) -> None:
        """Note that `stream` ended: `reason` as above, `code` the errno behind it or 0. Never raises."""
        with self._lock:
            self._ended[stream] = True
            broken = self._whole and not self._append_whole(STREAM_END, encode(STREAM_END, stream, reason, code))
            if broken:
                self._break(0, _NO_SPACE)
        if broken:
            self._on_gap(os.strerror(_NO_SPACE))

    def finish(self, kind: int, payload: bytes, streams: "Iterable[int]") -> None:
        """Write the last record and let nothing in after it; before it, that those of `streams` which have not ended
        were left open.

        The lock stays held: a thread that still has bytes in hand then waits for the end of the process in `append`,
        instead of passing on what the journal does not hold.
        """
        self._lock.acquire()
        if self._fd < 0:
            return
        records = [(STREAM_END, encode(STREAM_END, s, LEFT_OPEN, 0)) for s in streams if not self._ended[s]]
        if not self._whole:
            records.insert(0, (GAP, encode(GAP, self._reason, *self._lost)))
        for record in (*records, (kind, payload)):
            if not self._append_whole(*record):
                return

    def _break(self, written: int, reason: int) -> None:
        self._whole = False
        self._reason = reason
        try:
            if written:
                os.ftruncate(self._fd, os.fstat(self._fd).st_size - written)
            noted = self._append_whole(GAP, encode(GAP, reason, 0, 0, 0))
        except OSError:
            # The torn record cannot be removed, so nothing may ever follow it.
            self._fd = -1
            noted = False
        if not noted:
            _leave_mark(self._path + ".gap")

    def _append_whole(self, kind: int, payload: bytes) -> bool:
        record = _header(kind, len(payload)) + payload
        try:
            written = os.write(self._fd, record)
        except OSError:
            return False
        if written != len(record):
            try:
                os.ftruncate(self._fd, os.fstat(self._fd).st_size - written)
            except OSError:
                self._fd = -1
            return False
        return True


def _leave_mark(path: str) -> None:
    """Make an empty file; if there is no room even for that, the missing EXIT record is all that tells of the gap."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600))
    except OSError:
        return


class JournalReader:
    """Gives back the records of a journal that may still be growing. Total on any bytes: a fault is a value.

    `fd` is open for reading and stays the caller's; `offset` is where an earlier reader stopped (0 = the start).
    """

    __slots__ = ("_fd", "fault", "offset")

    def __init__(self, fd: int, offset: int = 0) -> None:
        self._fd = fd
        self.offset = offset
        """Where the next record starts; moves on before a record is handed out."""
        self.fault = ""
        """Why no more records will come, for people; empty while all is well."""

    def records(self) -> "Iterator[tuple[int, int, bytes]]":
        """(monotonic ns, kind, payload) of every whole record that is there now. May be called again and again."""
        from _struct import Struct  # the tee, which only writes, is spared it

        unpack = Struct("<QII").unpack_from
        if not self._opened():
            return
        want = _BLOCK
        while not self.fault:
            block = os.pread(self._fd, want, self.offset)
            position = 0
            need = _HEADER
            while len(block) - position >= _HEADER:
                at, kind, size = unpack(block, position)
                if size > LARGEST_PAYLOAD or STDERR < kind < START or kind > 255:
                    self.fault = f"damaged at byte {self.offset}"
                    return
                need = size + _HEADER
                if len(block) - position < need:
                    break
                payload = block[position + _HEADER : position + need]
                position += need
                self.offset += need
                yield at, kind, payload
            if len(block) < want:
                return
            want = _BLOCK if position else max(_BLOCK, need)

    def torn(self) -> int:
        """How many bytes follow the last whole record: of a tee that is not alive, an unfinished record."""
        return max(0, os.fstat(self._fd).st_size - self.offset)

    def _opened(self) -> bool:
        """Whether there is more to read than the magic."""
        if self.fault:
            return False
        if os.fstat(self._fd).st_size < self.offset:
            self.fault = f"cut short: it ends before byte {self.offset}"
            return False
        if self.offset >= len(MAGIC):
            return True
        magic = os.pread(self._fd, len(MAGIC), 0)
        if magic == MAGIC:
            self.offset = len(MAGIC)
            return True
        if not MAGIC.startswith(magic):
            newer = magic[:-1] == MAGIC[:-1] and magic[-1] > MAGIC[-1]
            self.fault = "written by a newer acp-inspect" if newer else "not a journal"
        return False


def tee_is_alive(path: str) -> bool:
    """Whether the process that writes the journal at `path` still lives; asks the kernel and locks nothing.

    False also for a file that is missing or unreadable. Not to be asked by the writer's own process.
    """
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        os.lockf(fd, os.F_TEST, 0)
    except OSError:
        return True
    finally:
        os.close(fd)
    return False
