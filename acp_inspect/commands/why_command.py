"""`why`: what a connection waits for, and on whose side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from acp_inspect.commands.choose import open_recording, recording_argument
from acp_inspect.commands.moment import MOMENT_HELP, moment_of, moment_option

if TYPE_CHECKING:
    from acp_inspect.store.reader import Recording
    from acp_inspect.views.state import Moment

_HELP = f"""Say what a connection waits for, and on whose side.

The question of a conversation that hangs: which requests are open, since when and on whose side, what the last
progress was, whether the user is being asked, whether a stream has ended or the agent is gone.

{MOMENT_HELP}

Lines that could not be read and answers that nobody asked for are named, where one of them may be the answer that is
missed. A recording that is still being made is judged as of now.

With --json, one object: moment, of, t, live, state, closed, reason (gone, user, client, agent, blocked; null = nothing
is open), requests, working, tools, heard. docs/reference/state-json.md describes them.

\b
Examples:
  acp-inspect why                    the newest recording, at its end
  acp-inspect why bug-17 --at +12.5
  acp-inspect why --json | jq -r .reason

Exit codes: 0 answered, 2 no such recording or moment, 3 newer format, 4 the disk refused.
"""


@click.command("why", help=_HELP)
@recording_argument()
@moment_option()
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--schema", metavar="DIR", help="Read the traffic by the official schema files of this folder.")
@click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True, help="Use colours."
)
def command(reference: str | None, at: str | None, as_json: bool, schema: str | None, color: str) -> None:
    """Print it."""
    from acp_inspect.commands.sections_print import print_sections
    from acp_inspect.commands.state_at import letters_of, surfaces_from
    from acp_inspect.protocol.connection import new_connection
    from acp_inspect.protocol.overview import draw_connection
    from acp_inspect.protocol.waiting import standstill
    from acp_inspect.store.moments import steps_to
    from acp_inspect.trace.progress import Progress, followed
    from acp_inspect.views.why import WhyView, why_json, why_sections

    surfaces = surfaces_from(schema)
    with open_recording(reference) as recording:
        moment = moment_of(recording, at, "why: --at")
        connection, progress = new_connection(surfaces), Progress()
        for taken in steps_to(recording, moment.seq, surfaces):
            connection = taken.after
            progress = followed(progress, taken.event)
        letters = letters_of(recording, [connection])
        live = moment.seq == moment.of and recording.info().live
        if live:
            moment = _now(recording, moment)
    view = WhyView(moment, live, draw_connection(connection), standstill(connection, progress), progress, letters)
    if as_json:
        click.echo(why_json(view))
    else:
        print_sections(why_sections(view), color)


def _now(recording: Recording, moment: Moment) -> Moment:
    """The moment with the time that has passed since the start until now."""
    import time

    started_at = recording.info().started_at
    return moment if started_at is None else moment._replace(at=max(moment.at, time.time_ns() - started_at))
