"""Patterns, and rules that look like them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.views.filter_language.nodes import All, Not, Pattern, Says, Some, nodes_of, rule_meets


@given(st.lists(st.text("ab", max_size=3), min_size=1, max_size=4), st.text("ab", max_size=9))
def test_a_pattern_is_its_pieces_with_anything_between(pieces: list[str], word: str) -> None:
    expected = re.fullmatch(".*".join(pieces), word) is not None
    assert Pattern(tuple(pieces)).meets(word) is expected


def test_the_word_of_a_pattern_is_the_only_one_that_meets_it() -> None:
    assert Pattern(("plan",)).word == "plan"
    assert Pattern(("plan", "")).word is None


@pytest.mark.parametrize(
    ("pieces", "met"),
    [
        (("notice/replayed",), True),
        (("notice",), True),
        (("replayed",), True),
        (("no", ""), True),
        (("re", "ed"), True),
        (("", ""), True),
        (("", "/re", ""), True),
        (("replay",), False),
        (("notice/",), False),
        (("n", "/x"), False),
    ],
)
def test_a_rule_is_met_by_its_id_its_group_or_its_name(pieces: tuple[str, ...], met: bool) -> None:
    assert rule_meets(Pattern(pieces), "notice/replayed") is met


def test_all_nodes_of_a_tree() -> None:
    one, other = Says("a"), Says("b")
    tree = All((Some((one, other)), Not(one)))
    assert nodes_of(tree) == [tree, Some((one, other)), one, other, Not(one), one]
