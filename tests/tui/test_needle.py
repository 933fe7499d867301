"""What a search looks for in a line's bytes, and what it marks."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.tui.needle import needle_of

_TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)


@given(_TEXT, _TEXT, st.booleans())
def test_text_in_a_json_string_is_found_however_it_was_escaped(text: str, around: str, ascii_only: bool) -> None:
    raw = json.dumps({"text": around + text + around}, ensure_ascii=ascii_only).encode()
    assert needle_of(text).is_in(raw)


@given(_TEXT)
def test_text_is_found_in_plain_lines(text: str) -> None:
    assert needle_of(text).is_in(f"stderr: {text}\n".encode())


def test_a_capital_letter_makes_case_count() -> None:
    assert needle_of("rate limit").is_in(b"Rate Limit")
    assert not needle_of("Rate limit").is_in(b"rate limit")
    assert needle_of("Rate").is_in(b"Rate")


def test_what_is_marked_is_the_text_and_no_pattern() -> None:
    assert needle_of("a.b(").pattern.findall("axb( A.B( a.b(") == ["A.B(", "a.b("]
    assert needle_of('say "x"').pattern.findall(r"say \"x\" and say 'x'") == [r"say \"x\""]
