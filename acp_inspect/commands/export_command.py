"""`export`: a recording in another form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from acp_inspect.commands.choose import find_recording, recording_argument
from acp_inspect.commands.filtering import Searching, filter_of, filter_option, judged_before

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acp_inspect.store.reader import Recording
    from acp_inspect.views.filter import Filter

_HELP = """Write a recording as jsonl, a transcript, or raw bytes.

\b
jsonl  one object a line: {"t": seconds, "dir": c2a|a2c|stderr|exit|control, "raw": the line}
acp    a transcript that reads well in a diff and in a bug report
raw    the exact bytes of one stream, and nothing else

With a filter, only the lines with an event that meets it are written. In jsonl and acp, a gap stands where messages are
left out, so that `check` does not take them for missing.

What jsonl or acp holds can be imported again with nothing lost. Nothing is redacted: look before you send it.

\b
Examples:
  acp-inspect export --format jsonl -o run.jsonl
  acp-inspect export bug-17 --format acp | less
  acp-inspect export --format jsonl --filter 'session:A not stderr' -o a.jsonl
  acp-inspect export 2 --format raw --stream a2c | head -c 1000

\b
Exit codes:
  0 written, 2 no such recording, the file exists, or a wrong filter, 3 newer format, 4 the disk refused
"""


@click.command("export", help=_HELP)
@recording_argument()
@click.option("--format", "form", type=click.Choice(["jsonl", "acp", "raw"]), required=True, help="What to write.")
@click.option(
    "--stream",
    type=click.Choice(["c2a", "a2c", "stderr"]),
    help="For raw: Client to Agent, Agent to Client, or the Agent's stderr.",
)
@filter_option("Write only the lines with events")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to FILE; - and default: stdout."
)
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def command(
    reference: str | None, form: str, stream: str | None, filter_text: str | None, output: Path | None, force: bool
) -> None:
    """Write it."""
    import sys

    from acp_inspect.commands.writing import write_file, write_stdout
    from acp_inspect.errors import UsageError
    from acp_inspect.store.reader import Recording

    if form == "raw" and stream is None:
        raise UsageError("export: raw is one stream's bytes; say which with --stream c2a, a2c or stderr")
    if form != "raw" and stream is not None:
        raise UsageError(f"export: --stream is for --format raw; {form} holds all streams")
    if form == "raw" and output is None and sys.stdout.isatty():
        raise UsageError("export: raw bytes may upset the terminal; use -o FILE, a pipe, or -o - to have them here")
    where = filter_of("export", [filter_text])
    path = find_recording(reference)
    judged_before(path, where)
    with Recording.open(path) as recording:
        searching = Searching(recording.count())
        chunks = _chunks(recording, form, stream, where, searching.at)
        if output is None or str(output) == "-":
            write_stdout(chunks)
        else:
            write_file(output, chunks, force=force)
        searching.clear()


def _chunks(
    recording: Recording, form: str, stream: str | None, where: Filter | None, told: Callable[[int], None]
) -> Iterator[bytes]:
    from acp_inspect.export import acp, jsonl, raw
    from acp_inspect.wire.framing import Stream

    if stream is not None:
        return raw.export(recording, Stream.of_word(stream), where, told)
    return acp.export(recording, where, told) if form == "acp" else jsonl.export(recording, where, told)
