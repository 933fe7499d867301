"""States of transcripts as the views take them, and sections as plain text."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from acp_inspect.protocol.connection import Connection, new_connection
from acp_inspect.protocol.overview import draw_connection, draw_session
from acp_inspect.trace.progress import Progress, followed
from acp_inspect.views.layout import Section, laid_out
from acp_inspect.views.state import PARTS, SHOWN, LinkView, Moment, StateView
from acp_inspect.views.timeline import session_letters
from acp_inspect.wire.transcript import parse_transcript
from tests.protocol.traffic import raw_events, steps

RECORDINGS = Path(__file__).parent.parent.parent / "recordings"


def state_view(
    transcript: str, *, parts: Collection[str] = PARTS, links: tuple[LinkView, ...] | None = None
) -> StateView:
    """The state after a transcript."""
    events = raw_events(transcript)
    connection = new_connection()
    for taken in steps(transcript):
        connection = taken.after
    letters = session_letters(
        [event.session for event in events if event.session is not None] + sorted(connection.held.sessions)
    )
    pictures = [picture for id_ in letters if (picture := draw_session(connection, id_)) is not None]
    moment = Moment(len(events), len(events), events[-1].at if events else -1)
    return StateView("/r/a.acprec", moment, draw_connection(connection), tuple(pictures), letters, parts, links)


def shown(transcript: str) -> StateView:
    """The state after a transcript, with what text shows of it."""
    return state_view(transcript, parts=SHOWN)


def recorded(name: str) -> str:
    """A sample recording's transcript."""
    text = (RECORDINGS / name).read_text()
    assert parse_transcript(text)
    return text


def progress_of(transcript: str) -> tuple[Connection, Progress]:
    """The connection after a transcript, and who was heard."""
    connection, progress = new_connection(), Progress()
    for taken in steps(transcript):
        connection = taken.after
        progress = followed(progress, taken.event)
    return connection, progress


def text_of(sections: Iterable[tuple[Section, int]], width: int | None = None) -> str:
    """Sections as plain text."""
    parts = []
    for section, _ in sections:
        lines = laid_out([section], width)
        parts.append("\n".join("".join(piece.text for piece in line).rstrip() for line in lines) + "\n")
    return "\n".join(parts)
