"""The command line of `acp-inspect record`, read by hand: argparse alone would cost more than the tee's whole start."""

import os

USAGE = "acp-inspect record [--output PATH] [--name NAME] [--tag TAG]... [--no-stderr] [--quiet] -- AGENT [ARG...]"


JOURNAL_SUFFIX = ".journal"
"""The journal of the recording PATH is PATH + this."""


class Misuse(Exception):
    """The command line makes no sense; the text says why and what to write, in one line."""


class Options:
    """What the user asked for."""

    __slots__ = ("agent", "name", "output", "quiet", "stderr", "tags")

    def __init__(self) -> None:
        self.agent: list[str] = []
        """The agent's command with its arguments, never empty."""
        self.output = ""
        """Where the recording goes; empty = a file of its own in the data folder."""
        self.name = ""
        self.tags: list[str] = []
        self.stderr = True
        self.quiet = False


def own(arguments: list[str]) -> list[str]:
    """Our own part of the command line, which ends at `--`."""
    return arguments[: arguments.index("--")] if "--" in arguments else arguments


def asks_for_help(arguments: list[str]) -> bool:
    """Whether `--help` or `-h` stands among our own options."""
    return "--help" in own(arguments) or "-h" in own(arguments)


def one_line(text: str) -> bytes:
    """`text` as our line for stderr: nothing in it can break the line or steer a terminal."""
    return os.fsencode("".join(c if c.isprintable() else "?" for c in f"acp-inspect: {text}")[:1000]) + b"\n"


def parse(arguments: list[str]) -> Options:
    """The options in `arguments`, which are those after the word `record`. Raises Misuse."""
    options = Options()
    rest = iter(arguments)
    for argument in rest:
        option, equals, value = argument.partition("=")
        if argument == "--":
            options.agent = list(rest)
            if not options.agent or not options.agent[0]:
                raise Misuse("no agent command after --")
            return options
        if argument == "--no-stderr":
            options.stderr = False
        elif argument == "--quiet":
            options.quiet = True
        elif option in ("--output", "--name", "--tag"):
            if not equals:
                value = next(rest, "--")
            if not value or (value == "--" and not equals):
                raise Misuse(f"{option} needs a value")
            if option == "--tag":
                options.tags.append(value)
            elif option == "--name":
                options.name = value
            else:
                options.output = value
        elif argument.startswith("-"):
            raise Misuse(f"unknown option {argument} (the agent's own options go after --)")
        else:
            raise Misuse(f"put -- before the agent's command {argument}")
    raise Misuse("no agent command: end the options with -- and write the command after it")
