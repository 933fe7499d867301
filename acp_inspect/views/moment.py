"""The state at a moment, a tab at a time, as a viewer shows it that follows a cursor.

It is what the Client holds, and which of it the last event changed.

What stays the same from moment to moment is made once: entities are immutable, so the one made for the same entity is
taken again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from acp_inspect.protocol.change import AUTH, CONNECTION, REQUEST, Change, changes
from acp_inspect.protocol.connection import Connection
from acp_inspect.protocol.entities import (
    ACTIVITY,
    COMMANDS,
    COMPACTION,
    CONFIG,
    ELICITATION,
    FILE,
    INFO,
    MESSAGE,
    MODES,
    NOTICE,
    PERMISSION,
    PLAN,
    SETUP,
    SUBAGENT,
    TERMINAL,
    TOOL_CALL,
    UNKNOWN,
    USAGE,
    Compaction,
    Elicitation,
    Notice,
    Permission,
    Plan,
    Ref,
    Subagent,
)
from acp_inspect.protocol.overview import draw_connection, draw_pending
from acp_inspect.protocol.picture import (
    MessagePicture,
    SessionPicture,
    TerminalPicture,
    TimelinePicture,
    ToolCallPicture,
)
from acp_inspect.protocol.tail import tail_of
from acp_inspect.views.layout import Line, Row
from acp_inspect.views.markdown import markdown_lines
from acp_inspect.views.parts import FULL_HINT, call_lines, line
from acp_inspect.views.pieces import content, join
from acp_inspect.views.setup import capability_rows, setup_rows
from acp_inspect.views.state import Moment
from acp_inspect.views.state_rows import (
    ROLES,
    entity_rows,
    file_row,
    notice_row,
    plan_rows,
    terminal_row,
    unknown_row,
)
from acp_inspect.views.state_text import owed
from acp_inspect.views.text import Piece
from acp_inspect.views.visible import visible

TABS: Final = ("conversation", "tools", "notices", "plan", "pending", "session", "terminals", "capabilities")

SHOWN: Final = 100
"""Entities of a conversation, and tool calls, that are shown: the last ones."""

_KEPT: Final = 600
_LONGEST: Final = 12_000
"""Characters of a tool call's texts up to which nothing of them is left out on its own tab."""

_TALK: Final = frozenset({MESSAGE, TOOL_CALL, PERMISSION, ELICITATION, COMPACTION, SUBAGENT})

_TAB_OF: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(_TALK, ("conversation",)),
    TOOL_CALL: ("conversation", "tools"),
    NOTICE: ("notices",),
    PLAN: ("plan",),
    REQUEST: ("pending",),
    TERMINAL: ("terminals",),
    **dict.fromkeys((ACTIVITY, COMMANDS, CONFIG, INFO, MODES, SETUP, USAGE, FILE, UNKNOWN), ("session",)),
    CONNECTION: ("capabilities",),
    AUTH: ("capabilities",),
}
"""Kind of what changed → the tabs that show it."""


class Entry(NamedTuple):
    """A thing in a tab. All texts are visible."""

    ref: Ref | None
    seq: int | None
    """The event that brought it."""
    label: Piece
    lines: tuple[Line, ...]
    replayed: bool = False
    changed: bool = False
    """The last event did something to it."""


class Told(NamedTuple):
    """A tab at a moment."""

    moment: Moment
    tab: str
    session: str | None
    letter: str
    title: str
    """Of the session, and what it is doing. Visible."""
    activity: str
    replaying: bool
    counts: Mapping[str, int]
    """How much there is on each tab that can be counted."""
    hot: frozenset[str]
    """The tabs on which something changed."""
    entries: tuple[Entry, ...]
    earlier: int
    """How many entries come before the first that is shown."""
    card: Entry | None
    """The notice that came with the event."""
    changes: tuple[Change, ...]


class Teller:
    """Tells of one recording's moments. One thread at a time."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[str, str | None, Ref], tuple[tuple[Any, ...], Entry]] = OrderedDict()

    def tell(
        self,
        before: Connection,
        after: Connection,
        moment: Moment,
        tab: str,
        session: str | None,
        letters: Mapping[str, str],
    ) -> Told:
        """The tab of a session after the event that leads from `before` to `after`."""
        changed = tuple(changes(before, after))
        touched = {(change.session, change.ref) for change in changed}
        held = after.held.sessions.get(session) if session is not None else None
        entries, earlier = self._entries(after, held, moment, tab, letters)
        hot = {place for change in changed for place in _TAB_OF.get(change.ref.kind, ()) if _concerns(change, session)}
        return Told(
            moment,
            tab,
            session if held is not None else None,
            letters.get(session or "", ""),
            visible(held.info.title or "") if held is not None else "",
            visible(join(held.activity.state, held.activity.stop_reason or "")) if held is not None else "",
            held is not None and held.window is not None and bool(getattr(held.window, "replays", False)),
            _counts(after, held),
            frozenset(hot),
            tuple(
                entry._replace(changed=True)
                if entry.ref is not None and ((session, entry.ref) in touched or (None, entry.ref) in touched)
                else entry
                for entry in entries
            ),
            earlier,
            _card(changed),
            changed,
        )

    def _entries(
        self, after: Connection, held: Any, moment: Moment, tab: str, letters: Mapping[str, str]
    ) -> tuple[list[Entry], int]:
        match tab:
            case "pending":
                return [_pending(request, moment, letters) for request in draw_pending(after)], 0
            case "capabilities":
                return [_of(row, Ref(CONNECTION)) for row in capability_rows(draw_connection(after), moment)], 0
        if held is None:
            return [], 0
        if tab == "notices":
            rows = [_notice(notice, place) for place, notice in enumerate(held.notices[-SHOWN:], _before(held.notices))]
            return rows, _before(held.notices)
        kinds = {"conversation": _TALK, "tools": frozenset({TOOL_CALL})}.get(tab, frozenset())
        picture = after.surface.draw(tail_of(held, SHOWN, kinds), (), after.closed is not None)
        match tab:
            case "conversation" | "tools":
                total = len(held.tool_calls) if tab == "tools" else len(held.timeline) - len(held.notices)
                made = list(self._talk(picture, held, in_full=tab == "tools"))
                return made, max(0, total - len(made)) if len(made) == SHOWN else 0
            case "plan":
                return [_of(row, Ref(PLAN, plan.id)) for plan in picture.plans for row in _plan(plan)], 0
            case "terminals":
                terminals = picture.terminals[-SHOWN:]
                made = [self._terminal(terminal, held) for terminal in terminals]
                return made, len(picture.terminals) - len(made)
        others = [_of(row, ref) for ref, row in setup_rows(picture)]
        others += [
            _of(file_row(file), Ref(FILE, str(place))) for place, file in _numbered(picture.files, held, "files")
        ]
        others += [
            _of(unknown_row(one), Ref(UNKNOWN, str(place)))
            for place, one in _numbered(picture.unknown, held, "unknown")
        ]
        return others, 0

    def _talk(self, picture: SessionPicture, held: Any, *, in_full: bool) -> Iterator[Entry]:
        terminals = {terminal.id: terminal for terminal in picture.terminals}
        titles = {call.id: call.title for call in picture.tool_calls if call.title}
        kind = "full" if in_full else "short"
        for entity in picture.timeline:
            ref = _ref(entity)
            of: tuple[Any, ...]
            match entity:
                case MessagePicture():
                    of = (held.messages.get(ref.key), entity.replayed, entity.origin)
                case ToolCallPicture():
                    shown = [held.terminals.get(item.terminal) for item in entity.content if item.terminal is not None]
                    of = (held.tool_calls.get(ref.key), entity.replayed, *shown)
                case Permission():
                    of = (entity, titles.get(entity.tool_call or ""))
                case _:
                    of = (entity,)
            known = self._made.get((kind, held.id, ref))
            if known is not None and len(known[0]) == len(of) and all(map(_same, known[0], of)):
                self._made.move_to_end((kind, held.id, ref))
                yield known[1]
                continue
            entry = _entry(entity, ref, terminals, titles, in_full=in_full)
            self._keep((kind, held.id, ref), of, entry)
            yield entry

    def _terminal(self, terminal: TerminalPicture, held: Any) -> Entry:
        key = ("terminal", held.id, terminal.ref)
        of = (held.terminals.get(terminal.ref.key),)
        known = self._made.get(key)
        if known is not None and known[0][0] is of[0]:
            return known[1]
        entry = _of(terminal_row(terminal, len(terminal.text) <= _LONGEST), terminal.ref)
        self._keep(key, of, entry)
        return entry

    def _keep(self, key: tuple[str, str | None, Ref], of: tuple[Any, ...], entry: Entry) -> None:
        self._made[key] = (of, entry)
        while len(self._made) > _KEPT:
            self._made.popitem(last=False)


def _same(one: Any, other: Any) -> bool:
    return one is other or (isinstance(one, str | bool) and one == other)


def _concerns(change: Change, session: str | None) -> bool:
    return change.session is None or change.session == session or change.ref.kind == REQUEST


def _before(chain: Any) -> int:
    return max(0, len(chain) - SHOWN)


def _numbered(shown: tuple[Any, ...], held: Any, name: str) -> Iterable[tuple[int, Any]]:
    """What is shown of a series with the places that it has in all of it."""
    return enumerate(shown, len(getattr(held, name, ())) - len(shown))


def _counts(after: Connection, held: Any) -> Mapping[str, int]:
    counts = {"pending": len(after.exchanges.open)}
    if held is not None:
        plans = sum(len(_entries_of(plan)) for plan in held.plans.values())
        counts |= {"tools": len(held.tool_calls), "notices": len(held.notices), "plan": plans}
        counts["terminals"] = len(held.terminals)
    return counts


def _entries_of(plan: Plan) -> list[Any]:
    entries = plan.content.get("entries") if isinstance(plan.content, dict) else None
    return entries if isinstance(entries, list) else [plan]


def _ref(entity: TimelinePicture) -> Ref:
    match entity:
        case Permission(seq=seq):
            return Ref(PERMISSION, str(seq))
        case Elicitation(seq=seq):
            return Ref(ELICITATION, str(seq))
        case Compaction(id=key):
            return Ref(COMPACTION, key)
        case Subagent(session=key):
            return Ref(SUBAGENT, key)
        case Plan(id=key):
            return Ref(PLAN, key)
        case Notice(seq=seq):
            return Ref(NOTICE, str(seq))
    return entity.ref


def _entry(
    entity: TimelinePicture,
    ref: Ref,
    terminals: Mapping[str, TerminalPicture],
    titles: Mapping[str, str],
    *,
    in_full: bool,
) -> Entry:
    match entity:
        case MessagePicture():
            return Entry(
                ref,
                entity.first,
                Piece(visible(_role(entity)), ROLES.get(entity.role, "note")),
                _message(entity),
                entity.replayed,
            )
        case ToolCallPicture():
            short = in_full and sum(len(item.text or "") for item in entity.content) <= _LONGEST
            lines = list(call_lines(entity, short))
            for item in entity.content:
                if item.terminal is not None and (terminal := terminals.get(item.terminal)) is not None:
                    lines += terminal_row(terminal, in_full and len(terminal.text) <= _LONGEST).lines
            return Entry(ref, entity.first, Piece("tool", "note"), _bare(lines), entity.replayed)
    return _of(next(entity_rows(entity, False, titles), Row(None, Piece(""), ())), ref)


def _role(message: MessagePicture) -> str:
    return {"user": "user", "session": f"session {message.sender or ''}".strip()}.get(message.role, message.role)


def _message(message: MessagePicture) -> tuple[Line, ...]:
    style = "dim" if message.role == "thought" else ""
    lines = list(markdown_lines(message.text.strip("\n"), style)) if message.text else []
    lines += [
        line(f"[{content(block)}]", "note")
        for block in message.blocks
        if isinstance(block, dict) and block.get("type") != "text"
    ]
    if message.origin == "echo":
        lines.append(line("(the Agent's repetition of the prompt)", "dim"))
    return tuple(lines)


def _bare(lines: Iterable[Line]) -> tuple[Line, ...]:
    return tuple(
        tuple(Piece(piece.text.removesuffix(FULL_HINT), piece.style) for piece in one) if one else one for one in lines
    )


def _of(row: Row, ref: Ref | None) -> Entry:
    return Entry(ref, row.seq, row.label, _bare(row.lines))


def _notice(notice: Notice, place: int) -> Entry:
    row = notice_row(notice)
    return Entry(Ref(NOTICE, str(place)), notice.seq, row.label, _bare(row.lines), notice.window is not None)


def _card(changed: Iterable[Change]) -> Entry | None:
    came = [change for change in changed if change.ref.kind == NOTICE and isinstance(change.new, Notice)]
    return _notice(came[-1].new, int(came[-1].ref.key)) if came else None


def _plan(plan: Plan) -> Iterator[Row]:
    if plan.id:
        yield Row(plan.last, Piece("plan", "note"), (line(plan.id, "bold"),))
    yield from plan_rows(plan, False)


def _pending(request: Any, moment: Moment, letters: Mapping[str, str]) -> Entry:
    letter = letters.get(request.session or "", "")
    remarks = join(
        f"session {letter}" if letter else "",
        f"asked to cancel with #{request.cancelled}" if request.cancelled is not None else "",
        "no answer can come any more" if request.lost else "",
        by="; ",
    )
    lines = [line(owed(request, moment), "error" if request.lost else "")]
    if remarks:
        lines.append(line(remarks, "dim"))
    return Entry(
        Ref(REQUEST, str(request.seq)), request.seq, Piece(request.owner.value, request.owner.value), tuple(lines)
    )
