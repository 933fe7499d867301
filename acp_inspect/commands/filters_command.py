"""`filters`: the filter language explained."""

from __future__ import annotations

import click

_HELP = """Explain the language of filters, with all its operators.

`show`, `export` and `check` take a filter, and the viewer has a line for one.

Exit codes: 0 printed.
"""


@click.command("filters", help=_HELP)
def command() -> None:
    """Print it."""
    from acp_inspect.views.filter_language.page import filter_help

    for line in filter_help():
        click.echo(line)
