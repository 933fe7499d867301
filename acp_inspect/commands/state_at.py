"""The connection at a moment of a recording, and its sessions by their letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from acp_inspect.errors import UsageError
from acp_inspect.protocol.connection import Connection, new_connection
from acp_inspect.store.moments import steps_to
from acp_inspect.views.timeline import session_letters

if TYPE_CHECKING:
    from acp_inspect.protocol.surface import Surfaces
    from acp_inspect.store.reader import Recording


def surfaces_from(folder: str | None) -> Surfaces | None:
    """What `--schema` names; None = the packaged schemas. Raises UsageError."""
    if folder is None:
        return None
    from acp_inspect.commands.schema_folder import surfaces_of

    return surfaces_of(folder)


def connection_at(recording: Recording, seq: int, surfaces: Surfaces | None) -> Connection:
    """The connection after event `seq`. Raises StoreError where the file turns out to be damaged."""
    connection = new_connection(surfaces)
    for taken in steps_to(recording, seq, surfaces):
        connection = taken.after
    return connection


def letters_of(recording: Recording, connections: Iterable[Connection]) -> dict[str, str]:
    """The sessions' letters, as `show` has them; then those that only the state knows."""
    held = sorted(id_ for connection in connections for id_ in connection.held.sessions)
    return session_letters([*(row.session for row in recording.sessions()), *held])


def session_called(letters: Mapping[str, str], word: str, where: str) -> str:
    """The session that a word means: its id, its letter, or the beginning of its id.

    Raises UsageError where it is none, or several.
    """
    if word in letters:
        return word
    begun = [session for session in letters if word and session.startswith(word)]
    named = [session for session, letter in letters.items() if letter == word.upper()]
    found = named or begun
    if len(found) == 1:
        return found[0]
    known = ", ".join(f"{letter} {session}" for session, letter in list(letters.items())[:5])
    if len(found) > 1:
        raise UsageError(f"{where} {word}: {len(found)} sessions begin so; write more of the id ({known} …)")
    raise UsageError(
        f"{where} {word}: there is no such session; " + (f"there are: {known}" if known else "there are none")
    )
