"""Numbers for the words that repeat in a recording, in bounded memory however many different ones there are."""

from __future__ import annotations

import sqlite3
from hashlib import blake2b
from typing import Final

_MAX_LENGTH: Final = 1_000
_MAX_KNOWN: Final = 20_000


def shortened(text: str) -> str:
    """`text`, or for a monstrous one its beginning and a digest, so that different ones stay different."""
    if len(text) <= _MAX_LENGTH:
        return text
    digest = blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest()
    return f"{text[:_MAX_LENGTH]}… ({len(text)} characters, {digest})"


class Words:
    """The table `word`, seen from the one process that writes it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._known: dict[str, int] = {}
        self._new: dict[str, int] = {}
        (self._last,) = connection.execute("SELECT coalesce(max(id), 0) FROM word").fetchone()

    def number(self, text: str) -> int:
        """The number of a word; a new word gets the next one."""
        number = self._known.get(text)
        return number if number is not None else self._learn(text)

    def _learn(self, text: str) -> int:
        word = shortened(str(text))
        number = self._new.get(word)
        if number is None:
            row = self._connection.execute("SELECT id FROM word WHERE text = ?", (word,)).fetchone()
            if row is not None:
                number = int(row[0])
            else:
                self._last += 1
                number = self._new[word] = self._last
        if len(self._known) >= _MAX_KNOWN:
            self._known.clear()
        if len(text) <= _MAX_LENGTH:
            self._known[str(text)] = number
        return number

    def flush(self) -> None:
        """Write the new words, inside the caller's transaction."""
        self._connection.executemany("INSERT INTO word (text, id) VALUES (?, ?)", list(self._new.items()))

    def clear(self) -> None:
        """The new words are safely written."""
        self._new.clear()
