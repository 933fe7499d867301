"""The SQL that a filter stands for.

A full scan of the event table takes a tenth of a second for a million events. So an index is used only for what is
rarer than that pays for, and never twice: its hits become a list of `seq`, and the other conditions stay conditions.
Left to itself, SQLite would take any index it has, and sort half the recording to find the first hundred events.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

import orjson

from acp_inspect.views.filter_language.meet import id_key
from acp_inspect.views.filter_language.nodes import (
    LEAST,
    MOST,
    All,
    Holds,
    Ids,
    Levels,
    Node,
    Not,
    Numbers,
    Pattern,
    Rules,
    Says,
    Sessions,
    Some,
    Words,
    rule_meets,
)
from acp_inspect.views.filter_language.operators import PENDING
from acp_inspect.views.filter_language.text_search import needle, says


class Condition(NamedTuple):
    """SQL that is true of the events that meet a filter, with its values."""

    sql: str
    values: tuple[object, ...] = ()
    cost: int = 0
    """For putting the cheap conditions first: 0 the event's row, 1 another row, 2 the line's bytes."""


Rows: TypeAlias = Callable[[str, tuple[object, ...]], list[tuple[object, ...]]]
"""Runs a query with its values on the recording."""

NOTHING: Final = Condition("0")

_RARE: Final = 50_000
"""So many events are quicker looked up one by one than found by reading all of a million."""

_COLUMNS: Final = {"kind": "kind", "method": "method", "update": "update_kind", "side": "sender", "session": "session"}

_ASKED: Final = "event.rpc_id IS NOT NULL AND event.answers IS NULL"
"""Spares most events a look at `exchange`."""

_INDEXES: Final = {"kind": "event_kind", "method": "event_method", "session": "event_session"}


def prepare(connection: sqlite3.Connection) -> None:
    """Give a connection the functions that the SQL here calls. They compute, and touch nothing."""
    connection.create_function("line_says", 2, _line_says, deterministic=True)
    connection.create_function("same_id", 2, lambda one, other: id_key(str(one)) == id_key(str(other)))


def condition_of(node: Node, rows: Rows) -> Condition:
    """The condition on the table `event` for the events that meet the filter."""
    condition, rare = _Maker(rows).of(node), rare_of(node, rows)
    if rare is None:
        return condition
    return Condition(f"(event.seq IN ({rare.sql}) AND {condition.sql})", (*rare.values, *condition.values))


def steps_of(node: Node, rows: Rows) -> tuple[Condition, list[int] | None]:
    """For a search in steps: the condition, and the only events that may meet it, where an index knows that few may."""
    condition, rare = _Maker(rows).of(node), rare_of(node, rows)
    if rare is None:
        return condition, None
    found = rows(f"SELECT DISTINCT seq FROM ({rare.sql}) ORDER BY 1", rare.values)
    return condition, [seq for (seq,) in found if isinstance(seq, int)]


def rare_of(node: Node, rows: Rows) -> Condition | None:
    """A query for all events that may meet the filter, where an index knows that they are few."""
    maker = _Maker(rows)
    best: tuple[int, Condition] | None = None
    for part in node.parts if isinstance(node, All) else (node,):
        query = maker.seqs(part)
        if query is not None:
            ((count,),) = rows(f"SELECT count(*) FROM ({query.sql} LIMIT {_RARE})", query.values)
            if isinstance(count, int) and count < _RARE and (best is None or count < best[0]):
                best = (count, query)
    return None if best is None else best[1]


class _Maker:
    def __init__(self, rows: Rows) -> None:
        self._query = rows

    def of(self, node: Node) -> Condition:
        """The condition that a node is."""
        match node:
            case All(parts):
                return _joined(sorted(map(self.of, parts), key=lambda part: part.cost), " AND ", "1")
            case Some(parts):
                return _joined(sorted(map(self.of, parts), key=lambda part: part.cost), " OR ", "0")
            case Not(part):
                # What is unknown meets nothing, so its opposite is met.
                sql, values, cost = self.of(part)
                return Condition(f"NOT coalesce({sql}, 0)", values, cost)
            case Words("status", patterns):
                return self._status(patterns)
            case Words(field, patterns):
                return _among(f"+event.{_COLUMNS[field]}", self._words(patterns))
            case Sessions():
                return _among("+event.session", self._sessions(node))
            case Numbers("latency", spans):
                return Condition(
                    f"({_between('event.latency', spans)} OR {_ASKED} AND EXISTS (SELECT 1 FROM exchange"
                    f" WHERE exchange.request = event.seq AND {_between('exchange.latency', spans)}))",
                    cost=1,
                )
            case Numbers(field, spans):
                return Condition(_between(f"event.{field}", spans))
            case Ids(ids):
                return _joined([_id(text) for _, text in ids], " OR ", "0")
            case Rules(patterns):
                return self._finding("rule", self._rules(patterns))
            case Levels(levels):
                return self._finding("level", levels)
            case Says(text):
                return _of_line(_saying(text))
            case Holds(raw):
                return _of_line(Condition("instr(line.bytes, ?)", (raw,)))

    def _rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        return self._query(query, values)

    def seqs(self, node: Node) -> Condition | None:
        """A query for the events that meet a leaf, if an index can answer it."""
        match node:
            case Words("status", patterns):
                return self._seqs_of_status(patterns)
            case Words("method" | "kind" as field, patterns) if self._has_index(_INDEXES[field]):
                return _seqs_where(_among(f"event.{_COLUMNS[field]}", self._words(patterns)))
            case Words("update", patterns) if self._has_index(_INDEXES["method"]):
                return _seqs_where(_among("+event.update_kind", self._words(patterns)))
            case Sessions() if self._has_index(_INDEXES["session"]):
                return _seqs_where(_among("event.session", self._sessions(node)))
            case Rules(patterns):
                return self._seqs_of_findings("rule", self._rules(patterns))
            case Levels(levels):
                return self._seqs_of_findings("level", levels)
        return None

    def _has_index(self, name: str) -> bool:
        return bool(self._rows("SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?", name))

    def _words(self, patterns: Iterable[Pattern]) -> list[object]:
        """The numbers of the recording's words that look so."""
        found: list[object] = []
        for pattern in patterns:
            if pattern.word is not None:
                found += [number for (number,) in self._rows("SELECT id FROM word WHERE text = ?", pattern.word)]
            else:
                rows = self._rows("SELECT id, text FROM word")
                found += [number for number, text in rows if pattern.meets(str(text))]
        return found

    def _sessions(self, node: Sessions) -> list[object]:
        found: list[object] = []
        for place, pattern in node.picks:
            lettered = (
                []
                if place is None
                else self._rows("SELECT session FROM session ORDER BY first LIMIT 1 OFFSET ?", place)
            )
            rows = lettered or [
                (number,)
                for number, text in self._rows("SELECT session, text FROM session JOIN word ON word.id = session")
                if pattern.meets(str(text))
            ]
            found += [number for (number,) in rows]
        return found

    def _rules(self, patterns: Sequence[Pattern]) -> list[str]:
        rows = self._rows("SELECT DISTINCT rule FROM finding")
        return [str(rule) for (rule,) in rows if any(rule_meets(pattern, str(rule)) for pattern in patterns)]

    def _status(self, patterns: Sequence[Pattern]) -> Condition:
        own = _among("+event.outcome", self._words(patterns))
        answered = _answered(patterns, self._words(patterns))
        asked = f"SELECT 1 FROM exchange WHERE exchange.request = event.seq AND {answered.sql}"
        return Condition(
            f"({own.sql} OR {_ASKED} AND EXISTS ({asked}))",
            (*own.values, *answered.values),
            1,
        )

    def _seqs_of_status(self, patterns: Sequence[Pattern]) -> Condition | None:
        if not self._has_index("event_outcome"):
            return None
        words = self._words(patterns)
        own, answered = _among("event.outcome", words), _answered(patterns, words)
        return Condition(
            f"SELECT seq FROM event WHERE {own.sql} UNION ALL SELECT request FROM exchange WHERE {answered.sql}",
            (*own.values, *answered.values),
        )

    def _finding(self, column: str, words: Iterable[str]) -> Condition:
        among = _among(f"finding.{column}", words)
        return Condition(
            f"EXISTS (SELECT 1 FROM finding WHERE finding.seq = event.seq AND {among.sql})", among.values, 1
        )

    def _seqs_of_findings(self, column: str, words: Iterable[str]) -> Condition:
        among = _among(f"finding.{column}", words)
        return Condition(f"SELECT seq FROM finding WHERE {among.sql}", among.values)


def _seqs_where(condition: Condition) -> Condition:
    return Condition(f"SELECT seq FROM event WHERE {condition.sql}", condition.values)


def _joined(parts: Sequence[Condition], word: str, none: str) -> Condition:
    if not parts:
        return Condition(none)
    values = tuple(value for part in parts for value in part.values)
    return Condition(f"({word.join(part.sql for part in parts)})", values, max(part.cost for part in parts))


def _among(column: str, values: Iterable[object]) -> Condition:
    different = list(dict.fromkeys(values))
    match different:
        case []:
            return NOTHING
        case [value]:
            return Condition(f"{column} = ?", (value,))
    return Condition(f"{column} IN (SELECT value FROM json_each(?))", (orjson.dumps(different).decode(),))


def _answered(patterns: Iterable[Pattern], words: Sequence[object]) -> Condition:
    """Of a request: how it was answered, or that it was not."""
    known = _among("exchange.outcome", words)
    if any(pattern.meets(PENDING) for pattern in patterns):
        return Condition(f"({known.sql} OR exchange.outcome IS NULL)", known.values)
    return known


def _between(column: str, spans: Iterable[tuple[int, int]]) -> str:
    return f"({' OR '.join(_within(column, low, high) for low, high in spans)})"


def _within(column: str, low: int, high: int) -> str:
    bounds = [f"{column} >= {low}"] * (low > LEAST) + [f"{column} <= {high}"] * (high < MOST)
    return f"({' AND '.join(bounds) or f'{column} IS NOT NULL'})"


def _id(text: str) -> Condition:
    """Whether the id is the one that JSON text stands for: a string has one spelling in a recording, a number many."""
    if text[0] not in "-0123456789":
        return Condition("event.rpc_id = ?", (text,))
    spelt_otherwise = "event.rpc_id GLOB '[-0-9]*'" if set(text) & set(".eE") else "event.rpc_id GLOB '[-0-9]*[.eE]*'"
    return Condition(f"(event.rpc_id = ? OR ({spelt_otherwise} AND same_id(event.rpc_id, ?)))", (text, text))


def _of_line(condition: Condition) -> Condition:
    return Condition(f"EXISTS (SELECT 1 FROM line WHERE line.id = event.line AND {condition.sql})", condition.values, 2)


def _saying(text: str) -> Condition:
    """What `line_says` would say, asked only of lines of which it cannot be ruled out at SQLite's own speed.

    LIKE sees a text up to its first null, and no escapes.
    """
    exact = Condition("line_says(line.bytes, ?)", (text,))
    whole = "CAST(line.bytes AS TEXT)"
    odd = f"length({whole}) < length(line.bytes)"
    if not needle(text).ascii:
        return Condition(f"(({odd} OR {whole} LIKE '%\\u%') AND {exact.sql})", exact.values)
    escapes = f"{whole} GLOB '*\\u00[2-7]*'" if needle(text).plain else f"{whole} LIKE '%\\%'"
    like = "%" + text.replace("|", "||").replace("%", "|%").replace("_", "|_") + "%"
    return Condition(f"(({whole} LIKE ? ESCAPE '|' OR {escapes} OR {odd}) AND {exact.sql})", (like, *exact.values))


def _line_says(raw: object, text: str) -> bool:
    return isinstance(raw, bytes) and says(raw, text)
