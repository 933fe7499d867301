"""`prune`: remove recordings that are older than is worth keeping."""

from __future__ import annotations

import re
from typing import Final

import click

_HELP = """Remove recordings that are older than AGE, and print their paths.

AGE is a number with s, m, h, d or w: 12h, 30d, 8w. A recording is as old as its start, or, where that is unknown, as
its file. One that is being made is kept. Recordings outside of the library are not looked at.

\b
Examples:
  acp-inspect prune --older-than 30d --dry-run
  acp-inspect prune --older-than 30d

Exit codes: 0 removed or nothing to remove, 2 misuse, 4 the disk refused.
"""

_SECONDS: Final = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


@click.command("prune", help=_HELP)
@click.option("--older-than", "age", metavar="AGE", required=True, help="Remove what is older than this.")
@click.option("--dry-run", "-n", is_flag=True, help="Only print what would be removed.")
def command(age: str, dry_run: bool) -> None:
    """Remove them."""
    import time

    from acp_inspect.store.library import list_recordings
    from acp_inspect.store.removal import is_live, remove, size_of
    from acp_inspect.views.units import count, size
    from acp_inspect.views.visible import visible

    limit = time.time_ns() - seconds_of(age) * 10**9
    removed = freed = 0
    for entry in list_recordings():
        begun = entry.info.started_at if entry.info is not None else None
        try:
            began = begun if begun is not None else entry.path.stat().st_mtime_ns
        except OSError:
            continue
        if began >= limit or is_live(entry.path):
            continue
        freed += size_of(entry.path)
        if not dry_run:
            remove(entry.path)
        click.echo(visible(str(entry.path)))
        removed += 1
    what = f"{count(removed, 'recording')}, {size(freed)}"
    click.echo(f"would remove {what}" if dry_run else f"removed {what}", err=True)


def seconds_of(age: str) -> int:
    """The seconds in an age such as `30d`. Raises UsageError for anything else."""
    from acp_inspect.errors import UsageError

    match = re.fullmatch(r"(\d{1,6})([smhdw])", age, re.ASCII)
    if match is None:
        raise UsageError(f"prune: --older-than {age}: expected a number with s, m, h, d or w, as in 30d")
    return int(match[1]) * _SECONDS[match[2]]
