"""Import mcp-debugger's SQLite store: messages in columns, and lines that were none. Each session is a connection.

Ids are stored as text; digits are taken for a number. Lines that were no messages have times in whole seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import Found, assembled, iso_time, nanoseconds, remark, text_lines
from acp_inspect.importers.captured import CapturedLine, Part, Source
from acp_inspect.importers.columns import message_of_columns
from acp_inspect.importers.database import Database, opened, text_of
from acp_inspect.wire.control import Gap
from acp_inspect.wire.framing import Stream

_ABOUT: Final = (
    "recorded by mcp-debugger: messages are written anew, the type of ids is inferred, and so is the place"
    " of lines that were no messages"
)
_LOGS: Final = "server_logs"


def has_tables(database: Database) -> bool:
    """Whether a database is such a store."""
    return database.has("messages", "session_id", "message_id", "direction", "method", "params", "message_type")


def read_parts(source: Source) -> list[Part]:
    """The sessions of a store. Raises ImportFault."""
    with opened(source) as database:
        sessions = dict.fromkeys(row["session_id"] for row in database.rows("messages", "timestamp"))
    return [Part(text_of(session), _session(source, session)) for session in sessions]


def _session(source: Source, session: object) -> Iterator[CapturedLine]:
    with opened(source) as database:
        found = list(_messages(database, session))
        if database.has(_LOGS, "session_id", "source", "raw_text", "logged_at"):
            found += _logs(database, session)
    found.sort(key=lambda line: line.at or 0)
    yield from assembled(found, _ABOUT, reserialised=True, wall=True)


def _messages(database: Database, session: object) -> Iterator[Found]:
    for row in database.rows("messages", "timestamp", ("session_id", session)):
        at, stream = _time(row["timestamp"]), _stream(text_of(row["direction"]))
        if stream is None:
            yield remark(Gap(None, None, "a message of an unknown direction"), at)
        else:
            yield Found(stream, message_of_columns(row, "message_id"), at)


def _logs(database: Database, session: object) -> Iterator[Found]:
    for row in database.rows(_LOGS, "logged_at", ("session_id", session)):
        stream = Stream.STDERR if "stderr" in text_of(row["source"]) else Stream.AGENT_TO_CLIENT
        for line in text_lines(text_of(row["raw_text"])):
            yield Found(stream, line, _time(row["logged_at"]))


def _stream(direction: str) -> Stream | None:
    """The stream of `client_to_server`, `c2s`, `client->server` and their opposites."""
    match direction[:1].lower():
        case "c":
            return Stream.CLIENT_TO_AGENT
        case "s":
            return Stream.AGENT_TO_CLIENT
    return None


def _time(stored: object) -> int | None:
    return nanoseconds(stored, 10**9) or iso_time(stored)
