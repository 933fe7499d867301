"""What is shown of a value in a problem: short, printable, whatever the value is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.protocol.problem import LONGEST_FOUND, Effect, Fault, ProblemKind, found
from acp_inspect.wire.json_text import ExactNumber, Json


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (5, "5"),
        (1.5, "1.5"),
        (ExactNumber("1.0"), "1.0"),
        ("a", '"a"'),
        ("a\x1b[31m\u202e\n", '"a\\u001b[31m\\u202e\\n"'),
        ("é", '"é"'),
        ({}, "an empty object"),
        ({"a": 1}, "an object"),
        ([], "an empty array"),
        ([1, 2], "an array of 2"),
        (10**200, "an integer of 665 bits"),
        ("x" * 100, '"' + "x" * (LONGEST_FOUND - 2) + "…"),
        (ExactNumber("1" * 5_000), "1" * (LONGEST_FOUND - 1) + "…"),
    ],
)
def test_found_says_what_a_value_is(value: Json, text: str) -> None:
    assert found(value) == text


@given(st.text())
def test_found_is_printable(text: str) -> None:
    assert found(text).isprintable()


def test_a_fault_climbs_to_a_pointer() -> None:
    fault = Fault(ProblemKind.WRONG_TYPE, "a string", "5")
    fault.path += ["a/b", 3, "~c"]
    problem = fault.problem()
    assert (problem.pointer, problem.reach) == ("/~0c/3/a~1b", "")


def test_a_salvaged_fault_reaches_as_far_as_the_member_that_pays() -> None:
    fault = Fault(ProblemKind.WRONG_TYPE, "a string", "5", Effect.SALVAGED)
    fault.path.append("inner")
    fault.below = 1
    fault.path += ["paid", "root"]
    assert fault.problem().reach == "/root/paid"
