"""The explanations hold all there is."""

from __future__ import annotations

from acp_inspect.views.filter import Filter, read_filter
from acp_inspect.views.filter_language.operators import FLAGS, OPERATORS
from acp_inspect.views.filter_language.page import _RULES, filter_help, filter_page


def test_the_help_names_every_operator_and_fits_a_terminal() -> None:
    lines = list(filter_help())
    text = "\n".join(lines)
    for name in OPERATORS:
        assert f"\n  {name}:" in text
    for name in FLAGS:
        assert f"\n  {name} " in text
    assert max(map(len, lines)) <= 100


def test_the_page_names_every_operator_and_word() -> None:
    page = filter_page()
    for operator in OPERATORS.values():
        assert f"| `{operator.name}:` |" in page
        for word in operator.choices:
            assert f"| `{word}` |" in page


def test_what_the_explanation_shows_is_right() -> None:
    for example, _ in _RULES:
        assert isinstance(read_filter(example), Filter), example
