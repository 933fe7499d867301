"""`check`: judge traffic by the rules of the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from acp_inspect.commands.choose import complete_recording
from acp_inspect.commands.filtering import filter_of, filter_option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acp_inspect.commands.check_config import CheckConfig
    from acp_inspect.export.findings.judged import Judged
    from acp_inspect.protocol.surface import Surfaces

_HELP = """Judge traffic by the rules of the protocol, for both sides.

Each REC is a recording, a file of any format that `import` knows, or - for stdin; without one, the newest recording. A
finding is an error where the specification says MUST and the messages decide it, a warning where it says SHOULD or
something is repaired silently, information where a thing is legal but worth knowing. See `acp-inspect rule ID`.

Settings may stand in acp-inspect.toml, table [check], or in pyproject.toml, table [tool.acp-inspect.check]: only,
ignore, side, fail-on, dialect, pedantic, baseline, schema.

\b
Examples:
  acp-inspect check                              the newest recording
  acp-inspect check capture.jsonl bug.acp
  acp-inspect check --side agent --fail-on warning --format junit capture.jsonl > report.xml
  acp-inspect check --filter 'session:A kind:update'
  acp-inspect check --format json run.jsonl > known.json
  acp-inspect check --baseline known.json run.jsonl

\b
Exit codes:
  0 nothing at or above --fail-on, 1 findings, 2 misuse or unreadable input, 3 newer format, 4 the disk refused
"""


@click.command("check", help=_HELP)
@click.argument("references", nargs=-1, metavar="[REC|FILE|-]...", shell_complete=complete_recording)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "jsonl", "github", "junit", "sarif"]),
    default="text",
    show_default=True,
    help="How to report.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "info", "never"]),
    help="Exit with 1 for findings of this level or above.  [default: error]",
)
@click.option("--only", multiple=True, metavar="RULE|GROUP", help="Run only these; may be given again.")
@click.option("--ignore", multiple=True, metavar="RULE|GROUP", help="Do not run these; may be given again.")
@click.option("--side", type=click.Choice(["client", "agent"]), help="Report only the faults of one side.")
@filter_option("Report only findings about events")
@click.option("--pedantic", is_flag=True, default=None, help="Run the rules too that messages can rarely decide.")
@click.option("--dialect", type=click.Choice(["aug", "nov", "post"]), help="Snapshot of the v2 draft.  [default: nov]")
@click.option("--baseline", metavar="FILE", help="Findings of an earlier --format json: those are not reported.")
@click.option("--schema", metavar="DIR", help="Judge by the official schema files in a folder, not by our own.")
@click.option("--all", "everything", is_flag=True, help="Show every finding whole, not the first few of a rule.")
@click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True, help="Use colours."
)
def command(
    references: tuple[str, ...],
    form: str,
    fail_on: str | None,
    only: tuple[str, ...],
    ignore: tuple[str, ...],
    side: str | None,
    filter_text: str | None,
    pedantic: bool | None,
    dialect: str | None,
    baseline: str | None,
    schema: str | None,
    everything: bool,
    color: str,
) -> None:
    """Judge each of them."""
    from contextlib import ExitStack
    from pathlib import Path

    from acp_inspect.commands.check_config import CheckConfig, find_config
    from acp_inspect.commands.judging import Baseline, Checker
    from acp_inspect.rules.declare import Dialect, Level
    from acp_inspect.rules.judge import Choice, Judge

    given = CheckConfig(only or None, ignore or None, side, fail_on, dialect, pedantic, baseline, schema)
    config = _merged(given, find_config(Path.cwd()))
    _known_rules(config)
    choice = Choice(
        pedantic=bool(config.pedantic),
        dialect=Dialect(config.dialect or "nov"),
        only=frozenset(config.only or ()),
        ignore=frozenset(config.ignore or ()),
    )
    where = filter_of("check", [filter_text])
    checker = Checker(Judge(choice), _surfaces(config.schema), config.side, Baseline.read(config.baseline), where)
    with ExitStack() as stack:
        judged = [checker.check(reference, stack) for reference in references or ("1",)]
        for line in _report(form, judged, everything, color):
            click.echo(line, color=True)
    limit = config.fail_on or "error"
    if limit != "never" and any(finding.level.rank >= Level(limit).rank for one in judged for finding in one.findings):
        click.get_current_context().exit(1)


def _merged(given: CheckConfig, config: CheckConfig) -> CheckConfig:
    from dataclasses import fields, replace

    named = {field.name: getattr(given, field.name) for field in fields(given)}
    return replace(config, **{name: value for name, value in named.items() if value is not None})


def _known_rules(config: CheckConfig) -> None:
    from difflib import get_close_matches

    from acp_inspect.errors import UsageError
    from acp_inspect.rules.registry import all_rules

    known = {rule.id for rule in all_rules()} | {rule.group for rule in all_rules()}
    for option, names in (("only", config.only), ("ignore", config.ignore)):
        for name in names or ():
            if name not in known:
                near = get_close_matches(name, known, 3)
                hint = f"; did you mean {', '.join(near)}?" if near else "; `acp-inspect rules` lists them"
                raise UsageError(f"check: --{option} {name}: there is no such rule or group{hint}")


def _surfaces(folder: str | None) -> Surfaces | None:
    if folder is None:
        return None
    from acp_inspect.commands.schema_folder import surfaces_of

    return surfaces_of(folder)


def _report(form: str, judged: list[Judged], everything: bool, color: str) -> Iterator[str]:
    from acp_inspect.commands.paint import has_colours, painted, terminal_width
    from acp_inspect.export.findings import machine
    from acp_inspect.export.findings.text import text_report

    match form:
        case "json":
            yield from machine.json_report(judged)
        case "jsonl":
            yield from machine.jsonl_report(judged)
        case "github":
            yield from machine.github_report(judged)
        case "junit":
            yield from machine.junit_report(judged)
        case "sarif":
            yield from machine.sarif_report(judged)
        case _:
            colours = has_colours(color)
            for pieces in text_report(judged, terminal_width() or 120, everything):
                yield painted(pieces, 0) if colours else "".join(piece.text for piece in pieces).rstrip()
