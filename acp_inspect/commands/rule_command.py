"""`rule`: explain one rule."""

from __future__ import annotations

import click

_HELP = """Explain a rule.

Prints its page: what is wrong, why it matters, what to do instead, and exchanges that break and keep it.

\b
Examples:
  acp-inspect rule notice/ungated

\b
Exit codes:
  0 printed, 2 there is no such rule
"""


@click.command("rule", help=_HELP)
@click.argument("rule_id", metavar="ID", shell_complete=lambda *given: _complete(given[2]))
def command(rule_id: str) -> None:
    """Print it."""
    import sys
    from difflib import get_close_matches

    from acp_inspect.errors import UsageError
    from acp_inspect.rules.registry import rules_by_id
    from acp_inspect.views.rule_page import page_markdown

    rule = rules_by_id().get(rule_id)
    if rule is None:
        near = get_close_matches(rule_id, rules_by_id(), 3)
        hint = f"; did you mean {', '.join(near)}?" if near else "; `acp-inspect rules` lists them"
        raise UsageError(f"rule: there is no rule {rule_id}{hint}")
    text = page_markdown(rule)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        click.echo(text, nl=False)


def _complete(incomplete: str) -> list[str]:
    from acp_inspect.rules.registry import rules_by_id

    return [rule for rule in rules_by_id() if rule.startswith(incomplete)]
