"""Import the "ACP Traffic" channel of the vscode-acp extension: a heading before each message, which is spread out.

[2026-03-01T09:00:00.000Z] >>> CLIENT → AGENT [REQUEST] initialize
{
  "jsonrpc": "2.0",
  …
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import LONGEST_LINE, Found, assembled, file_lines, iso_time, message_line, remark
from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.wire.control import Gap
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import JsonFault, read_json

_ABOUT: Final = "the traffic channel of vscode-acp: messages are written anew, and stderr is not in it"
_HEADING: Final = re.compile(rb"\[([^\]]{10,40})\] (>>> CLIENT|<<< AGENT) (?:\xe2\x86\x92|->) (?:AGENT|CLIENT)\b")
_STREAMS: Final = {b">>> CLIENT": Stream.CLIENT_TO_AGENT, b"<<< AGENT": Stream.AGENT_TO_CLIENT}


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format: one of its lines is such a heading."""
    return any(_HEADING.match(line) for line in head.split(b"\n"))


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of a channel; what stands outside of the messages is left out."""
    return assembled(_found(source), _ABOUT, reserialised=True, wall=True)


def _found(source: Source) -> Iterator[Found]:
    block: _Block | None = None
    for number, line in file_lines(source):
        heading = _HEADING.match(line)
        # No line break stands inside of JSON's strings, so an empty line or a heading ends a message.
        if block is not None and (heading is not None or not line.strip()):
            if heading is not None or block.parts:
                yield block.found()
                block = None
        elif block is not None:
            block.add(source, number, line)
        if heading is not None:
            block = _Block(_STREAMS[heading[2]], iso_time(heading[1].decode(errors="replace")), number)
    if block is not None:
        yield block.found()


class _Block:
    """A heading, and the lines of its message so far."""

    def __init__(self, stream: Stream, at: int | None, number: int) -> None:
        self._stream = stream
        self._at = at
        self._number = number
        self._size = 0
        self.parts: list[bytes] = []

    def add(self, source: Source, number: int, line: bytes) -> None:
        """Takes the next line. Raises ImportFault where the message is too long to be held."""
        self._size += len(line)
        if self._size > LONGEST_LINE:
            raise source.fault(number, f"the message is longer than {LONGEST_LINE:,} bytes")
        self.parts.append(line)
        self._number = number

    def found(self) -> Found:
        """The message, on one line; a gap where it is none."""
        read = read_json(b"".join(self.parts))
        if isinstance(read, JsonFault):
            return remark(Gap(self._stream, None, "a message that is not whole in the log"), self._at, self._number)
        return Found(self._stream, message_line(read.value), self._at, self._number)
