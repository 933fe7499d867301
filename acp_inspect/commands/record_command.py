"""`record`: here only for help and completion. The work is in `record.tee`, which reads its arguments by itself."""

from __future__ import annotations

import click

_HELP = """Stand between a client and its agent, and record what they say.

Put it where the agent's command stood in the configuration of an editor: every byte passes unchanged, both ways, and is
kept in a recording, the agent's stderr included. It ends as the agent ends: with its exit code, or by its signal.
What cannot be recorded is passed on all the same. Nothing is printed on stdout, and at most one line on stderr.

\b
Exit codes:
  of the agent; 127 its command was not found, 126 it cannot be run, 2 misuse

\b
Examples:
  acp-inspect record -- my-agent --acp
  acp-inspect record --name bug-17 --tag slow -- my-agent --acp
  acp-inspect record --output ./run.acprec -- python agent.py
"""


@click.command("record", help=_HELP, options_metavar="[OPTIONS] --")
@click.option("--output", type=click.Path(), metavar="PATH", help="Record to this file, not to the library.")
@click.option("--name", metavar="NAME", help="A name to find the recording by.")
@click.option("--tag", metavar="TAG", multiple=True, help="A word to remember it by; may be given again.")
@click.option("--no-stderr", is_flag=True, help="Let the agent's stderr pass unrecorded.")
@click.option("--quiet", is_flag=True, help="Print nothing at all, not even when recording fails.")
@click.argument("agent", nargs=-1, required=True, metavar="AGENT [ARGUMENT]...", type=click.UNPROCESSED)
def command(**_: object) -> None:
    """Hand over to the tee, for the rare caller that comes through click."""
    import sys

    from acp_inspect.record.tee import main

    main(sys.argv[sys.argv.index("record") + 1 :])
