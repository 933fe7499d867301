"""`import`: recordings out of what something else captured."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acp_inspect.importers.captured import CapturedLine, Source

FORMAT_NAMES: Final = (
    "jsonl",
    "zed",
    "jetbrains",
    "acp-devtools",
    "acp-devtools-db",
    "acpx",
    "acpx-flow",
    "conductor",
    "conductor-debug",
    "sacp-tee",
    "acp-inspector",
    "venikman",
    "acpdbg",
    "vscode-acp",
    "acp-el",
    "toad",
    "acp-tck",
    "lsp-devtools",
    "mcphawk",
    "mcpsnoop",
    "mcp-debugger",
    "acp",
    "ndjson",
)
"""Those of `importers.formats`, which is not loaded before it is needed."""

_HELP = """Make recordings of traffic that something else captured.

Each FILE becomes a recording in the library, and its path is printed. The format is recognised by content:

\b
jsonl            {"t": seconds, "dir": c2a|a2c|stderr|exit, "raw": the line} on each line
zed              what Zed's ACP log copies
jetbrains        acp-transport.log of a JetBrains IDE
acp-devtools     an export of acp-devtools; acp-devtools-db its captures.db
acpx             a session stream of acpx; acpx-flow the events of a flow
conductor        a conductor's --trace; conductor-debug its --debug log
sacp-tee         a log of sacp-tee, raw or JSON
acp-inspector    an acp-inspector-trace
venikman         JSONL of venikman's ACP-inspector
acpdbg           what kandev's acpdbg writes
vscode-acp       the ACP Traffic channel of vscode-acp
acp-el           a .traffic file of acp.el
toad             a log of Toad
acp-tck          a report of acp-tck with transcripts
lsp-devtools, mcphawk, mcpsnoop, mcp-debugger
                 what these recorded of an agent
acp              a transcript: C, A, E or = before each line
ndjson           plain JSON-RPC messages, one a line, both directions mixed; directions
                 are inferred, and a guess is marked in the timeline

A file with several connections makes several recordings. What a format has lost is said in the first line of the
recording; where messages were written anew, rules about their exact bytes stay silent.

Two files that `tee` wrote, one for each direction, make one recording: see the last example. Times that a file does not
have stay unknown.

\b
Examples:
  acp-inspect import capture.jsonl
  acp-inspect import bug.acp --output ./bug.acprec
  zcat old.jsonl.gz | acp-inspect import -
  acp-inspect import --client-to-agent in.ndjson --agent-to-client out.ndjson --stderr err.log

\b
Exit codes:
  0 imported, 2 a file is missing or in no known format, 4 the disk refused.
  With several files the others are imported all the same; the code is the first failure's.
"""


@click.command("import", help=_HELP)
@click.argument("files", nargs=-1, type=click.Path(), metavar="[FILE]...")
@click.option("--client-to-agent", "client", type=click.Path(), metavar="FILE", help="What the Client wrote.")
@click.option("--agent-to-client", "agent", type=click.Path(), metavar="FILE", help="What the Agent wrote to stdout.")
@click.option("--stderr", type=click.Path(), metavar="FILE", help="What the Agent wrote to stderr.")
@click.option("--format", "form", type=click.Choice(FORMAT_NAMES), metavar="NAME", help="Take FILE for this format.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="PATH", help="Make this file, not one in the library."
)
@click.option("--name", metavar="NAME", help="A name to find the recording by; default: the file's.")
@click.option("--tag", "tags", metavar="TAG", multiple=True, help="A word to remember it by; may be given again.")
def command(
    files: tuple[str, ...],
    client: str | None,
    agent: str | None,
    stderr: str | None,
    form: str | None,
    output: Path | None,
    name: str | None,
    tags: tuple[str, ...],
) -> None:
    """Import each of them."""
    from acp_inspect.errors import AcpInspectError, UsageError

    if client is not None or agent is not None or stderr is not None:
        if client is None or agent is None:
            raise UsageError("import: give both --client-to-agent and --agent-to-client; an empty file will do for one")
        if files or form:
            raise UsageError("import: a FILE or --format does not go with --client-to-agent and --agent-to-client")
        click.echo(_import_split(client, agent, stderr, output, name, tags))
        return
    if not files:
        raise UsageError("import: name a file, or - for stdin; `acp-inspect import --help` shows the formats")
    if len(files) > 1 and (output or name):
        raise UsageError("import: --output and --name are for one file")
    failures: list[AcpInspectError] = []
    for file in files:
        try:
            for path in _import_file(file, form, output, name, tags):
                click.echo(path)
        except AcpInspectError as error:
            if len(files) == 1:
                raise
            failures.append(error)
            click.echo(f"acp-inspect: {error}", err=True)
    if failures:
        click.get_current_context().exit(failures[0].exit_code)


def _import_file(
    file: str, form: str | None, output: Path | None, name: str | None, tags: tuple[str, ...]
) -> Iterator[Path]:
    from acp_inspect.errors import UsageError
    from acp_inspect.importers.formats import detect, format_named

    with ExitStack() as stack:
        source = open_source(file, stack)
        format_ = format_named(form) if form else detect(source)
        parts = format_.parts(source)
        if output is not None and len(parts) > 1:
            raise UsageError(
                f"{file}: holds {len(parts)} connections, and each becomes a recording; leave out --output"
            )
        for part in parts:
            ending = f"-{part.name}" if part.name else ""
            stem = _stem(file)
            yield _store(part.lines, stem + ending, output, format_.name, (name or stem) + ending, tags)


def _import_split(
    client: str, agent: str, stderr: str | None, output: Path | None, name: str | None, tags: tuple[str, ...]
) -> Path:
    from acp_inspect.importers.split import read_split

    with ExitStack() as stack:
        errors = None if stderr is None else open_source(stderr, stack)
        lines = read_split(open_source(client, stack), open_source(agent, stack), errors)
        stem = _stem(agent)
        return _store(lines, stem, output, "ndjson", name or stem, tags)


def open_source(file: str, stack: ExitStack) -> Source:
    """The file, at its start and seekable: what comes through a pipe is kept in a temporary file first."""
    import shutil
    import sys
    from tempfile import TemporaryFile

    from acp_inspect.errors import StoreError, UsageError
    from acp_inspect.importers.captured import Source

    name = "stdin" if file == "-" else file
    try:
        opened = sys.stdin.buffer if file == "-" else open(file, "rb")  # noqa: SIM115 - the stack closes it
    except FileNotFoundError:
        raise UsageError(f"{file}: there is no such file") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if file != "-":
        stack.callback(opened.close)
    if opened.seekable() and file != "-":
        return Source(name, opened)
    try:
        spooled = stack.enter_context(TemporaryFile())  # noqa: SIM115 - the stack closes it
        shutil.copyfileobj(opened, spooled)
        spooled.seek(0)
    except OSError as error:
        raise StoreError(f"{name}: no room for a copy: {error.strerror or error}") from None
    return Source(name, spooled)


def _store(
    lines: Iterator[CapturedLine],
    stem: str,
    output: Path | None,
    form: str,
    name: str,
    tags: tuple[str, ...],
) -> Path:
    from acp_inspect.importers.store import place_for, store_lines

    path = place_for(stem) if output is None else output
    store_lines(lines, path, source=form, name=name, tags=tags)
    return path


def _stem(file: str) -> str:
    return "stdin" if file == "-" else Path(file).stem
