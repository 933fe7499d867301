"""Every rule's page is true: its bad lines are reported, its good exchanges are not, and nothing else is."""

from __future__ import annotations

import pytest

from acp_inspect.rules.declare import Dialect, Level, Rule
from acp_inspect.rules.judge import Choice
from acp_inspect.rules.page import Example, read_page
from acp_inspect.rules.registry import all_rules
from tests.rules.judging import lines_reported

RULES = all_rules()


def _choice(rule: Rule) -> Choice:
    """The usual dialect, or one of those that the rule is about."""
    return Choice(dialect=Dialect.NOVEMBER if Dialect.NOVEMBER in rule.dialects else min(rule.dialects))


EXAMPLES = [(rule, example) for rule in RULES for example in read_page(rule.page).examples]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_page_says_what_why_and_instead_and_has_examples(rule: Rule) -> None:
    page = read_page(rule.page)
    assert page.summary.endswith(".")
    assert len(page.summary) < 300
    assert "## Why it matters" in page.text
    assert "## Instead" in page.text
    assert any(example.bad for example in page.examples)
    assert any(not example.bad for example in page.examples)
    assert page.text.count("```acp ") == len(page.examples)
    assert rule.sources
    assert all(source.strip() for source in rule.sources)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_what_a_rule_goes_over_exists(rule: Rule) -> None:
    assert set(rule.over) <= {other.id for other in RULES} - {rule.id}


@pytest.mark.parametrize(("rule", "example"), EXAMPLES, ids=lambda value: getattr(value, "id", None) or "example")
def test_an_example_is_reported_on_its_marked_lines_and_nowhere_else(rule: Rule, example: Example) -> None:
    marked = [number for number, entry in enumerate(example.entries, 1) if entry.marked]
    assert bool(marked) == example.bad
    assert lines_reported(example.entries, rule, _choice(rule)) == marked


@pytest.mark.parametrize(("rule", "example"), EXAMPLES, ids=lambda value: getattr(value, "id", None) or "example")
def test_no_other_rule_finds_fault_with_a_good_example(rule: Rule, example: Example) -> None:
    if not example.bad:
        assert lines_reported(example.entries, None, _choice(rule), at_least=Level.WARNING) == []
