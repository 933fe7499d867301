"""`diff-state`: what changed between two moments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from acp_inspect.commands.choose import complete_recording, open_recording
from acp_inspect.commands.moment import MOMENT_HELP, moment_of

if TYPE_CHECKING:
    from acp_inspect.protocol.connection import Connection
    from acp_inspect.protocol.surface import Surfaces
    from acp_inspect.store.reader import Recording

_HELP = f"""Show what changed between two moments.

With one moment, what its event changed; with two, what the second has and the first has not. What was appended to a
text is shown alone.

{MOMENT_HELP}

With --json, one object: from, to, and changes. Each change has session, kind, key, member (null: the whole entity),
change (came, went, set, unset, changed, appended), old and new, or for what was appended: appended, and the length
before. Kinds and members are those of `state --json`; docs/reference/state-json.md lists them.

\b
Examples:
  acp-inspect diff-state bug-17 214
  acp-inspect diff-state bug-17 +10 +12.5
  acp-inspect diff-state 1 200 last --json | jq '.changes[] | select(.kind == "tool_call")'

Exit codes: 0 shown, 2 no such recording, moment or session, 3 newer format, 4 the disk refused.
"""


@click.command("diff-state", help=_HELP)
@click.argument("reference", metavar="REC", shell_complete=complete_recording)
@click.argument("moment", metavar="N")
@click.argument("other", metavar="[M]", required=False)
@click.option("--session", "-s", metavar="ID", help="Only this session: its id, the beginning of it, or its letter.")
@click.option("--full", is_flag=True, help="Tell every change, however many there are.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--schema", metavar="DIR", help="Read the traffic by the official schema files of this folder.")
@click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True, help="Use colours."
)
def command(
    reference: str,
    moment: str,
    other: str | None,
    session: str | None,
    full: bool,
    as_json: bool,
    schema: str | None,
    color: str,
) -> None:
    """Print it."""
    from acp_inspect.commands.sections_print import print_sections
    from acp_inspect.commands.state_at import letters_of, session_called, surfaces_from
    from acp_inspect.errors import UsageError
    from acp_inspect.protocol.change import changes
    from acp_inspect.views.change import change_sections, changes_json

    surfaces = surfaces_from(schema)
    with open_recording(reference) as recording:
        if other is not None:
            before = moment_of(recording, moment, "diff-state:")
            after = moment_of(recording, other, "diff-state:")
        else:
            after = moment_of(recording, moment, "diff-state:")
            if after.seq == 0:
                raise UsageError(f"diff-state: {moment}: before moment 0 there is nothing to compare it with")
            before = moment_of(recording, str(after.seq - 1), "diff-state:")
        states = _at(recording, before.seq, after.seq, surfaces)
        letters = letters_of(recording, states)
        only = None if session is None else session_called(letters, session, "diff-state: --session")
    found = [change for change in changes(*states) if only is None or change.session == only]
    if as_json:
        click.echo(changes_json(before, after, found))
    else:
        print_sections(change_sections(before, after, found, letters, full=full), color)


def _at(recording: Recording, first: int, second: int, surfaces: Surfaces | None) -> tuple[Connection, Connection]:
    """The connections at two moments, of one pass, so that they share what they have in common."""
    from acp_inspect.protocol.connection import new_connection
    from acp_inspect.store.moments import steps_to

    connection = new_connection(surfaces)
    found = {0: connection}
    for seq, taken in enumerate(steps_to(recording, max(first, second), surfaces), 1):
        if seq in (first, second):
            found[seq] = taken.after
    return found.get(first, connection), found.get(second, connection)
