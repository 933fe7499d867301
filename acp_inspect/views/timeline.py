"""One line of the timeline for each event, as plain values. Whoever draws it decides colours and widths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from acp_inspect.views.summary import run_summary, summary
from acp_inspect.views.units import duration
from acp_inspect.views.visible import visible

ASKS_THE_USER: Final = ("session/request_permission", "elicitation/create")
"""Requests whose answer a person gives as a rule: how long it takes is not the Agent's time."""


class EventFacts(Protocol):
    """What the timeline needs to know of an event: the row that the store keeps of it.

    Words are those of `trace.event`; times are nanoseconds, `at` is -1 where unknown.
    """

    @property
    def seq(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def part(self) -> int | None: ...
    @property
    def at(self) -> int: ...
    @property
    def sender(self) -> str | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def method(self) -> str | None: ...
    @property
    def update(self) -> str | None: ...
    @property
    def session(self) -> str | None: ...
    @property
    def rpc_id(self) -> str | None: ...
    @property
    def answers(self) -> int | None: ...
    @property
    def answered_by(self) -> int | None: ...
    @property
    def latency(self) -> int | None: ...
    @property
    def outcome(self) -> str | None: ...
    @property
    def size(self) -> int: ...


class TimelineRow(NamedTuple):
    """An event as the timeline shows it. All texts are visible, on one line, and not cut to any width."""

    seq: int
    at: int
    """Nanoseconds since the start; -1 = unknown."""
    delta: int | None
    """Nanoseconds since the row before; None where a time is unknown or there is no row before."""
    sender: str | None
    """`client`, `agent`, or None for what the recorder knows."""
    kind: str
    """request, update, notification, response, malformed, blank, stderr, or a control's word."""
    what: str
    """The method or the kind of update; of a response, its request's method; empty where there is none."""
    session: str | None
    """The ACP session's id."""
    summary: str
    latency: int | None
    """Of a request: until its answer. Of a response: since its request."""
    outcome: str | None
    """Of a request: how it was answered, `pending` if it was not. Of a response: how it stands to its request."""
    answers: int | None
    """Of a response: its request's `seq`."""
    answered_by: int | None
    """Of a request: its response's `seq`."""
    size: int
    """Bytes of the line."""
    badges: tuple[str, ...]
    """What is unusual about the line as such: part of a batch, no newline."""
    run: int = 1
    """How many events the row stands for: more than one for a run of chunks."""
    waited: int | None = None
    """Nanoseconds of `latency` in which the user was asked."""

    @property
    def answer(self) -> str:
        """The column that joins requests and answers: `8.2 s ok`, `pending`, `→ 256 error`."""
        if self.kind == "request":
            waited = duration(self.latency) if self.latency is not None else ""
            return f"{waited} {self.outcome or ''}".strip()
        if self.kind == "response":
            of = f"→ {self.answers}" if self.answers is not None else ""
            return f"{of} {'' if self.outcome == 'ok' else self.outcome or ''}".strip()
        return ""


def timeline_row(event: EventFacts, raw: bytes, previous_at: int = -1, told: str | None = None) -> TimelineRow:
    """The row of an event. `raw`: its line's bytes; `previous_at`: the time of the row before, -1 = unknown.

    `told`: the summary by somebody who knows the state (`views.told`); None = by the line alone.
    """
    kind, what = event.kind, event.method or ""
    if event.kind == "notification" and event.method == "session/update":
        kind, what = "update", event.update or event.method
    badges = () if event.part is None else (f"batch {event.part + 1}",)
    if event.sender is not None and not raw.endswith(b"\n"):
        badges = (*badges, "no newline")
    return TimelineRow(
        event.seq,
        event.at,
        event.at - previous_at if event.at >= 0 and previous_at >= 0 else None,
        event.sender,
        kind,
        visible(what),
        event.session,
        summary(event.kind, event.method, event.part, raw) if told is None else told,
        event.latency,
        event.outcome,
        event.answers,
        event.answered_by,
        event.size,
        badges,
    )


def run_row(row: TimelineRow, run: int, raws: Sequence[bytes]) -> TimelineRow:
    """The row of a run of `run` chunks. `row`: of the first; `raws`: the lines of the first few, in order."""
    return row._replace(summary=run_summary(raws, run) or row.summary, run=run)


def covered(periods: Iterable[tuple[int, int]]) -> int:
    """How long at least one of the periods (from, to) lasts, in their unit. One with an unknown end (-1) counts not."""
    total, until = 0, -1
    for begin, end in sorted(periods):
        if begin >= 0:
            total += max(0, end - max(begin, until))
            until = max(until, end)
    return total


def arrow(row: TimelineRow) -> str:
    """Who spoke, as three characters between the Client's lane and the Agent's: heavy for protocol, thin for stderr."""
    if row.kind in _ARROWS:
        return _ARROWS[row.kind]
    match row.sender:
        case "client":
            return "━━▶"
        case "agent":
            return "◀━━"
    return "═══"


_ARROWS: Final = {"stderr": "◀──", "gap": "╳╳╳"}


def session_letter(place: int) -> str:
    """The short name of the session that came at `place` (from 0): A … Z, AA, AB …"""
    letters = ""
    place += 1
    while place:
        place, remainder = divmod(place - 1, 26)
        letters = chr(ord("A") + remainder) + letters
    return letters


def session_place(letters: str) -> int | None:
    """The place of the session with that short name; None for what is none, or stands impossibly far away."""
    if not letters or len(letters) > 6 or not all("A" <= letter <= "Z" for letter in letters):
        return None
    place = 0
    for letter in letters:
        place = place * 26 + ord(letter) - ord("A") + 1
    return place - 1


def session_letters(sessions: Iterable[str]) -> dict[str, str]:
    """The letters of sessions in the order they appeared."""
    return {session: session_letter(place) for place, session in enumerate(dict.fromkeys(sessions))}
