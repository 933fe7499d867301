"""What a connection waits for, as text and as JSON: the answer to "why does it hang?"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from acp_inspect.protocol.picture import ConnectionPicture
from acp_inspect.protocol.waiting import OpenCall, Reason, Standstill, Waiting, Working
from acp_inspect.trace.progress import Heard, Progress
from acp_inspect.views.layout import Line, Row, Section
from acp_inspect.views.pieces import join, quoted, word
from acp_inspect.views.plain import plain
from acp_inspect.views.state import Moment
from acp_inspect.views.state_json import pending_json
from acp_inspect.views.state_text import owed
from acp_inspect.views.text import Piece
from acp_inspect.views.units import clock, count, duration
from acp_inspect.views.visible import printable_json, visible
from acp_inspect.wire.json_text import Json, write_json
from acp_inspect.wire.rpc import Side


class WhyView(NamedTuple):
    """A connection's standstill at a moment."""

    moment: Moment
    """Of a recording that is still being made: its last event, and the time now."""
    live: bool
    connection: ConnectionPicture
    standstill: Standstill
    progress: Progress
    letters: Mapping[str, str]


_MOST: Final = 5
"""Events that are named one by one."""


def why_json(view: WhyView) -> str:
    """The standstill as one JSON object without newline."""
    moment, found = view.moment, view.standstill
    reason = found.reason
    fields: dict[str, Json] = {
        "moment": moment.seq,
        "of": moment.of,
        "t": _seconds(moment.at),
        "live": view.live,
        "state": view.connection.state,
        "closed": view.connection.closed,
        "reason": None if reason is None else reason.value,
        "requests": [_request_json(waiting, moment) for waiting in found.requests],
        "working": [{**plain(work), "progress": _heard_json(work.progress, moment)} for work in found.working],
        "tools": [plain(call) for call in found.calls],
        "heard": {
            "client": _heard_json(view.progress.sides.get(Side.CLIENT), moment),
            "agent": _heard_json(view.progress.sides.get(Side.AGENT), moment),
            "stderr": _heard_json(view.progress.stderr, moment),
        },
    }
    return printable_json(write_json(fields))


def _request_json(waiting: Waiting, moment: Moment) -> Json:
    return {
        **pending_json(waiting.request),
        "age": _age(waiting.request.at, moment),
        "reason": waiting.reason.value,
        "blocked_by": list(waiting.blocked_by),
        "title": waiting.title,
        "progress": _heard_json(waiting.progress, moment),
        "unread": list(waiting.unread),
        "orphans": [orphan.seq for orphan in waiting.orphans],
    }


def _heard_json(heard: Heard | None, moment: Moment) -> Json:
    if heard is None:
        return None
    return {"seq": heard.seq, "t": _seconds(heard.at), "age": _age(heard.at, moment), "what": heard.what}


def _seconds(at: int) -> Json:
    return None if at < 0 else at / 1e9


def _age(at: int, moment: Moment) -> Json:
    return (moment.at - at) / 1e9 if moment.at >= at >= 0 else None


def why_sections(view: WhyView) -> Iterator[tuple[Section, int]]:
    """The standstill as sections, each with the place of its session from 0. The first is the answer."""
    moment = view.moment
    when = f" · {clock(moment.at)} s" if moment.at >= 0 else ""
    live = ", and it goes on" if view.live else ""
    title = Piece(f"Moment {moment.seq:,} of {moment.of:,}{when}{live}", "bold")
    yield Section((title,), tuple(_answer(view))), 0
    places = {session: place for place, session in enumerate(view.letters)}
    for waiting in view.standstill.requests:
        session = waiting.request.session
        yield Section(_request_title(waiting, view), tuple(_request_rows(waiting, view))), places.get(session or "", 0)
    for work in view.standstill.working:
        yield Section(_work_title(work, view), tuple(_work_rows(work, view))), places.get(work.session, 0)
    rows = [
        Row(None, Piece("client", "client"), (_heard(view.progress.sides.get(Side.CLIENT), moment),)),
        Row(None, Piece("agent", "agent"), (_heard(view.progress.sides.get(Side.AGENT), moment),)),
    ]
    if view.progress.stderr is not None:
        rows.append(Row(None, Piece("stderr", "stderr"), (_heard(view.progress.stderr, moment),)))
    yield Section((Piece("Heard last", "bold"),), tuple(rows)), 0


def _answer(view: WhyView) -> Iterator[Row]:
    found = view.standstill
    closed = view.connection.closed
    style, text = "good", "Nothing is open: no request waits, no session works."
    match found.reason:
        case Reason.GONE:
            lost = sum(waiting.reason is Reason.GONE for waiting in found.requests)
            waits = f"{count(lost, 'request')} will never be answered" if lost else "a session was at work"
            style, text = "error", f"The connection is gone ({closed or 'its stream ended'}), and {waits}."
        case Reason.USER:
            asked = next(waiting for waiting in found.requests if waiting.reason is Reason.USER)
            what = "a permission" if asked.request.method == "session/request_permission" else "a question"
            said = f" {quoted(asked.title)}" if asked.title else ""
            style, text = (
                "note",
                f"The user has not decided: {what}{said} waits for the Client (event {asked.request.seq}).",
            )
        case Reason.CLIENT:
            style, text = "note", f"The Client has not answered: {_named(found, Reason.CLIENT)}."
        case Reason.AGENT:
            named = _named(found, Reason.AGENT)
            what = f"not answered: {named}" if named else "not come to rest"
            style, text = "note", f"The Agent has {what}."
        case Reason.BLOCKED:
            style, text = "note", "Each side waits for the other."
    yield Row(None, Piece("answer", "dim"), ((Piece(visible(text), style),),))
    if closed is not None:
        yield Row(None, Piece("connection", "dim"), ((Piece(visible(f"closed: {closed}"), "error"),),))
    if view.connection.gaps:
        holes = f"{count(view.connection.gaps, 'gap')} in the recording: an answer may have fallen into one"
        yield Row(None, Piece("incomplete", "error"), ((Piece(holes, "error"),),))
    if view.connection.partial:
        yield Row(None, Piece("incomplete", "note"), ((Piece("the recording begins in the middle", "note"),),))


def _named(found: Standstill, reason: Reason) -> str:
    named = [
        f"{waiting.request.method} (event {waiting.request.seq})"
        for waiting in found.requests
        if waiting.reason is reason
    ]
    return join(*named[:_MOST], f"{len(named) - _MOST} more" if len(named) > _MOST else "", by=", ")


def _request_title(waiting: Waiting, view: WhyView) -> Line:
    request = waiting.request
    letter = (Piece(view.letters.get(request.session, "?"), "session"), Piece("  ")) if request.session else ()
    return (*letter, Piece(f"#{request.seq} ", "dim"), Piece(owed(request, view.moment), "bold"))


def _request_rows(waiting: Waiting, view: WhyView) -> Iterator[Row]:
    request, moment = waiting.request, view.moment
    if waiting.title:
        yield _row("asks", quoted(waiting.title))
    if waiting.blocked_by:
        yield _row("waits for", ", ".join(f"event {seq}" for seq in waiting.blocked_by), "note")
    if waiting.reason is Reason.GONE:
        yield _row("lost", "no answer can come any more", "error")
    if request.cancelled is not None:
        yield _row("cancelled", f"asked for with event {request.cancelled}, and still not answered", "note")
    since = f"the {request.owner.value} has sent nothing" + (" in this session" if request.session else "")
    yield Row(None, Piece("progress", "dim"), (_heard(waiting.progress, moment, f"{since} since then"),))
    if request.owner is Side.AGENT:
        yield from _calls(request.session, view)
    if waiting.unread:
        lines = f"{count(len(waiting.unread), 'line')} of the {request.owner.value} since then could not be read"
        yield _row("unreadable", f"{lines} ({_events(waiting.unread)}): the answer may be one of them", "error")
    for orphan in waiting.orphans[:_MOST]:
        told = f"event {orphan.seq} answers id {word(orphan.id) or 'none'}, which nobody asked"
        yield _row("astray", f"{told}; meant for id {word(request.id)}?", "error")


def _work_title(work: Working, view: WhyView) -> Line:
    letter = Piece(view.letters.get(work.session, "?"), "session")
    return (
        letter,
        Piece("  "),
        Piece(f"#{work.since} ", "dim"),
        Piece(visible(f"the session is {word(work.state)}"), "bold"),
    )


def _work_rows(work: Working, view: WhyView) -> Iterator[Row]:
    if work.blocked_by:
        yield _row("waits for", ", ".join(f"event {seq}" for seq in work.blocked_by), "note")
    if work.reason is Reason.GONE:
        yield _row("lost", "the Agent is gone", "error")
    yield Row(None, Piece("progress", "dim"), (_heard(work.progress, view.moment),))
    yield from _calls(work.session, view)


def _calls(session: str | None, view: WhyView) -> Iterator[Row]:
    calls: list[OpenCall] = [call for call in view.standstill.calls if call.session == session]
    for call in calls[:_MOST]:
        said = f"{quoted(call.title or call.id)} is {word(call.status)} since event {call.first}"
        yield _row(
            "tool", join(said, f"last update with event {call.last}" if call.last != call.first else "", by=", ")
        )
    if len(calls) > _MOST:
        yield _row("tool", f"{len(calls) - _MOST} more")


def _row(label: str, text: str, style: str = "") -> Row:
    return Row(None, Piece(label, "dim"), ((Piece(visible(text), style),),))


def _heard(heard: Heard | None, moment: Moment, none: str = "nothing") -> Line:
    if heard is None:
        return (Piece(none, "dim"),)
    ago = ""
    if moment.at >= heard.at >= 0:
        ago = f", {duration(moment.at - heard.at)} before" if moment.at > heard.at else ", just now"
    return (Piece(visible(join(f"event {heard.seq:,}", word(heard.what)) + ago)),)


def _events(seqs: tuple[int, ...]) -> str:
    named = ", ".join(map(str, seqs[:_MOST]))
    return f"event {named}" + (" …" if len(seqs) > _MOST else "")
