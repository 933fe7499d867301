"""Regular expressions in forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.rules.patterns import is_broken, may_match


@pytest.mark.parametrize("pattern", ["[a-z", "(", "a)", "*a", "a**", "[z-a]", "a\\"])
def test_what_no_language_reads_is_broken(pattern: str) -> None:
    assert is_broken(pattern)


@pytest.mark.parametrize(
    "pattern",
    ["", "^[a-z]+$", r"(?<year>\d{4})-\k<year>", r"\p{L}+", r"\u{1F600}", "[]", "[^]", "(?<=a+)b", "[[a-z]--[b]]", "{"],
)
def test_what_one_of_the_two_languages_reads_is_not(pattern: str) -> None:
    assert not is_broken(pattern)


def test_plain_patterns_are_matched() -> None:
    assert may_match("^[a-z]+$", "abc")
    assert not may_match("^[a-z]+$", "ABC")


@pytest.mark.parametrize(
    ("pattern", "text"),
    [("(a+)+$", "b"), ("a*a*a*b", "c"), ("^a$", "b" * 101), ("[[x]]", "y"), ("[", "a"), (r"\p{L}", "1")],
)
def test_what_might_run_for_long_or_mean_something_else_may_match(pattern: str, text: str) -> None:
    assert may_match(pattern, text)


@given(st.text(alphabet="ab01[](){}^$*+?|\\.-:<>=!pPuk,&~ ", max_size=40), st.text(max_size=20))
def test_any_pattern_has_an_answer(pattern: str, text: str) -> None:
    assert is_broken(pattern) in (True, False)
    assert may_match(pattern, text) in (True, False)
