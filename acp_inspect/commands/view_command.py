"""`view`: the viewer in the terminal."""

from __future__ import annotations

import click

from acp_inspect.commands.choose import complete_recording

_HELP = """Open the viewer.

Without REC it opens the list of recordings. A recording that is still being made is followed. Press ? in the viewer for
its keys.

\b
Examples:
  acp-inspect view
  acp-inspect view 1                 the newest one
  acp-inspect view ./run.acprec

Exit codes: 0 closed, 2 no such recording or no terminal, 3 newer format, 4 the disk refused.
"""


@click.command("view", help=_HELP)
@click.argument("reference", metavar="[REC]", required=False, shell_complete=complete_recording)
def command(reference: str | None) -> None:
    """Start the application."""
    import sys

    from acp_inspect.errors import UsageError

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("view needs a terminal; `acp-inspect show` prints the timeline anywhere")
    from acp_inspect.commands.export_to import export_to
    from acp_inspect.tui.app import run

    run(reference, export_to)
