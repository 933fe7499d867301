"""Import acpx's session streams (`ID.stream.ndjson`): messages of both directions, one a line, and its journal's marks.

There is neither direction nor time in it, and JSON is written anew by acpx. A new `initialize` means that acpx started
the Agent again, as it may for each turn. Where the session's record `ID.json` lies beside the stream, it tells the
Agent's command.
"""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from acp_inspect.importers.assemble import Found, assembled, file_lines, members, message_line, remark
from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.importers.ndjson import STREAM_OF, Directions
from acp_inspect.wire.control import Exited, Gap, Note, Started
from acp_inspect.wire.json_text import Json, JsonFault, read_json
from acp_inspect.wire.rpc import Request, Side, decode_line

JOURNAL: Final = "acpx.session.journal.v1"
SESSION: Final = "acpx.session.v1"
_ABOUT: Final = (
    "a session stream of acpx: messages are written anew, directions are inferred from methods and ids, an initialize"
    " is taken for a new process, and times are unknown"
)
_STREAM_ENDING: Final = ".stream.ndjson"
_LARGEST_RECORD: Final = 64 << 20


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format: one of its lines is a mark of the journal. Streams of
    older versions have none and cannot be told from `ndjson`."""
    return any(_mark(line) is not None for line in head.split(b"\n") if JOURNAL.encode() in line)


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of a stream; a last line that is cut off is a gap."""
    return assembled(_found(source), _ABOUT, reserialised=True)


def _found(source: Source) -> Iterator[Found]:
    argv = _command(source.name)
    directions = Directions()
    connected = False
    for number, line in file_lines(source):
        mark = _mark(line) if JOURNAL.encode() in line else None
        if mark is not None:
            yield remark(Note(_in_words(mark)), source=number)
            continue
        if not line.endswith(b"\n") and isinstance(read_json(line), JsonFault):
            yield remark(Gap(None, None, "the stream ends inside a line"), source=number)
            return
        direction = directions.of(line)
        begins = direction.sender is Side.CLIENT and any(
            isinstance(body, Request) and body.method == "initialize" for body in decode_line(line)
        )
        if begins and connected:
            yield remark(Exited(None), source=number)
        if begins and argv:
            yield remark(Started(argv, None), source=number)
        connected = connected or begins
        if direction.doubt:
            yield remark(Note(f"the direction of the next line is a guess: {direction.doubt}"), source=number)
        yield Found(STREAM_OF[direction.sender], line.removesuffix(b"\n") + b"\n", source=number)


def _mark(line: bytes) -> dict[str, Json] | None:
    """A mark of the journal; None for another line."""
    read = read_json(line)
    fields = {} if isinstance(read, JsonFault) else members(read.value)
    return fields if fields.get("schema") == JOURNAL else None


def _in_words(mark: dict[str, Json]) -> str:
    told = {name: value for name, value in mark.items() if name != "schema"}
    return "acpx: " + message_line(told).decode().rstrip()


def _command(name: str) -> tuple[str, ...]:
    """The Agent's command, from the record beside the stream, if there is one."""
    if not name.endswith(_STREAM_ENDING):
        return ()
    record = Path(name.removesuffix(_STREAM_ENDING) + ".json")
    try:
        # Without O_NONBLOCK, opening a named pipe would wait for a writer.
        with os.fdopen(os.open(record, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return ()
            read = read_json(file.read(_LARGEST_RECORD))
    except (OSError, ValueError):
        return ()
    fields = {} if isinstance(read, JsonFault) else members(read.value)
    command = fields.get("agent_command")
    if fields.get("schema") != SESSION or not isinstance(command, str):
        return ()
    try:
        return tuple(shlex.split(command))
    except ValueError:
        return (command,)
