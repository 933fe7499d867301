"""Import mcphawk's SQLite store, which it also fills when it wraps an ACP agent. Each session is a connection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import Found, assembled, nanoseconds, remark, text_lines
from acp_inspect.importers.captured import CapturedLine, Part, Source
from acp_inspect.importers.database import Database, opened, text_of
from acp_inspect.wire.control import Gap
from acp_inspect.wire.framing import Stream

_ABOUT: Final = "recorded by mcphawk: messages are written anew and may be masked, and stderr is not in it"
_STREAMS: Final = {"c2s": Stream.CLIENT_TO_AGENT, "s2c": Stream.AGENT_TO_CLIENT}


def has_tables(database: Database) -> bool:
    """Whether a database is such a store."""
    return database.has("messages", "id", "session_id", "exchange_id", "ts", "direction", "body")


def read_parts(source: Source) -> list[Part]:
    """The sessions of a store. Raises ImportFault."""
    with opened(source) as database:
        sessions = dict.fromkeys(row["session_id"] for row in database.rows("messages", "id"))
    return [Part(text_of(session), _session(source, session)) for session in sessions]


def _session(source: Source, session: object) -> Iterator[CapturedLine]:
    with opened(source) as database:
        yield from assembled(_found(database, session), _ABOUT, reserialised=True, wall=True)


def _found(database: Database, session: object) -> Iterator[Found]:
    for row in database.rows("messages", "id", ("session_id", session)):
        at = nanoseconds(row["ts"], 10**9)
        stream = _STREAMS.get(text_of(row["direction"]))
        if stream is None or row["body"] is None:
            yield remark(Gap(stream, None, "a message without its text or its direction"), at)
        else:
            yield from (Found(stream, line, at) for line in text_lines(text_of(row["body"])))
