"""Import the SQLite stores of lsp-devtools, which hold messages where its bridge for language servers carried ACP.

From 0.4 on the table `messages` has each message as JSON with its metadata; before, `protocol` had it in columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from acp_inspect.importers.assemble import Found, assembled, iso_time, members, message_line, nanoseconds, remark
from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.importers.columns import message_of_columns
from acp_inspect.importers.database import Database, opened, text_of
from acp_inspect.wire.control import Gap
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json, JsonFault, read_json

_ABOUT: Final = "recorded by lsp-devtools: messages are written anew, and stderr is not in it"
_STREAMS: Final = {
    "2": Stream.CLIENT_TO_AGENT,
    "client": Stream.CLIENT_TO_AGENT,
    "3": Stream.AGENT_TO_CLIENT,
    "server": Stream.AGENT_TO_CLIENT,
}


def has_tables(database: Database) -> bool:
    """Whether a database is such a store."""
    return database.has("messages", "metadata", "headers", "body") or database.has(
        "protocol", "session", "timestamp", "source", "method", "params", "result", "error"
    )


def read(source: Source) -> Iterator[CapturedLine]:
    """The messages of a store. Raises ImportFault."""
    return assembled(_found(source), _ABOUT, reserialised=True, wall=True)


def _found(source: Source) -> Iterator[Found]:
    with opened(source) as database:
        if database.has("messages", "metadata", "body"):
            for row in database.rows("messages"):
                yield _of_json(row)
        else:
            for row in database.rows("protocol"):
                at = iso_time(row["timestamp"]) or nanoseconds(row["timestamp"], 10**9)
                stream = _STREAMS.get(text_of(row["source"]))
                if stream is None:
                    yield remark(Gap(None, None, "a message of an unknown sender"), at)
                else:
                    yield Found(stream, message_of_columns(row, "id"), at)


def _of_json(row: Mapping[str, object]) -> Found:
    metadata = members(_json(row["metadata"]))
    at = iso_time(metadata.get("timestamp")) or nanoseconds(metadata.get("timestamp"), 10**9)
    stream, body = _STREAMS.get(str(metadata.get("source"))), _json(row["body"])
    if stream is None or not isinstance(body, dict | list):
        return remark(Gap(stream, None, "a message without its text or its sender"), at)
    return Found(stream, message_line(body), at)


def _json(stored: object) -> Json:
    read = read_json(text_of(stored).encode(errors="replace"))
    return None if isinstance(read, JsonFault) else read.value
