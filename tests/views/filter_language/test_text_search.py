"""Whether a line says a text, however it is spelt."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.views.filter_language.text_search import decoded, marks, says


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b'{"message":"Rate Limit exceeded"}\n', "rate limit"),
        (b'{"message":"rate limit"}\n', "RATE LIMIT"),
        ('{"a":"Café"}'.encode(), "café"),
        ('{"a":"CAFÉ"}'.encode(), "café"),
        (rb'{"a":"caf\u00e9"}', "café"),
        (rb'{"a":"CAF\u00C9"}', "café"),
        (rb'{"a":"say \"hi\""}', 'say "hi"'),
        (rb'{"a":"a\/b"}', "a/b"),
        (rb'{"a":"C:\\temp"}', "c:\\temp"),
        (rb'{"a":"one\ntwo"}', "one\ntwo"),
        (rb'{"a":"\u003chtml\u003E"}', "<HTML>"),
        (rb'{"a":"\ud83d\ude00!"}', "\U0001f600!"),
        ('{"a":"\U0001f600"}'.encode(), "\U0001f600"),
        (b"\xff\xfe warning \x00 after", "AFTER"),
        (b'{"jsonrpc":"2.0"}', '"jsonrpc":"2.0"'),
        (rb'{"a":"one\ntwo"}', r"one\ntwo"),
    ],
)
def test_it_says_so(raw: bytes, text: str) -> None:
    assert says(raw, text)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b'{"message":"rate  limit"}', "rate limit"),
        (b"caf\xc3\xa8", "café"),
        (rb"caf\u00e8", "café"),
        (rb"\ud83d", "\U0001f600"),
        (b"", "a"),
    ],
)
def test_it_does_not(raw: bytes, text: str) -> None:
    assert not says(raw, text)


_TEXTS = st.text(st.sampled_from('aBé"\\/\n\t\x7f\U0001f600 '), max_size=8)


@given(_TEXTS, _TEXTS, _TEXTS, st.booleans())
def test_a_string_that_json_wrote_says_every_part_of_itself(
    before: str, part: str, after: str, ascii_only: bool
) -> None:
    raw = json.dumps({"text": before + part + after}, ensure_ascii=ascii_only).encode()
    assert says(raw, part)
    assert says(raw, part.upper())


@given(st.text(st.sampled_from('ab\\u0061nrt"/dDcC8'), max_size=20))
def test_decoding_never_fails_and_leaves_what_is_no_escape(text: str) -> None:
    assert says(text.encode(), decoded(text))


def test_half_of_a_pair_is_no_character() -> None:
    assert decoded(r"\ud83d \ude00 \ud83dx") == "\ufffd \ufffd \ufffdx"
    assert decoded(r"\u12 \x \ud83d\u0041") == "\\u12 \\x \ufffdA"


def test_marks_are_where_the_texts_stand() -> None:
    assert marks("Rate limit: rate", ("rate", "rate limit")) == [(0, 10), (12, 16)]
    assert marks("a.b axb", ("a.b",)) == [(0, 3)]
    assert marks("text", ()) == []
