"""Import the debug log of the Rust SDK's conductor (`--debug`): its own stdio, and that of each component it started.

    === Conductor Debug Log ===
    Started: 2026-03-01T09:00:00Z
    Components:
      0: some-agent --acp
    ========================
    C → +12ms {"jsonrpc": …
    0 ← +15ms {"jsonrpc": …
    0 ! +16ms words on stderr

`C` is the conductor as the Client sees it, a number one of its components. Lines may be out of order and are put in the
order of their times.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import Found, assembled, file_lines, iso_time, remark
from acp_inspect.importers.captured import CapturedLine, Part, Source
from acp_inspect.wire.control import Started
from acp_inspect.wire.framing import Stream

_ABOUT: Final = (
    "a conductor's debug log: lines are as they crossed, except for line ends and, on stderr, colours; their order is"
    " that of their milliseconds"
)
_TITLE: Final = b"=== Conductor Debug Log ==="
_LINE: Final = re.compile(r"(C|\d{1,4}) ([→←!]) \+(\d{1,15})ms ?(.*)", re.DOTALL)
_COMPONENT: Final = re.compile(r"\s+(\d{1,4}): (.+)")
_STREAMS: Final = {"→": Stream.CLIENT_TO_AGENT, "←": Stream.AGENT_TO_CLIENT, "!": Stream.STDERR}


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format."""
    return head.lstrip().startswith(_TITLE)


def read_parts(source: Source) -> list[Part]:
    """The connections of a log: the conductor's own, then its components'."""
    started: int | None = None
    commands: dict[str, str] = {}
    connections: dict[str, list[Found]] = {}
    last: list[Found] | None = None
    for number, line in file_lines(source):
        text = line.decode(errors="surrogateescape").rstrip("\r\n")
        match = _LINE.match(text)
        if match is not None:
            label, arrow, elapsed, content = match.groups()
            last = connections.setdefault(label, [])
            raw = content.encode(errors="surrogateescape") + b"\n"
            last.append(Found(_STREAMS[arrow], raw, (started or 0) + int(elapsed) * 10**6, number))
        elif last is not None and last[-1].stream is Stream.STDERR:
            # What is written to stderr in one go may have several lines.
            last.append(last[-1]._replace(raw=line.rstrip(b"\r\n") + b"\n", source=number))
        elif last is None and text.startswith("Started:"):
            started = iso_time(text.removeprefix("Started:"))
        elif last is None and (component := _COMPONENT.fullmatch(text)) is not None:
            commands[component[1]] = component[2].encode(errors="surrogateescape").decode(errors="replace")
    labels = sorted(connections, key=lambda label: (label != "C", label.zfill(4)))
    return [Part(label, _part(connections[label], commands.get(label), started)) for label in labels]


def _part(found: list[Found], command: str | None, started: int | None) -> Iterator[CapturedLine]:
    found.sort(key=lambda line: line.at or 0)
    if command is not None:
        found.insert(0, remark(Started(_words(command), None), started or 0))
    return assembled(found, _ABOUT, wall=started is not None)


def _words(command: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(command))
    except ValueError:
        return (command,)
