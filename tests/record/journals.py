"""Journals made by hand from the layout that record/journal.py documents, and tables to compare recordings by."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from acp_inspect.record.journal import EXIT, MAGIC, SIGNAL, START, STREAM_END

START_NS = 5_000_000_000
WALL_NS = 1_790_000_000_000_000_000
EOF = 0


def record(kind: int, payload: bytes, at: int) -> bytes:
    """One record, `at` nanoseconds after the start."""
    return struct.pack("<QII", START_NS + at, kind, len(payload)) + payload


def start_payload(argv: Iterable[bytes] = (b"agent", b"--acp"), tee_pid: int = 4711, **more: bytes) -> bytes:
    """The payload of START."""
    entries = [b"argv=" + word for word in argv]
    entries += [b"tee_pid=%d" % tee_pid, b"agent_pid=4712", b"wall=%d" % WALL_NS, b"monotonic=%d" % START_NS]
    entries += [b"cwd=/work", b"env=PATH", b"env=HOME", b"stderr=recorded"]
    entries += [key.encode() + b"=" + value for key, value in more.items()]
    return b"".join(entry + b"\0" for entry in entries)


@dataclass
class Journal:
    """A journal that grows as a tee would let it."""

    path: Path
    at: int = 0

    def begin(self, payload: bytes | None = None) -> Journal:
        """Write the magic and START."""
        self.path.write_bytes(MAGIC)
        return self.add(START, start_payload() if payload is None else payload)

    def add(self, kind: int, payload: bytes) -> Journal:
        """Append one record, a microsecond later than the one before."""
        self.at += 1_000
        self.append(record(kind, payload, self.at))
        return self

    def append(self, data: bytes) -> None:
        """Append bytes as they are."""
        with self.path.open("ab") as file:
            file.write(data)

    def signal(self, number: int) -> Journal:
        """The tee got a signal."""
        return self.add(SIGNAL, struct.pack("<II", number, 1))

    def end(self, status: int = 0) -> Journal:
        """End all streams and the agent, as an orderly run does."""
        for stream in (0, 1, 2):
            self.add(STREAM_END, struct.pack("<III", stream, EOF, 0))
        return self.add(EXIT, struct.pack("<iQ", status, START_NS + self.at))


def update(number: int) -> bytes:
    """A session update of about 250 bytes, as the Agent sends it."""
    return (
        b'{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"sess_1","update":'
        b'{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"%s %d"}}}}\n'
        % (b"word " * 20, number)
    )


def conversation(rounds: int) -> list[tuple[int, bytes]]:
    """Chunks of a conversation with requests of both sides, an answer never given, a cancel, stderr and rubbish; cut as
    pipes cut."""
    chunks: list[tuple[int, bytes]] = [
        (
            0,
            b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"ed"}}}\n',
        ),
        (1, b'{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"ag","version":"7"}}}\n'),
        (0, b'{"jsonrpc":"2.0","id":"n","method":"session/new","params":{"cwd":"/"}}\n{"jsonrpc":"2.0",'),
        (1, b'{"jsonrpc":"2.0","id":"n","result":{"sessionId":"sess_1"}}\n'),
        (0, b'"id":1,"method":"session/prompt","params":{"sessionId":"sess_1","prompt":[]}}\n'),
        (2, b"warming up"),
    ]
    for number in range(rounds):
        chunks += [
            (1, update(number)[:100]),
            (2, b" still\nnext"),
            (1, update(number)[100:] + update(number)),
            (1, b'{"jsonrpc":"2.0","id":%d,"method":"fs/read_text_file","params":{"sessionId":"sess_1"}}\n' % number),
            (0, b"not json\xff\n\r\n[]\n"),
        ]
        if number % 3:
            chunks.append((0, b'{"jsonrpc":"2.0","id":%d,"error":{"code":-32603,"message":"no"}}\n' % number))
        if number == 2:
            chunks.append((0, b'{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"sess_1"}}\n'))
    return [*chunks, (1, b'[{"jsonrpc":"2.0","id":1,"result":{"stopReason":"cancelled"}},7]\n'), (1, b"unfinished")]


def sent(chunks: Iterable[tuple[int, bytes]], stream: int) -> bytes:
    """All bytes of one stream."""
    return b"".join(data for number, data in chunks if number == stream)
