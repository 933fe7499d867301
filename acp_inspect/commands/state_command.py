"""`state`: what a conforming Client holds at a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from acp_inspect.commands.choose import open_recording, recording_argument
from acp_inspect.commands.moment import MOMENT_HELP, moment_of, moment_option

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from acp_inspect.protocol.surface import Surfaces
    from acp_inspect.views.state import LinkView

_HELP = f"""Show what the Client holds at a moment: messages, tool calls, notices, plans.

That is what a conforming Client makes of the messages up to then: who talks to whom, and of each session the
conversation, tool calls with status and content, notices apart from it, plans, terminals, and who owes whom an answer.

{MOMENT_HELP}

The parts for --only: messages, tools, permissions, elicitations, notices, plans, terminals, files, subagents,
compactions, prompts, pending, setup, unknown. Without it, all but prompts and unknown are shown.

With --linked, sessions of the same id in other recordings of the same agent are listed, too.

\b
Examples:
  acp-inspect state                             the newest recording, at its end
  acp-inspect state bug-17 --at 214-1           before event 214
  acp-inspect state bug-17 --only tools,notices
  acp-inspect state bug-17 --json | jq '.sessions[].messages[].text'

Exit codes: 0 shown, 2 no such recording, moment or session, 3 newer format, 4 the disk refused.
"""


@click.command("state", help=_HELP)
@recording_argument()
@moment_option()
@click.option("--session", "-s", metavar="ID", help="Only this session: its id, the beginning of it, or its letter.")
@click.option("--only", metavar="PART,…", help="Only these parts.")
@click.option("--linked", is_flag=True, help="List the other recordings of these sessions.")
@click.option("--full", is_flag=True, help="Cut no long text.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, see docs/reference/state-json.md.")
@click.option("--schema", metavar="DIR", help="Read the traffic by the official schema files of this folder.")
@click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True, help="Use colours."
)
def command(
    reference: str | None,
    at: str | None,
    session: str | None,
    only: str | None,
    linked: bool,
    full: bool,
    as_json: bool,
    schema: str | None,
    color: str,
) -> None:
    """Print it."""
    import os

    from acp_inspect.commands.sections_print import print_sections
    from acp_inspect.commands.state_at import connection_at, letters_of, session_called, surfaces_from
    from acp_inspect.errors import UsageError
    from acp_inspect.protocol.overview import draw_connection, draw_session
    from acp_inspect.views.state import StateView
    from acp_inspect.views.state_json import state_json
    from acp_inspect.views.state_text import state_sections

    parts = _parts(only, everything=as_json)
    surfaces = surfaces_from(schema)
    with open_recording(reference) as recording:
        moment = moment_of(recording, at, "state: --at")
        connection = connection_at(recording, moment.seq, surfaces)
        letters = letters_of(recording, [connection])
        chosen = list(letters) if session is None else [session_called(letters, session, "state: --session")]
        path = recording.path
    pictures = tuple(picture for one in chosen if (picture := draw_session(connection, one)) is not None)
    if session is not None and not pictures:
        raise UsageError(f"state: --session {session}: nothing is known of it at moment {moment.seq}; it comes later")
    links = _links(path, chosen, surfaces) if linked else None
    shown_path = os.fsencode(path).decode(errors="replace")
    view = StateView(shown_path, moment, draw_connection(connection), pictures, letters, parts, links)
    if as_json:
        click.echo(state_json(view))
    else:
        print_sections(state_sections(view, full=full), color)


def _parts(only: str | None, *, everything: bool) -> Collection[str]:
    """The parts that `--only` names. Raises UsageError."""
    import difflib

    from acp_inspect.errors import UsageError
    from acp_inspect.views.state import PARTS, SHOWN

    if only is None:
        return list(PARTS) if everything else SHOWN
    parts = [part.strip() for part in only.split(",") if part.strip()]
    for part in parts:
        if part not in PARTS:
            near = difflib.get_close_matches(part, PARTS, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise UsageError(f"state: --only {part}: there is no such part{hint}; the parts are {', '.join(PARTS)}")
    if not parts:
        raise UsageError(f"state: --only: name at least one part of {', '.join(PARTS)}")
    return parts


def _links(path: Path, sessions: Sequence[str], surfaces: Surfaces | None) -> tuple[LinkView, ...]:
    import os

    from acp_inspect.store.linked import known_in, linked
    from acp_inspect.views.state import LinkView

    links = linked(path, sessions)
    known = known_in(links, surfaces)
    return tuple(
        LinkView(
            link.session,
            link.name,
            os.fsencode(link.info.path).decode(errors="replace"),
            link.info.started_at,
            link.earlier,
            link.row.first,
            link.row.last,
            link.row.events,
            link.row.prompts,
            None if told is None else len(told.messages),
            () if told is None else told.notices,
        )
        for link, told in zip(links, known, strict=True)
    )
