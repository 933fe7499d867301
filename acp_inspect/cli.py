"""The command line: finds the command, and turns every failure into one line and an exit code.

A command's module is imported when the command is called, so that `--help` and completion stay quick.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

import click

from acp_inspect.errors import AcpInspectError
from acp_inspect.version import VERSION

PROGRAM: Final = "acp-inspect"

COMMANDS: Final = {
    "record": "Stand between a client and its agent, and record what they say.",
    "list": "List the recordings, the newest first.",
    "show": "Print a recording's timeline, one line an event.",
    "view": "Open the viewer.",
    "check": "Judge traffic by the rules of the protocol, for both sides.",
    "filters": "Explain the language of filters, with all its operators.",
    "rules": "List the rules.",
    "rule": "Explain a rule.",
    "state": "Show what the Client holds at a moment: messages, tool calls, notices, plans.",
    "diff-state": "Show what changed between two moments.",
    "why": "Say what a connection waits for, and on whose side.",
    "import": "Make recordings of traffic that something else captured.",
    "export": "Write a recording as jsonl, a transcript, or raw bytes.",
    "path": "Print the path of a recording's file.",
    "rm": "Remove recordings, with their journals.",
    "prune": "Remove recordings that are older than AGE, and print their paths.",
    "demo": "Record a sample agent and client, and show the result.",
    "completion": "Print the script that completes commands in a shell.",
}
"""Command → its first line of help, so that listing the commands imports none of them."""

_COMPLETION: Final = "_ACP_INSPECT_COMPLETE"
"""The variable in which a shell asks for completions, see `commands.completion_command`."""

INTERRUPTED: Final = 130
OUTPUT_CLOSED: Final = 141

_EPILOG: Final = """\b
Exit codes:
  0    done
  1    something of ours failed
  2    the command was asked for something it cannot do
  3    the recording was made by a newer acp-inspect
  4    the disk or the database refused
  130  interrupted
  141  whoever read the output stopped reading
`record` ends as the agent ends: with its exit code, or by its signal.

\b
Recordings are kept in the user data folder, or in $ACP_INSPECT_HOME.
REC names one: a name or the beginning of one, a number (1 is the newest),
a path, or the id of an ACP session in it.

\b
Examples:
  acp-inspect record -- my-agent --acp    in place of `my-agent --acp`
  acp-inspect view                        look at the newest recording
  acp-inspect show 2 --from +12.5         the second newest, from 12.5 s on
"""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"acp_inspect.commands.{cmd_name.replace('-', '_')}_command")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"there is no command {args[0]!r}; the commands are {', '.join(COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Commands,
    epilog=_EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    no_args_is_help=True,
)
@click.version_option(VERSION, message="%(prog)s %(version)s")
def program() -> None:
    """Record, show and examine the traffic between ACP clients and agents."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command in `arguments` (else in `sys.argv`), then end the process with its exit code."""
    _prepare_output()
    code = run(sys.argv[1:] if arguments is None else list(arguments))
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run a command; its exit code. What goes wrong is one line on stderr."""
    try:
        code = _invoke(arguments)
        sys.stdout.flush()
        return code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return error.exit_code
    except click.ClickException as error:
        return _fail(_usage(error), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _silence_output()
        return INTERRUPTED
    except BrokenPipeError:
        _silence_output()
        return OUTPUT_CLOSED
    except AcpInspectError as error:
        return _fail(str(error), error.exit_code)
    except OSError as error:
        where = f"{os.fsdecode(error.filename)}: " if error.filename else ""
        _silence_output()
        return _fail(f"{where}{error.strerror or error}", 4)
    except Exception as error:
        if os.environ.get("ACP_INSPECT_DEBUG"):
            raise
        return _fail(f"this is a fault of acp-inspect: {error!r}; with ACP_INSPECT_DEBUG=1 it tells more", 1)


def _invoke(arguments: list[str]) -> int:
    if _COMPLETION in os.environ:
        program.main(arguments, prog_name=PROGRAM)
    try:
        # Not `main`: it would answer a closed pipe and an interrupt in its own way.
        with program.make_context(PROGRAM, arguments) as context:
            program.invoke(context)
    except click.exceptions.Exit as error:
        return error.exit_code
    return 0


def _usage(error: click.ClickException) -> str:
    """Click's message as one line, with the way to the help."""
    message = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    command = context.command_path if isinstance(context, click.Context) else PROGRAM
    where = command.removeprefix(PROGRAM).strip()
    return f"{where + ': ' if where else ''}{message[:1].lower()}{message[1:]}; see `{command} --help`"


def _fail(message: str, code: int) -> int:
    from acp_inspect.views.visible import visible

    click.echo(f"{PROGRAM}: {visible(message)}", err=True)
    return code


def _prepare_output() -> None:
    # A terminal that cannot show a character gets its escape, never an error.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _silence_output() -> None:
    """Let the interpreter's last flush go nowhere, where otherwise it would fail again."""
    try:
        stdout = sys.stdout.fileno()
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stdout)
        os.close(null)
    except (OSError, ValueError):
        return
