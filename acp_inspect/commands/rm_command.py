"""`rm`: remove recordings."""

from __future__ import annotations

import click

from acp_inspect.commands.choose import complete_recording

_HELP = """Remove recordings, with their journals.

Asks first, unless --yes is given. One that is still being made is only removed with --force; its traffic goes on, but
is then recorded nowhere.

\b
Examples:
  acp-inspect rm bug-17
  acp-inspect rm --yes 1 2 3

Exit codes: 0 removed, 1 not confirmed, 2 no such recording or still being made, 4 the disk refused.
"""


@click.command("rm", help=_HELP)
@click.argument("references", nargs=-1, required=True, metavar="REC...", shell_complete=complete_recording)
@click.option("--yes", "-y", is_flag=True, help="Do not ask.")
@click.option("--force", is_flag=True, help="Remove even one that is still being made.")
@click.pass_context
def command(context: click.Context, references: tuple[str, ...], yes: bool, force: bool) -> None:
    """Find all of them first, so that numbers mean what they meant when the command was typed."""
    from acp_inspect.errors import UsageError
    from acp_inspect.store.library import find
    from acp_inspect.store.removal import refuse_foreign, refuse_live, remove
    from acp_inspect.views.visible import visible

    paths = list(dict.fromkeys(find(reference) for reference in references))
    for path in paths:
        refuse_foreign(path)
        refuse_live(path, force=force)
    if not yes:
        import sys

        if not sys.stdin.isatty():
            raise UsageError("rm: nobody is there to ask; --yes removes without asking")
        for path in paths:
            click.echo(visible(str(path)), err=True)
        what = "this recording" if len(paths) == 1 else f"these {len(paths)} recordings"
        if not click.confirm(f"Remove {what}?", err=True):
            context.exit(1)
    for path in paths:
        remove(path)
        click.echo(f"removed {visible(str(path))}", err=True)
