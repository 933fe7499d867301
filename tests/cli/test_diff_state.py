"""`diff-state`: what changed between two moments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Program

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def tour(cli: Program, home: Path) -> None:
    ran = cli("import", ROOT / "recordings" / "v1" / "tour.acp", "--name", "tour")
    assert ran.code == 0, ran.err


def test_what_an_event_changed(cli: Program) -> None:
    assert cli("diff-state", "tour", "92") == (
        0,
        """\
From moment 91 to 92  4.440 s to 4.440 s

Session A sess_c34c8fea1ad2
        message     agent:~12  + agent “1 ”
""",
        "",
    )
    assert "content + “2 ”  after 1 item" in cli("diff-state", "tour", "93").out


def test_between_two_moments_both_ways(cli: Program) -> None:
    there = json.loads(cli("diff-state", "tour", "20", "+1.5", "--json").out)
    back = json.loads(cli("diff-state", "tour", "+1.5", "20", "--json").out)
    assert (there["from"], there["to"], back["from"]) == (20, 32, 32)
    names = [{(change["kind"], change["key"], change["member"]) for change in found["changes"]} for found in (there, back)]  # fmt: skip
    assert names[0] == names[1]
    assert ("tool_call", "call_1", None) in names[0]
    assert [change["change"] for change in back["changes"] if change["key"] == "call_1"] == ["went"]


def test_nothing_changed_between_a_moment_and_itself(cli: Program) -> None:
    assert cli("diff-state", "tour", "50", "50").out == "From moment 50 to 50  2.935 s to 2.935 s  nothing changed\n"


def test_only_a_session(cli: Program) -> None:
    everything = json.loads(cli("diff-state", "tour", "0", "last", "--json").out)["changes"]
    some = json.loads(cli("diff-state", "tour", "0", "last", "--session", "A", "--json").out)["changes"]
    assert some == [change for change in everything if change["session"] == "sess_c34c8fea1ad2"]
    assert len(some) < len(everything)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["0"], "before moment 0 there is nothing to compare it with"),
        (["102"], "the recording has no moment 102"),
        (["1", "x"], "diff-state: x: expected the number of an event"),
        (["1", "2", "--session", "nope"], "there is no such session"),
        ([], "missing argument"),
    ],
)
def test_mistakes(cli: Program, arguments: list[str], told: str) -> None:
    ran = cli("diff-state", "tour", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert ran.err.count("\n") == 1
