"""`record`, as the help describes it and the tee reads it."""

from __future__ import annotations

import click
import pytest

from acp_inspect.commands.record_command import command
from acp_inspect.record.options import Misuse, parse


def declared() -> dict[str, click.Option]:
    return {
        name: option
        for option in command.params
        if isinstance(option, click.Option) and not option.hidden
        for name in option.opts
    }


@pytest.mark.parametrize("name", declared())
def test_the_tee_knows_every_option_that_the_help_shows(name: str) -> None:
    value = [] if declared()[name].is_flag else ["value"]
    parsed = parse([name, *value, "--", "agent"])
    assert parsed.agent == ["agent"]


def test_the_help_shows_every_option_that_the_tee_knows() -> None:
    from acp_inspect.record.options import USAGE

    assert {
        word for word in USAGE.replace("[", " ").replace("]", " ").split() if word.startswith("--") and word != "--"
    } == set(declared())


def test_options_of_both_are_refused_by_both() -> None:
    with pytest.raises(Misuse):
        parse(["--nope", "--", "agent"])
    assert "--nope" not in declared()
