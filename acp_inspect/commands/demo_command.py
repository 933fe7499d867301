"""`demo`: a sample agent and a scripted client, recorded through the real tee."""

from __future__ import annotations

import click

_HELP = """Record a sample agent and client, and show the result.

Both really speak ACP over stdio; no model and no network is needed. In a terminal the viewer opens on the recording,
else its timeline is printed. The options are those of the demo itself: see `acp-inspect demo -- --help`.

\b
Examples:
  acp-inspect demo
  acp-inspect demo --v2 --no-view

Exit codes: 0 shown, 1 a conversation failed, 2 misuse.
"""


@click.command("demo", help=_HELP, context_settings={"ignore_unknown_options": True})
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[OPTION]...")
@click.pass_context
def command(context: click.Context, options: tuple[str, ...]) -> None:
    """Run the demo."""
    from acp_inspect.demo.run import main

    context.exit(main(list(options)))
