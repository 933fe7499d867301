"""`show`: a recording's timeline on stdout."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from acp_inspect.commands.choose import find_recording, recording_argument
from acp_inspect.commands.filtering import complete_filter, filter_of, filter_option, split_terms

if TYPE_CHECKING:
    from acp_inspect.store.reader import Recording

_HELP = """Print a recording's timeline, one line an event.

The columns: number, seconds since the start, seconds since the line before, who spoke (━━▶ the Client, ◀━━ the Agent,
◀── the Agent's stderr, ═══ the recorder), kind, method or kind of update, a letter for the session, how long the answer
took and what came of it (or → the request it answers), summary. Unknown times are –. Before the summary stand the
numbers of findings of an event, by level: ✖ errors, ▲ warnings, ⓘ information (see `acp-inspect check`).

The words behind REC are a filter: only the events that meet it are printed. REC may be left out before one with an
operator, such as status:error. `acp-inspect filters` explains the language.

In a terminal, lines are cut to its width; what is piped is whole and without colours. Text from the wire is shown as
text: control characters appear as symbols.

\b
Examples:
  acp-inspect show                          the newest recording
  acp-inspect show bug-17 --from 200 --to 260
  acp-inspect show bug-17 --from +12.5 --full
  acp-inspect show status:error             what failed in the newest recording
  acp-inspect show bug-17 'latency:>1s or stderr' 'not session:B'
  acp-inspect show --follow                 while it is being made
  acp-inspect show --level warning          what broke a rule, and how
  acp-inspect show --json | jq 'select(.kind == "malformed")'
  acp-inspect show --color always | less -R

\b
Exit codes:
  0 shown, 2 no such recording, or a wrong filter, 3 newer format, 4 the disk refused, 130 interrupted
"""


@click.command("show", help=_HELP)
@recording_argument()
@click.argument("terms", nargs=-1, metavar="[FILTER]...", shell_complete=complete_filter)
@filter_option("Show only the events")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, with the parsed message.")
@click.option("--follow", "-f", is_flag=True, help="Wait for more while the recording is being made.")
@click.option("--from", "start", metavar="N|+S", help="Begin with event N, or at S seconds.")
@click.option("--to", "end", metavar="N|+S", help="End with event N, or at S seconds.")
@click.option("--raw", is_flag=True, help="Print each line as it crossed, below its event.")
@click.option("--full", is_flag=True, help="Print each message laid out, below its event, and its findings.")
@click.option("--findings", is_flag=True, help="Only events with findings, and the findings below them.")
@click.option(
    "--level",
    type=click.Choice(["error", "warning", "info"]),
    help="The same, and of the findings only those of this level or above.",
)
@click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True, help="Use colours."
)
def command(
    reference: str | None,
    terms: tuple[str, ...],
    filter_text: str | None,
    as_json: bool,
    follow: bool,
    start: str | None,
    end: str | None,
    raw: bool,
    full: bool,
    findings: bool,
    level: str | None,
    color: str,
) -> None:
    """Print it."""
    from acp_inspect.commands.judged import judge_first
    from acp_inspect.commands.paint import has_colours, terminal_width
    from acp_inspect.commands.timeline_print import Look, TimelinePrinter
    from acp_inspect.rules.declare import Level
    from acp_inspect.store.reader import Recording

    only = None if level is None and not findings else Level(level or "info")
    look = Look(as_json, raw, full, has_colours(color), terminal_width(), only)
    reference, text = split_terms(reference, terms)
    where = filter_of("show", [text, filter_text])
    path = find_recording(reference)
    judge_first(path)
    with Recording.open(path) as recording:
        first = _number(recording, start, "--from", beginning=True) or 1
        last = _number(recording, end, "--to", beginning=False)
        printer = TimelinePrinter(recording, look, first, where)
        printer.print_to(last)
        if follow:
            printer.follow(last)


def _number(recording: Recording, text: str | None, option: str, *, beginning: bool) -> int | None:
    """The event's number that `--from` or `--to` means."""
    from decimal import Decimal, InvalidOperation

    from acp_inspect.errors import UsageError

    if text is None:
        return None
    if not text.startswith("+"):
        if not (text.isascii() and text.isdigit() and len(text) < 19):
            raise UsageError(f"show: {option} {text}: expected the number of an event, or + and seconds, as in +12.5")
        return int(text)
    try:
        at = int(Decimal(text[1:]).scaleb(9))
        if not 0 <= at < 2**63:
            raise ValueError(text)
    except (InvalidOperation, ValueError, OverflowError):
        raise UsageError(f"show: {option} {text}: expected seconds after the +, as in +12.5") from None
    if not recording.info().timed:
        raise UsageError(f"show: {option} {text}: this recording has no times; give the number of an event")
    return recording.seq_at(at - 1) + 1 if beginning else recording.seq_at(at)
