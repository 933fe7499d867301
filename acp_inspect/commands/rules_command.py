"""`rules`: list what is checked."""

from __future__ import annotations

import click

_HELP = """List the rules.

One a line: level, id, side at fault, versions, what is wrong.

\b
Examples:
  acp-inspect rules --side client --level error
  acp-inspect rules --group notice --json

\b
Exit codes:
  0 listed, 2 misuse
"""


@click.command("rules", help=_HELP)
@click.option("--side", type=click.Choice(["client", "agent"]), help="Only rules about one side.")
@click.option("--level", type=click.Choice(["error", "warning", "info"]), help="Only this level.")
@click.option("--version", type=click.Choice(["1", "2"]), help="Only rules that hold in this protocol version.")
@click.option("--group", metavar="GROUP", help="Only the rules of a group, such as notice.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(side: str | None, level: str | None, version: str | None, group: str | None, as_json: bool) -> None:
    """List them."""
    import orjson

    from acp_inspect.errors import UsageError
    from acp_inspect.rules.page import read_page
    from acp_inspect.rules.registry import all_rules
    from acp_inspect.views.finding import GLYPHS

    groups = {rule.group for rule in all_rules()}
    if group is not None and group not in groups:
        raise UsageError(f"rules: --group {group}: there is no such group; the groups are {', '.join(sorted(groups))}")
    for rule in all_rules():
        if (
            (side is not None and rule.side is not None and rule.side.value != side)
            or (level is not None and rule.level.value != level)
            or (version is not None and int(version) not in rule.versions)
            or (group is not None and rule.group != group)
        ):
            continue
        summary = read_page(rule.page).summary
        fault = "either" if rule.side is None else rule.side.value
        if as_json:
            fields = {
                "rule": rule.id,
                "level": rule.level.value,
                "side": fault,
                "versions": sorted(rule.versions),
                "stable": rule.stable,
                "pedantic": rule.pedantic,
                "dialects": sorted(dialect.value for dialect in rule.dialects),
                "sources": rule.sources,
                "tck": rule.tck,
                "summary": summary,
            }
            click.echo(orjson.dumps(fields).decode())
        else:
            versions = "v" + "+".join(map(str, sorted(rule.versions)))
            marks = (" (unstable)" if not rule.stable else "") + (" (pedantic)" if rule.pedantic else "")
            click.echo(f"{GLYPHS[rule.level.value]} {rule.id:<42} {fault:<7} {versions:<5} {summary}{marks}")
