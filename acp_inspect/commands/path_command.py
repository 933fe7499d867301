"""`path`: where a recording's file is."""

from __future__ import annotations

import click

from acp_inspect.commands.choose import find_recording, recording_argument

_HELP = """Print the path of a recording's file.

The file is complete: what a killed recorder left in its journal is brought in first.

\b
Examples:
  acp-inspect path                         the newest one
  cp "$(acp-inspect path bug-17)" .        take a copy along
  sqlite3 "$(acp-inspect path)" 'SELECT * FROM timeline'

Exit codes: 0 printed, 2 no such recording, 4 the disk refused.
"""


@click.command("path", help=_HELP)
@recording_argument()
def command(reference: str | None) -> None:
    """Print the path."""
    click.echo(find_recording(reference))
