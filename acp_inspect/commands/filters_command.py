"""`filters`: the filter language explained."""

from __future__ import annotations

import click

_HELP = """Explain the language of filters, with all its operators.

`show`, `export` and `check` take a filter.

\b
Examples:
  acp-inspect filters
  acp-inspect show 'status:error or latency:>5s'
  acp-inspect show bug-17 update:tool_call* session:A
  acp-inspect check --filter 'not session:B' run.jsonl

Exit codes: 0 printed.
"""


@click.command("filters", help=_HELP)
def command() -> None:
    """Print it."""
    from acp_inspect.views.filter_language.page import filter_help

    for line in filter_help():
        click.echo(line)
