"""`completion`: the script that teaches a shell our commands."""

from __future__ import annotations

import click

_HELP = """Print the script that completes commands in a shell.

\b
bash, in ~/.bashrc:
  eval "$(acp-inspect completion bash)"
zsh, in ~/.zshrc:
  eval "$(acp-inspect completion zsh)"
fish:
  acp-inspect completion fish > ~/.config/fish/completions/acp-inspect.fish

Exit codes: 0 printed, 2 another shell.
"""

_VARIABLE = "_ACP_INSPECT_COMPLETE"


@click.command("completion", help=_HELP)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the script."""
    from click.shell_completion import get_completion_class

    complete = get_completion_class(shell)
    assert complete is not None
    completion = complete(context.find_root().command, {}, "acp-inspect", _VARIABLE)
    # Not `source()`: for bash that would run bash first, to ask its version.
    click.echo(completion.source_template % completion.source_vars())
