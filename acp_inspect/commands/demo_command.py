"""`demo`: a sample agent and a scripted client, recorded through the real tee."""

from __future__ import annotations

import click

_HELP = """Record a sample agent and client, and show the result.

Both really speak ACP over stdio; no model and no network is needed. In a terminal the viewer opens on the recording,
else its timeline is printed.

\b
Examples:
  acp-inspect demo
  acp-inspect demo --v2 --no-view

Exit codes: 0 shown, 1 a conversation failed, 2 misuse.
"""


@click.command("demo", help=_HELP)
@click.option("--v2", is_flag=True, help="Let them speak version 2 of the protocol.")
@click.option(
    "--scenario",
    type=click.Choice(["tour", "faults", "both"]),
    default="both",
    show_default=True,
    help="A session as it should be, an agent that breaks the protocol, or both.",
)
@click.option("--no-view", is_flag=True, help="Print the timelines, also in a terminal.")
@click.option("--fast", is_flag=True, help="Do not wait as people and models do.")
@click.pass_context
def command(context: click.Context, v2: bool, scenario: str, no_view: bool, fast: bool) -> None:
    """Run the demo."""
    from acp_inspect.demo.run import main

    flags = {"--v2": v2, "--no-view": no_view, "--fast": fast}
    context.exit(main(["--scenario", scenario, *(flag for flag, given in flags.items() if given)]))
