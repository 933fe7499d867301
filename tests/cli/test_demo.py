"""`demo`, as the help describes it and the demo reads it."""

from __future__ import annotations

import re

import click
import pytest

from acp_inspect.commands.demo_command import command
from acp_inspect.demo import run as demo
from tests.cli.conftest import Program


def test_the_help_shows_the_options_that_the_demo_knows(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        demo.main(["--help"])
    known = set(re.findall(r"^  (--[a-z0-9-]+)", capsys.readouterr().out, re.MULTILINE))
    assert known == {name for option in command.params if isinstance(option, click.Option) for name in option.opts}


def test_options_are_passed_on_and_the_exit_code_back(cli: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[list[str]] = []

    def main(arguments: list[str]) -> int:
        given.append(arguments)
        return 1

    monkeypatch.setattr(demo, "main", main)
    assert cli("demo", "--v2", "--fast", "--scenario", "tour").code == 1
    assert given == [["--scenario", "tour", "--v2", "--fast"]]
    assert cli("demo", "--scenario", "nope").code == 2
