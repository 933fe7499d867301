"""Import what acp-devtools exports (JSON) and what it stores (`captures.db`, SQLite): the same messages in two dresses.

    {"version": 1, "exportedAt": …, "session": {…}, "messages": [{"seq", "timestamp", "direction", "raw", …}]}

`raw` has the text of a line, written anew where something was redacted; ids are taken from it, for the column of ids
has lost their type. Times are milliseconds since 1970. Each session of a database is a connection.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from acp_inspect.importers.assemble import (
    Found,
    assembled,
    document,
    items,
    members,
    message_line,
    nanoseconds,
    remark,
    text_lines,
)
from acp_inspect.importers.captured import CapturedLine, Part, Source
from acp_inspect.importers.database import Database, opened, text_of
from acp_inspect.wire.control import Gap, Started
from acp_inspect.wire.framing import Stream

_ABOUT: Final = (
    "recorded by acp-devtools: the text of the messages is as it stored it, line ends and stderr are not in it, and"
    " times are in milliseconds"
)
_REDACTED: Final = "<REDACTED>"
_MS: Final = 10**6
_STREAMS: Final = {"editor-to-agent": Stream.CLIENT_TO_AGENT, "agent-to-editor": Stream.AGENT_TO_CLIENT}


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` is such an export."""
    return head.lstrip().startswith(b"{") and all(
        f'"{name}"'.encode() in head for name in ("exportedAt", "session", "agentCommand")
    )


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of an export. Raises ImportFault."""
    value = document(source)
    messages = items(members(value).get("messages"))
    session = members(members(value).get("session"))
    redacted = any(_REDACTED in str(members(message).get("raw")) for message in messages)
    found = _found(session.get("agentCommand"), session.get("startedAt"), map(members, messages), "payload")
    return assembled(found, _ABOUT, reserialised=redacted, wall=True)


def has_tables(database: Database) -> bool:
    """Whether a database is acp-devtools' store."""
    return database.has("sessions", "id", "agent_command", "started_at") and database.has(
        "messages", "session_id", "seq", "timestamp", "direction", "raw"
    )


def read_store(source: Source) -> list[Part]:
    """The sessions of a store that have messages. Raises ImportFault."""
    with opened(source) as database:
        used = {row["session_id"] for row in database.rows("messages", "seq")}
        return [
            Part(text_of(session.get("name")) or text_of(session["id"]), _session(source, session))
            for session in database.rows("sessions", "started_at")
            if session["id"] in used
        ]


def _session(source: Source, session: Mapping[str, object]) -> Iterator[CapturedLine]:
    with opened(source) as database:
        rows = database.rows("messages", "seq", ("session_id", session["id"]))
        found = _found(session["agent_command"], session["started_at"], rows, "payload_json")
        yield from assembled(found, _ABOUT, wall=True)


def _found(command: object, started: object, messages: Iterable[Mapping[str, object]], payload: str) -> Iterator[Found]:
    begun = nanoseconds(started, _MS)
    argv = _words(command)
    if argv:
        yield remark(Started(argv, None), begun)
    for message in messages:
        at = nanoseconds(message.get("timestamp"), _MS)
        direction, raw = message.get("direction"), message.get("raw")
        stream = _STREAMS.get(direction) if isinstance(direction, str) else None
        if stream is None:
            yield remark(Gap(None, None, f"a message of an unknown direction: {str(direction)[:60]}"), at)
        elif isinstance(raw, str):
            yield from (Found(stream, line, at) for line in text_lines(raw))
        elif payload == "payload" and message.get(payload) is not None:
            yield Found(stream, message_line(message[payload]), at)
        else:
            yield remark(Gap(stream, None, "a message that is stored without its text"), at)


def _words(command: object) -> tuple[str, ...]:
    if isinstance(command, list):
        return tuple(map(str, command))
    text = text_of(command)
    try:
        return tuple(shlex.split(text))
    except ValueError:
        return (text,)
