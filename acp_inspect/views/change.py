"""What changed between two moments, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from acp_inspect.protocol.change import REQUEST, Change
from acp_inspect.protocol.entities import Message, Notice, Ref, ToolCall
from acp_inspect.trace.chain import Chain
from acp_inspect.trace.correlate import OpenRequest
from acp_inspect.views.layout import Line, Row, Section
from acp_inspect.views.pieces import content, join, members, preview, quoted, word
from acp_inspect.views.plain import plain
from acp_inspect.views.state import Moment
from acp_inspect.views.text import Piece
from acp_inspect.views.units import clock, count
from acp_inspect.views.visible import printable_json, visible
from acp_inspect.wire.json_text import Json, write_json
from acp_inspect.wire.rpc import ABSENT

_MOST: Final = 200
"""Changes of one session that are told one by one."""


def changes_json(before: Moment, after: Moment, changes: Sequence[Change]) -> str:
    """The changes as one JSON object without newline."""
    fields: dict[str, Json] = {
        "from": before.seq,
        "to": after.seq,
        "changes": [change_json(change) for change in changes],
    }
    return printable_json(write_json(fields))


def change_json(change: Change) -> dict[str, Json]:
    """A change. What was appended to something long stands for the old and the new."""
    told: dict[str, Json] = {
        "session": change.session,
        "kind": change.ref.kind,
        "key": change.ref.key,
        "member": change.member or None,
        "change": _how(change),
    }
    appended = change.appended
    if appended is not None:
        return {
            **told,
            "length": len(change.old),
            "appended": plain(_as_held(appended)),
        }
    if change.old is not ABSENT:
        told["old"] = plain(change.old)
    if change.new is not ABSENT:
        told["new"] = plain(change.new)
    return told


def _how(change: Change) -> str:
    if change.appended is not None:
        return "appended"
    if change.old is ABSENT:
        return "came" if not change.member else "set"
    if change.new is ABSENT:
        return "went" if not change.member else "unset"
    return "changed"


def _as_held(appended: Sequence[Any]) -> Any:
    """What was appended in the form in which the state holds the whole."""
    return appended if isinstance(appended, str) else Chain(appended)


def change_sections(
    before: Moment, after: Moment, changes: Sequence[Change], letters: Mapping[str, str], *, full: bool = False
) -> Iterator[tuple[Section, int]]:
    """The changes as sections, each with the place of its session from 0. `full`: all of them, however many."""
    title = [Piece(f"From moment {before.seq:,} to {after.seq:,}", "bold")]
    if before.at >= 0 and after.at >= 0:
        title.append(Piece(f"  {clock(before.at)} s to {clock(after.at)} s", "dim"))
    if not changes:
        title.append(Piece("  nothing changed", "dim"))
    yield Section(title), 0
    places = {session: place for place, session in enumerate(letters)}
    for session, group in groupby(sorted(changes, key=lambda change: _order(change, places)), _session):
        told = list(group)
        kept = told if full else told[:_MOST]
        rows = [_row(change) for change in kept]
        if len(kept) < len(told):
            more = f"… {count(len(told) - len(kept), 'change')} more; --full shows them"
            rows.append(Row(None, Piece(""), ((Piece(more, "dim"),),)))
        if session is None:
            yield Section((Piece("Connection", "bold"),), tuple(rows)), 0
        else:
            head = (
                Piece("Session ", "bold"),
                Piece(letters.get(session, "?"), "session"),
                Piece(f" {visible(session)}"),
            )
            yield Section(head, tuple(rows)), places.get(session, 0)


def change_lines(changes: Sequence[Change]) -> Iterator[Line]:
    """The changes, for a viewer: a line about the thing, then what became of it."""
    if not changes:
        yield (Piece("this event changed nothing that a Client holds", "dim"),)
    for change in changes[:_MOST]:
        kind, key = change.ref
        head = join(kind.replace("_", " "), f"#{key}" if kind == REQUEST else word(key))
        yield (Piece(visible(head), "note"), Piece("" if change.session else "  (connection)", "dim"))
        yield from ((Piece("  "), *told) for told in _told(change, ""))
    if len(changes) > _MOST:
        yield (Piece(f"… {count(len(changes) - _MOST, 'change')} more", "dim"),)


def _session(change: Change) -> str | None:
    return change.session


def _order(change: Change, places: Mapping[str, int]) -> tuple[int, str]:
    return (-1, "") if change.session is None else (places.get(change.session, len(places)), change.session)


def _row(change: Change) -> Row:
    kind, key = change.ref
    label = Piece(visible(word(kind.replace("_", " "), 11)), "note")
    seq = int(key) if kind == REQUEST else None
    return Row(seq, label, tuple(_told(change, key if kind != REQUEST else "")))


def _told(change: Change, key: str) -> Iterator[Line]:
    name = (Piece(f"{visible(word(key))}  ", "bold"),) if key else ()
    appended = change.appended
    if appended is not None:
        grown = count(len(change.old), "character" if isinstance(appended, str) else "item")
        more = _value(appended if isinstance(appended, str) else Chain(appended))
        yield (
            *name,
            Piece(f"{change.member} ", "dim"),
            Piece(f"+ {visible(more)}", "good"),
            Piece(f"  after {grown}", "dim"),
        )
    elif not change.member:
        came = change.old is ABSENT
        if change.old is not ABSENT and change.new is not ABSENT:
            yield (*name, Piece("is read anew, by the other version of the protocol", "note"))
        else:
            glyph, style = ("+ ", "good") if came else ("− ", "error")
            yield (*name, Piece(f"{glyph}{visible(_value(change.new if came else change.old))}", style))
    else:
        old, new = visible(_value(change.old)), visible(_value(change.new))
        member = Piece(f"{change.member.replace('_', ' ')} ", "dim")
        yield (*name, member, Piece(old, "dim"), Piece(" → "), Piece(new, "good"))


def _value(value: Any) -> str:
    """A value of the state in a few words, not yet made visible."""
    match value:
        case None:
            return "none"
        case Message():
            return join(value.role, quoted(value.text), _others(value.content))
        case ToolCall():
            return join(value.kind, quoted(value.title or value.name or value.id), value.status)
        case Notice():
            return join(value.severity, quoted(value.title), quoted(value.description))
        case OpenRequest():
            return f"{value.owner} owes {value.method}, id {word(value.id.text)}"
        case str():
            return quoted(value) if len(value) > 60 or not value.isprintable() or " " in value else value or "“”"
        case Chain() if len(value) and isinstance(value[0], dict):
            return content(list(value))
        case Ref():
            return join(*value)
    if value is ABSENT:
        return "none"
    told = plain(value)
    return quoted(told) if isinstance(told, str) and told else preview(_without_nothing(told))


def _others(blocks: Chain[Json]) -> str:
    others = sum(members(block).get("type") != "text" for block in blocks)
    return f"+ {count(others, 'other block')}" if others else ""


def _without_nothing(value: Json) -> Json:
    """An object without the members that say nothing."""
    if not isinstance(value, dict):
        return value
    return {name: member for name, member in value.items() if member not in (None, [], {}, "", False, 0)}
