"""Read what is known about a whole recording out of its one row, trusting nothing in it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import orjson

from acp_inspect.errors import StoreError
from acp_inspect.store.presence import tee_is_alive
from acp_inspect.store.rows import Counts, RecordingInfo


def read_info(connection: sqlite3.Connection, path: Path) -> RecordingInfo:
    """The recording's description now. Raises StoreError for a damaged one, and what SQLite raises."""
    cursor = connection.execute("SELECT * FROM recording WHERE id = 1")
    row = cursor.fetchone()
    if row is None:
        raise StoreError(f"{path}: the recording is damaged (its first row is missing)")
    values = dict(zip((column[0] for column in cursor.description), row, strict=True))
    (sessions,) = connection.execute("SELECT count(*) FROM session").fetchone()
    (pending,) = connection.execute("SELECT count(*) FROM exchange WHERE response IS NULL").fetchone()

    def number(name: str) -> int | None:
        value = values[name]
        return value if isinstance(value, int) else None

    def word(name: str) -> str | None:
        value = values[name]
        return value if isinstance(value, str) else None

    def words(name: str) -> tuple[str, ...]:
        try:
            items = orjson.loads(values[name])
        except (ValueError, TypeError):
            return ()
        return tuple(map(str, items)) if isinstance(items, list) else ()

    def count(name: str) -> int:
        return number(name) or 0

    ended = word("ended")
    live = ended is None and tee_is_alive(path)
    last = next((at for at in (number("ended_at"), number("last_at")) if at is not None and at >= 0), None)
    return RecordingInfo(
        path=path,
        uuid=word("uuid") or "",
        source=word("source") or "",
        made_by=word("made_by") or "",
        name=word("name"),
        tags=words("tags"),
        argv=words("argv"),
        cwd=word("cwd"),
        env_names=words("env_names"),
        platform=word("platform"),
        tee_pid=number("tee_pid"),
        agent_pid=number("agent_pid"),
        timed=bool(number("timed")),
        started_at=number("started_at"),
        duration=last,
        live=live,
        complete=ended is not None,
        end=_end(ended, live, number("exit_code"), number("exit_signal")),
        exit_code=number("exit_code"),
        signal=number("exit_signal"),
        client=word("client"),
        client_version=word("client_version"),
        agent=word("agent"),
        agent_version=word("agent_version"),
        offered=number("protocol_offered"),
        version=number("protocol"),
        findings={
            str(level): found
            for level, found in connection.execute("SELECT level, count(*) FROM finding GROUP BY level")
            if isinstance(found, int)
        },
        judged=number("judged") or 0,
        judged_by=word("judged_by"),
        counts=Counts(
            lines=count("lines"),
            events=count("events"),
            requests=count("requests"),
            notifications=count("notifications"),
            responses=count("responses"),
            malformed=count("malformed"),
            stderr=count("stderr"),
            gaps=count("gaps"),
            errors=count("errors"),
            sessions=sessions,
            pending=pending,
            bytes_c2a=count("bytes_c2a"),
            bytes_a2c=count("bytes_a2c"),
            bytes_stderr=count("bytes_stderr"),
        ),
    )


def _end(ended: str | None, live: bool, code: int | None, signal: int | None) -> str:
    match ended:
        case None:
            return "live" if live else "unfinished"
        case "start-failed":
            return "not started"
        case "exited" if signal is not None:
            return f"killed by signal {signal}"
        case "exited" if code is not None:
            return f"exit {code}"
        case "exited":
            return "ended"
    return ended
