"""What the demo is about: a small project with a failing test, and the words in which the sample agent mends it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

GREETING = "greeting.py"
TEST = "test_greeting.py"

BROKEN = '''"""Greets people."""


def greet(name):
    return "Hello " + name
'''

MENDED = '''"""Greets people."""


def greet(name):
    return f"Hello, {name}! 👋"
'''

FILES = {
    GREETING: BROKEN,
    TEST: '''"""A greeting has a comma, a name and a hand."""

import unittest

from greeting import greet


class GreetingTest(unittest.TestCase):
    def test_greets_zoe(self):
        self.assertEqual(greet("Zoë"), "Hello, Zoë! 👋")

    def test_greets_the_world(self):
        self.assertEqual(greet("世界"), "Hello, 世界! 👋")
''',
}

RUN_TESTS = ("python3", "-m", "unittest")

THOUGHTS = ("The test fails. ", "I should run it first, ", "then read what it tests.")
OPENING = ("Grüß dich! ", "I will run the tests, ", "read the code ", "and mend it. 👋\n")
CLOSING = (
    "Done: `greet` now says **Hello, Zoë! 👋** and both tests pass. ",
    "Shown as it is, I hope: [bold red]no markup[/bold red], <b>no tag</b>, ",
    "\x1b[31mno colour\x1b[0m, 1 < 2 && 3 > 2, naïve café, 你好, مرحبا.\n",
)
REFUSED = ("As you like: ", "I left greeting.py as it was.\n")
STEPS = ("Run the tests", "Mend greet()", "Run the tests again")
TITLE = "Mend the greeting"
NOTICE = {
    "severity": "warning",
    "title": "sample-large is busy",
    "description": "sample-small answers until it is free again.",
}

WARNING = "[warn] sample-large answered 529 (busy), asking sample-small"

COMMANDS = {
    "fix": "Mend the failing test: tool calls, a permission, a terminal, a notice",
    "slow": "Count slowly, to be cancelled",
    "watch": "Start a command in the background (ACP v2)",
    "faults": "Break the protocol on purpose",
}


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the actors take. `scale` 1 is made for the eye, a small one for tests."""

    scale: float = 1.0

    def pause(self, seconds: float) -> None:
        """Wait as long as `seconds` take at this pace."""
        time.sleep(seconds * self.scale)


def log(line: str) -> None:
    """Write a line to stderr, where an agent's log belongs."""
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def unpack(folder: Path) -> None:
    """Write the project into `folder`."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")


def start_command(command: tuple[str, ...], cwd: str) -> subprocess.Popen[bytes]:
    """Run a command of the demo, stdout and stderr in one pipe."""
    # The interpreter that runs us comes first, so that `python3` is one that exists.
    path = os.path.dirname(sys.executable) + os.pathsep + os.environ.get("PATH", os.defpath)
    return subprocess.Popen(
        command,
        cwd=cwd,
        env=os.environ | {"PATH": path, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def command_of(prompt: list[dict[str, object]]) -> tuple[str, str]:
    """The slash command at the start of a prompt and what follows it; an empty command for ordinary words."""
    text = "".join(str(block.get("text", "")) for block in prompt)
    if not text.startswith("/"):
        return "", text
    command, _, rest = text[1:].partition(" ")
    return command, rest
