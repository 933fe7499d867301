"""What may be typed next."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.rules.registry import all_rules
from acp_inspect.views.filter import Filter, read_filter
from acp_inspect.views.filter_language.complete import Known, complete, known_names
from acp_inspect.views.filter_language.operators import FLAGS, OPERATORS

KNOWN = Known(
    {"session/prompt": "v1 method", "session/update": "v1 method", "fs/read_text_file": "v1 method"},
    {"tool_call": "v1 update", "plan": "v1 update"},
    {"notice/replayed": "Sent again.", "notice/ungated": "Not asked for."},
    ("019c-a", "two words"),
)


def offered(text: str) -> tuple[str, list[str]]:
    """For a text with `|` as its cursor: what a candidate takes the place of, and the candidates."""
    cursor = text.index("|")
    text = text.replace("|", "", 1)
    found = complete(text, cursor, KNOWN)
    return text[found.start : found.end], [candidate.text for candidate in found.candidates]


@pytest.mark.parametrize(
    ("text", "taken", "candidates"),
    [
        ("st|", "st", ["status:", "stderr"]),
        ("not st|at kind:x", "stat", ["status:", "stderr"]),
        ("(st|", "st", ["status:", "stderr"]),
        ("status:er|", "er", ["error"]),
        ("status:|", "", ["ok", "error", "cancelled", "late", "duplicate", "orphan", "pending"]),
        ("status:ok,p|", "p", ["pending", "duplicate", "orphan"]),
        ("status:o|k,late", "ok", ["ok", "orphan", "error"]),
        ("outcome:la|", "la", ["late"]),
        ("method:prom|", "prom", ["session/prompt"]),
        ("a method:session/|", "session/", ["session/prompt", "session/update"]),
        ("update:|", "", ["tool_call", "plan"]),
        ("finding:rep|", "rep", ["notice/replayed"]),
        ("session:|", "", ["A", "B", "019c-a", '"two words"']),
        ('session:"two w|', '"two w', ['"two words"']),
        ('session:"|', '"', ["A", "B", "019c-a", '"two words"']),
        ("latency:|", "", [">500ms", "1s..1m30s"]),
        ("stat:x|", "stat:", ["status:"]),
        ("zzz|", "zzz", []),
    ],
)
def test_what_fits_is_offered(text: str, taken: str, candidates: list[str]) -> None:
    was, found = offered(text)
    assert found == candidates
    assert was == taken


def test_an_empty_filter_offers_everything_that_may_begin_one() -> None:
    _, found = offered("a |")
    assert found == [*(f"{name}:" for name in OPERATORS), *FLAGS, "not", "or"]


@given(st.text('st:a, ()"\\!', max_size=12), st.integers(0, 12))
def test_completing_never_fails(text: str, cursor: int) -> None:
    cursor = min(cursor, len(text))
    found = complete(text, cursor, KNOWN)
    assert 0 <= found.start <= found.end <= len(text)


def test_every_value_that_is_offered_is_right() -> None:
    for name in OPERATORS:
        for candidate in complete(f"{name}:", len(name) + 1, KNOWN).candidates:
            assert isinstance(read_filter(f"{name}:{candidate.text}"), Filter)


def test_the_known_names_are_those_of_both_versions_and_all_rules() -> None:
    known = known_names()
    assert known.methods["session/prompt"] == "v1, v2 method"
    assert known.updates["agent_message_chunk"] == "v1, v2 update"
    assert set(known.rules) == {rule.id for rule in all_rules()}
    assert all(known.rules.values())
