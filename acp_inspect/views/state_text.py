"""The state at a moment as sections of text: what somebody reads who wants to know what the Client holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from acp_inspect.protocol.entities import (
    Notice,
    Plan,
)
from acp_inspect.protocol.picture import (
    ConnectionPicture,
    PeerPicture,
    PendingPicture,
    SessionPicture,
)
from acp_inspect.views.layout import Line, Row, Section
from acp_inspect.views.parts import line
from acp_inspect.views.pieces import join, members, word
from acp_inspect.views.state import PARTS, LinkView, Moment, StateView
from acp_inspect.views.state_rows import (
    REPLAYED,
    elicitation_row,
    entity_rows,
    file_row,
    notice_row,
    part_of,
    plan_rows,
    prompt_row,
    terminal_row,
    unknown_row,
)
from acp_inspect.views.text import Piece
from acp_inspect.views.units import clock, count, duration
from acp_inspect.views.updates import commands, config_options, number
from acp_inspect.views.visible import visible


def state_sections(view: StateView, *, full: bool = False) -> Iterator[tuple[Section, int]]:
    """The state as sections, each with the place of its session from 0. `full`: nothing is left out of long texts."""
    places = {session: place for place, session in enumerate(view.letters)}
    yield connection_section(view.connection, view.moment), 0
    for picture in view.sessions:
        letter, place = view.letters[picture.id], places[picture.id]
        for section in session_sections(picture, letter, view.moment, view.parts, full=full):
            yield section, place
    if "pending" in view.parts:
        # Those of sessions stand there.
        others = [request for request in view.connection.pending if request.session not in places]
        for section in pending_sections(others, view.moment):
            yield section, 0
    if view.links is not None:
        yield _links(view.links, view.letters), 0


def _links(links: Collection[LinkView], letters: Mapping[str, str]) -> Section:
    if not links:
        return Section((*line("Linked recordings", "bold"), Piece("  none of these sessions is in another one", "dim")))
    rows = []
    for link in links:
        when = {True: "earlier", False: "later", None: ""}[link.earlier]
        held = join(
            f"events {link.first:,} to {link.last:,}",
            count(link.prompts, "prompt"),
            count(link.messages, "message") if link.messages is not None else "",
            count(len(link.notices), "notice") if link.notices else "",
            by=", ",
        )
        head = (Piece(letters.get(link.session, "?"), "session"), *line(f" {link.session} in {link.recording}"))
        notices = [line(f"{notice.severity}: {notice.title}") for notice in link.notices]
        rows.append(Row(None, Piece(when, "dim"), (head, line(held, "dim"), line(link.path, "dim"), *notices)))
    return Section(line("Linked recordings", "bold"), tuple(rows))


def connection_section(picture: ConnectionPicture, moment: Moment) -> Section:
    """The head: who talks to whom, in which version, and how it stands."""
    when = f" · {clock(moment.at)} s" if moment.at >= 0 else ""
    title = line(f"Moment {moment.seq:,} of {moment.of:,}{when}", "bold")
    spoken = f"ACP v{picture.shown_as}" if picture.version is None else f"ACP v{picture.version}"
    why = {
        "answered": "",
        "offered": "the Client asked for it, no answer yet",
        "evidence": "by the looks of the traffic; the handshake is not in the recording",
        "assumed": "assumed; nothing tells yet",
    }[picture.basis]
    asked = (
        f"the Client asked for v{picture.offered}"
        if picture.version is not None and picture.offered not in (None, picture.version)
        else ""
    )
    rows = [
        Row(None, Piece("client", "client"), (line(_peer(picture.client)),)),
        Row(None, Piece("agent", "agent"), (line(_peer(picture.agent)),)),
        Row(None, Piece("protocol", "dim"), (line(join(spoken, why, asked, by=", ")),)),
        Row(None, Piece("connection", "dim"), (_standing(picture),)),
    ]
    auth = members(picture.auth)
    if auth.get("state") not in (None, "unknown"):
        told = join(word(auth["state"]), word(auth.get("methodId")))
        rows.append(Row(None, Piece("login", "dim"), (line(told),)))
    if picture.partial:
        rows.append(Row(None, Piece("incomplete", "note"), (line("the recording begins in the middle", "note"),)))
    if picture.gaps:
        holes = f"{count(picture.gaps, 'gap')} so far: what fell into them is missing here"
        rows.append(Row(None, Piece("incomplete", "error"), (line(holes, "error"),)))
    rows += [elicitation_row(asked) for asked in picture.elicitations]
    return Section(title, tuple(rows))


def _peer(peer: PeerPicture) -> str:
    return join(
        peer.title or peer.name or "–", peer.version or "", f"({peer.name})" if peer.title and peer.name else ""
    )


def _standing(picture: ConnectionPicture) -> Line:
    if picture.closed is not None:
        return line(f"closed: {picture.closed}", "error")
    return line(picture.state, "error" if picture.state == "failed" else "")


def session_sections(
    picture: SessionPicture, letter: str, moment: Moment, parts: Collection[str] = PARTS, *, full: bool = False
) -> Iterator[Section]:
    """A session: its head, its conversation, then the rest apart. `full`: nothing is left out of long texts."""
    yield Section(_session_title(picture, letter), tuple(_session_rows(picture, parts)))
    titles = {call.id: call.title for call in picture.tool_calls if call.title}
    told = tuple(
        row
        for entity in picture.timeline
        if part_of(entity) in parts and not isinstance(entity, Plan | Notice)
        for row in entity_rows(entity, full, titles)
    )
    replayed = any(row.label.text.endswith(REPLAYED) for row in told)
    yield from _section("Conversation", told, f" {REPLAYED} = replayed" if replayed else "")
    if "notices" in parts:
        yield from _section("Notices", (notice_row(notice) for notice in picture.notices))
    if "plans" in parts:
        for plan in picture.plans:
            yield from _section(join("Plan", visible(plan.id)), plan_rows(plan, full))
    if "terminals" in parts:
        yield from _section("Terminals", (terminal_row(terminal, full) for terminal in picture.terminals))
    if "files" in parts:
        yield from _section("Files", map(file_row, picture.files))
    if "prompts" in parts:
        yield from _section("Prompts", (prompt_row(prompt) for prompt in picture.prompts))
    if "unknown" in parts:
        yield from _section("Unknown updates", map(unknown_row, picture.unknown))
    if "pending" in parts:
        yield from pending_sections(picture.pending, moment)


def pending_sections(pending: Iterable[PendingPicture], moment: Moment) -> Iterator[Section]:
    """Who owes whom an answer."""
    yield from _section("Waiting", (Row(*_owed(request, moment)) for request in pending))


def owed(request: PendingPicture, moment: Moment) -> str:
    """A request without an answer in words: `the Agent owes session/prompt, id 3, for 8.2 s`."""
    waited = f", for {duration(moment.at - request.at)}" if moment.at >= request.at >= 0 else ""
    side = "the Agent" if request.owner.value == "agent" else "the Client"
    return visible(f"{side} owes {request.method}, id {word(request.id)}{waited}")


def _owed(request: PendingPicture, moment: Moment) -> tuple[int, Piece, tuple[Line, ...]]:
    remarks = join(
        f"asked to cancel with event {request.cancelled}" if request.cancelled is not None else "",
        "no answer can come any more" if request.lost else "",
        by="; ",
    )
    said = [Piece(owed(request, moment), "error" if request.lost else "")]
    if remarks:
        said.append(Piece(f" ({remarks})", "note"))
    return request.seq, Piece(request.owner.value, request.owner.value), (said,)


def _section(title: str, rows: Iterable[Row], note: str = "") -> Iterator[Section]:
    made = tuple(rows)
    if made:
        yield Section((Piece(title, "bold"), Piece(note, "dim")), made)


def _session_title(picture: SessionPicture, letter: str) -> Line:
    named = f" “{visible(picture.info.title)}”" if picture.info.title else ""
    return (Piece("Session ", "bold"), Piece(letter, "session"), Piece(f" {visible(picture.id)}{named}", "bold"))


def _session_rows(picture: SessionPicture, parts: Collection[str]) -> Iterator[Row]:
    activity = picture.activity
    working = activity.state not in ("idle", "closed", "unknown")
    state = join(
        join(activity.state, f"({activity.stop_reason})" if activity.stop_reason else ""),
        "asked to cancel" if activity.cancel_requested else "",
        f"{count(len(activity.background), 'background task')}" if activity.background else "",
        "the connection is gone; this is how it was" if picture.stale else "",
        by=", ",
    )
    yield Row(None, Piece("activity", "dim"), (line(visible(state), "note" if working else ""),))
    came = join(
        {"unknown": "from before the recording"}.get(picture.origin, picture.origin),
        picture.status,
        "replaying" if picture.replaying else "",
        f"child of {picture.parent}" if picture.parent else "",
        f"forked from {picture.forked_from}" if picture.forked_from else "",
        by=", ",
    )
    yield Row(None, Piece("session", "dim"), (line(visible(came)),))
    if picture.cwd is not None:
        folders = join(picture.cwd, *picture.roots, by=", ")
        yield Row(None, Piece("folder", "dim"), (line(visible(folders)),))
    if "setup" in parts:
        yield from _setup(picture)


def _setup(picture: SessionPicture) -> Iterator[Row]:
    modes = members(picture.modes)
    told = {
        "mode": word(modes.get("currentModeId")),
        "options": config_options(list(picture.config or ())),
        "changing": ", ".join(picture.changing),
        "commands": "" if picture.commands is None else commands(list(picture.commands)),
    }
    if picture.usage is not None:
        cost = members(picture.usage.cost)
        told["usage"] = join(
            f"{number(picture.usage.used)} of {number(picture.usage.size)} tokens",
            word(cost.get("amount")),
            word(cost.get("currency")),
        )
    for label, text in told.items():
        if text:
            yield Row(None, Piece(label, "dim"), (line(visible(text)),))
