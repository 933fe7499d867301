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


GENERATORS: Final[tuple[Callable[[], Iterator[Page]], ...]] = (command_line,)

OWNED_FOLDERS: Final[tuple[str, ...]] = ()
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
