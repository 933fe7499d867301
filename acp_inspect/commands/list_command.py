"""`list`: the recordings there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.table import Table

    from acp_inspect.store.library import Entry
    from acp_inspect.store.rows import RecordingInfo

_HELP = """List the recordings, the newest first.

# is the number by which other commands know a recording; ● marks one that is being made now. Recordings that a killed
recorder left unfinished are finished first. What is piped has no lines cut. Under findings, the signs ✖ ▲ ⓘ stand for
errors, warnings and information; – means that the rules have not seen all of it yet (show, view and check let them).

With --json, one object a line: number, path, name, tags, source, argv, started_at (seconds since 1970), duration
(seconds), live, complete, end, exit_code, signal, client, client_version, agent, agent_version, protocol, counts,
findings (number by level), judged (number of the last event that the rules have seen), and trouble, the reason why a
file cannot be read.

\b
Examples:
  acp-inspect list
  acp-inspect list --json | jq -r 'select(.exit_code != 0) | .path'

Exit codes: 0 listed, 4 the disk refused.
"""


@click.command("list", help=_HELP)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(as_json: bool) -> None:
    """List them."""
    from acp_inspect.store.library import library_folder, list_recordings

    entries = list_recordings()
    if as_json:
        for entry in entries:
            click.echo(_json(entry))
    elif entries:
        _print(entries)
    else:
        click.echo(
            f"There are no recordings in {library_folder()} yet; `acp-inspect record -- AGENT` makes one.", err=True
        )


def _print(entries: Iterable[Entry]) -> None:
    import sys

    from rich.console import Console

    piped = not sys.stdout.isatty()
    console = Console(width=10_000 if piped else None, highlight=False, markup=False, emoji=False)
    # Rich would answer a closed pipe in its own way.
    with console.capture() as captured:
        console.print(_table(entries), soft_wrap=piped)
    click.echo(captured.get(), nl=False)


def _table(entries: Iterable[Entry]) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in ("#", "when", "name", "agent", "client", "ACP", "sessions", "messages", "findings", "duration", "end"):
        number = title in ("#", "sessions", "messages", "duration")
        table.add_column(
            title,
            justify="right" if number else "left",
            no_wrap=True,
            overflow="ellipsis",
            min_width=len(title) if number or title in ("when", "ACP") else 4,
        )
    for entry in entries:
        table.add_row(*(Text(cell, style=_style(entry)) for cell in _cells(entry)))
    return table


def _style(entry: Entry) -> str:
    if entry.info is None:
        return "red"
    return "bold" if entry.info.live else ""


def _cells(entry: Entry) -> list[str]:
    from acp_inspect.views.units import UNKNOWN, duration
    from acp_inspect.views.visible import visible

    info = entry.info
    if info is None:
        return [str(entry.number), UNKNOWN, visible(entry.path.stem), visible(entry.trouble or "cannot be read")]
    agent = _label(info.agent, info.agent_version) or (info.argv[0].rsplit("/", 1)[-1] if info.argv else UNKNOWN)
    return [
        str(entry.number),
        _when(info.started_at),
        visible(info.name or entry.path.stem),
        visible(agent),
        visible(_label(info.client, info.client_version) or UNKNOWN),
        f"v{info.version}" if info.version is not None else UNKNOWN,
        f"{info.counts.sessions:,}",
        f"{info.counts.messages:,}",
        _findings(info),
        duration(info.duration),
        visible(f"● {info.end}" if info.live else info.end),
    ]


def _findings(info: RecordingInfo) -> str:
    from acp_inspect.views.finding import marks
    from acp_inspect.views.units import UNKNOWN

    if info.findings:
        return "".join(piece.text for piece in marks(info.findings)).rstrip()
    return "none" if info.judged >= info.counts.events else UNKNOWN


def _label(name: str | None, version: str | None) -> str:
    return " ".join(word for word in (name, version) if word)


def _when(started_at: int | None) -> str:
    from datetime import datetime

    from acp_inspect.views.units import UNKNOWN

    if started_at is None:
        return UNKNOWN
    try:
        return datetime.fromtimestamp(started_at / 1e9).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, ValueError, OSError):
        return UNKNOWN


def _json(entry: Entry) -> str:
    import dataclasses
    import os

    import orjson

    from acp_inspect.views.visible import printable_json

    fields: dict[str, object] = {
        "number": entry.number,
        "path": os.fsencode(entry.path).decode(errors="replace"),
        "trouble": entry.trouble,
    }
    info = entry.info
    if info is not None:
        fields |= {
            "name": info.name,
            "tags": info.tags,
            "source": info.source,
            "argv": info.argv,
            "started_at": None if info.started_at is None else info.started_at / 1e9,
            "duration": None if info.duration is None else info.duration / 1e9,
            "live": info.live,
            "complete": info.complete,
            "end": info.end,
            "exit_code": info.exit_code,
            "signal": info.signal,
            "client": info.client,
            "client_version": info.client_version,
            "agent": info.agent,
            "agent_version": info.agent_version,
            "protocol": info.version,
            "counts": dataclasses.asdict(info.counts),
            "findings": info.findings,
            "judged": info.judged,
        }
    return printable_json(orjson.dumps(fields).decode())
