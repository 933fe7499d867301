"""Import JetBrains' `acp-transport.log`: one message a line, after what the IDE's logger writes before it.

    2025-12-17 11:26:25,895 [  12469]   FINE - AcpTransport - OUT: {"jsonrpc": …

The IDE is the Client: OUT goes to the Agent. Times are local and name no zone, so only their differences are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import Found, assembled, file_lines, iso_time, remark
from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.wire.control import Note
from acp_inspect.wire.framing import Stream

_ABOUT: Final = (
    "a JetBrains IDE's transport log: the text of the messages is as it crossed, line ends and stderr are not in it,"
    " and its clock is the IDE's local one"
)
_LINE: Final = re.compile(
    rb"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[,.]\d{3}) \[ *\d+\] +\w+ - [\w#.$]*AcpTransport[\w.$]* - (?:(OUT|IN): )?(.*)",
    re.DOTALL,
)
_STREAMS: Final = {b"OUT": Stream.CLIENT_TO_AGENT, b"IN": Stream.AGENT_TO_CLIENT}


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format: one of its lines is such a line."""
    return any((match := _LINE.match(line)) is not None and match[2] is not None for line in head.split(b"\n"))


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of a log; what the IDE logged between them is left out."""
    return assembled(_found(source), _ABOUT)


def _found(source: Source) -> Iterator[Found]:
    for number, line in file_lines(source):
        match = _LINE.match(line)
        if match is None:
            continue
        at = iso_time(match[1].decode())
        text = match[3].rstrip(b"\r\n")
        if match[2] is None:
            yield remark(Note(text.decode(errors="replace")), at, number)
        else:
            yield Found(_STREAMS[match[2]], text + b"\n", at, number)
