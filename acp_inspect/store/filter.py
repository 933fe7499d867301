"""Which events of a timeline to show: a plain value, and the SQL condition it stands for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Filter:
    """Events that meet every condition. In each, the words are alternatives; an empty tuple asks nothing."""

    senders: tuple[str, ...] = ()
    """`client`, `agent`."""
    kinds: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    updates: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    """Of responses."""
    contains: bytes = b""
    """Bytes that stand somewhere in the line, case and all."""

    def condition(self, ids: Callable[[str], int | None]) -> tuple[str, list[object]]:
        """SQL for `WHERE` over `event`, and its values. `ids` gives the number of a word, None for one never seen."""
        clauses: list[str] = []
        values: list[object] = []
        for column, words in (
            ("sender", self.senders),
            ("kind", self.kinds),
            ("method", self.methods),
            ("update_kind", self.updates),
            ("session", self.sessions),
            ("outcome", self.outcomes),
        ):
            if not words:
                continue
            known = [number for number in map(ids, words) if number is not None]
            if len(known) == 1:
                clauses.append(f"event.{column} = ?")
            else:
                # The plus sign keeps SQLite from an index here: it would sort every hit to find the first hundred.
                clauses.append(f"+event.{column} IN ({', '.join('?' * len(known))})")
            values += known
        if self.contains:
            clauses.append("EXISTS (SELECT 1 FROM line WHERE line.id = event.line AND instr(line.bytes, ?))")
            values.append(self.contains)
        return " AND ".join(clauses), values
