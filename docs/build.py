"""Make the generated pages of the documentation, or check that they are up to date.

    python -m docs.build            write them
    python -m docs.build --check    say which differ, exit code 1 if any does

A page comes from a generator: a function that yields paths, relative to this folder, with their texts. A file that a
generator's folder holds and no generator yields is out of date too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).resolve().parent

Page = tuple[str, str]


def command_line() -> Iterator[Page]:
    """cli.md: the help of every command, as the program prints it."""
    import click

    from acp_inspect.cli import COMMANDS, PROGRAM, program

    def helped(command: click.Command, parent: click.Context | None, name: str) -> tuple[click.Context, str]:
        context = click.Context(
            command, parent=parent, info_name=name, terminal_width=90, help_option_names=["-h", "--help"]
        )
        return context, "\n".join(line.rstrip() for line in command.get_help(context).splitlines())

    top, text = helped(program, None, PROGRAM)
    parts = [f"# Command line\n\nGenerated from the program's own help by `docs/build.py`.\n\n```text\n{text}\n```\n"]
    for name in COMMANDS:
        command = program.get_command(top, name)
        assert command is not None
        parts.append(f"\n## {name}\n\n```text\n{helped(command, top, name)[1]}\n```\n")
    yield "cli.md", "".join(parts)


def filters() -> Iterator[Page]:
    """reference/filter.md: the filter language, from its tables."""
    from acp_inspect.views.filter_language.page import filter_page

    yield "reference/filter.md", filter_page()


def rule_pages() -> Iterator[Page]:
    """rules/GROUP/NAME.md: the page of every rule; rules/index.md, which lists them; and what their examples share."""
    from acp_inspect.rules.beginnings import BEGINNINGS
    from acp_inspect.rules.page import read_page
    from acp_inspect.rules.registry import all_rules
    from acp_inspect.views.rule_page import page_markdown

    groups: dict[str, list[str]] = {}
    for rule in all_rules():
        yield f"rules/{rule.id}.md", page_markdown(rule)
        side = "either" if rule.side is None else rule.side.value.capitalize()
        versions = ", ".join(f"v{version}" for version in sorted(rule.versions))
        marks = ("" if rule.stable else " *(unstable)*") + (" *(pedantic)*" if rule.pedantic else "")
        summary = read_page(rule.page).summary.replace("|", "\\|")
        name = rule.id.partition("/")[2]
        groups.setdefault(rule.group, []).append(
            f"| [{name}]({rule.id}.md) | {rule.level.value} | {side} | {versions} | {summary}{marks} |\n"
        )
    count = sum(map(len, groups.values()))
    parts = [_RULES_HEAD.format(count=count, groups=len(groups))]
    parts += [f"[{group}](#{group})" + (" ·\n" if group != max(groups) else "\n") for group in groups]
    for group, rows in groups.items():
        parts.append(f"\n## {group}\n\n| rule | level | side | versions | what is wrong |\n|---|---|---|---|---|\n")
        parts += rows
    yield "rules/index.md", "".join(parts)
    yield (
        "rules/beginnings.md",
        _BEGINNINGS_HEAD + "".join(f"\n## {name}\n\n```acp\n{text}```\n" for name, text in BEGINNINGS.items()),
    )


_RULES_HEAD: Final = """\
# Rules

Generated from the rules themselves by `docs/build.py`. {count} rules in {groups} groups; `acp-inspect check` runs them,
`acp-inspect rule GROUP/NAME` prints a page. A name leads to its page: what is wrong, why it matters, what to do
instead, and exchanges that break and keep it. Exchanges are transcripts: `C` before what the Client sends, `A` before
what the Agent sends, `!` behind that on the lines that are reported. `after v1-session` means that the messages of
that [beginning](beginnings.md) came first.

The level follows the specification's word: **error** for a MUST that the messages decide, **warning** for a SHOULD, or
for what a tolerant receiver repairs or drops, **info** for what is legal but worth knowing. A single finding may weigh
less or more than its rule where its page says so. *Unstable* rules are about surface that the specification marks as
such; *pedantic* ones run with `--pedantic` only.

"""

_BEGINNINGS_HEAD: Final = """\
# Beginnings of examples

Generated from `acp_inspect/rules/beginnings.py` by `docs/build.py`. An example of a rule's page that says `after NAME`
goes on where this exchange ends.
"""

GENERATORS: Final[tuple[Callable[[], Iterator[Page]], ...]] = (command_line, filters, rule_pages)

OWNED_FOLDERS: Final[tuple[str, ...]] = ("rules",)
"""Folders that hold generated pages and nothing else."""


def pages() -> dict[Path, str]:
    """Every generated page by its path."""
    return {DOCS / path: text for generator in GENERATORS for path, text in generator()}


def stale(generated: dict[Path, str]) -> list[Path]:
    """The files that differ from what they should be, or should not be there."""
    differing = [path for path, text in generated.items() if not path.is_file() or path.read_text("utf-8") != text]
    present = (path for folder in OWNED_FOLDERS for path in (DOCS / folder).rglob("*") if path.is_file())
    return differing + [path for path in present if path not in generated]


def main(arguments: list[str]) -> int:
    """Write the pages, or with `--check` only compare them; the exit code."""
    generated = pages()
    outdated = stale(generated)
    if arguments == ["--check"]:
        for path in outdated:
            sys.stderr.write(f"{path.relative_to(DOCS.parent)} is out of date; `python -m docs.build` makes it\n")
        return 1 if outdated else 0
    for path in outdated:
        if path in generated:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(generated[path], "utf-8")
        else:
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
