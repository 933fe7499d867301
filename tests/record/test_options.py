"""The hand-read command line."""

from __future__ import annotations

import pytest

from acp_inspect.record.options import Misuse, asks_for_help, parse


def test_all_options() -> None:
    line = [
        "--name",
        "n",
        "--tag=a=b",
        "--tag",
        "-x",
        "--output",
        "p",
        "--no-stderr",
        "--quiet",
        "--",
        "ag",
        "--",
        "-h",
    ]
    options = parse(line)
    assert (options.name, options.tags, options.output) == ("n", ["a=b", "-x"], "p")
    assert (options.stderr, options.quiet, options.agent) == (False, True, ["ag", "--", "-h"])


def test_nothing_but_the_agent() -> None:
    options = parse(["--", "agent"])
    assert (options.name, options.tags, options.output) == ("", [], "")
    assert (options.stderr, options.quiet, options.agent) == (True, False, ["agent"])


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ([], "no agent command: end the options with --"),
        (["--"], "no agent command after --"),
        (["--", ""], "no agent command after --"),
        (["agent", "--acp"], "put -- before the agent's command agent"),
        (["--quite", "--", "a"], "unknown option --quite"),
        (["--quiet=1", "--", "a"], "unknown option --quiet=1"),
        (["--name"], "--name needs a value"),
        (["--name", "--", "a"], "--name needs a value"),
        (["--tag=", "--", "a"], "--tag needs a value"),
        (["--output", "", "--", "a"], "--output needs a value"),
    ],
)
def test_misuse(line: list[str], says: str) -> None:
    with pytest.raises(Misuse) as caught:
        parse(line)
    assert str(caught.value).startswith(says)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "asks"),
    [(["--help"], True), (["-h", "--", "a"], True), (["--", "a", "--help"], False), ([], False), (["a"], False)],
)
def test_help_is_asked_for_before_the_agent(line: list[str], asks: bool) -> None:
    assert asks_for_help(line) is asks
