"""Lisp data, read."""

from __future__ import annotations

from itertools import count

import pytest

from acp_inspect.importers import lisp
from acp_inspect.importers.lisp import LispError, as_json, read_lisp
from acp_inspect.wire.json_text import Json


def _null(parent: str, name: str) -> Json:
    return None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("nil", None),
        (":null", None),
        ("t", True),
        (":false", False),
        ("12", 12),
        ("-1.5e3", -1500.0),
        ("symbol", "symbol"),
        (r'"a \"b\" \\ é\n\x41"', 'a "b" \\ é\nA'),
        ('"two\nlines"', "two\nlines"),
        ("[]", []),
        ('["a" [1] nil]', ["a", [1], None]),
        ("((a . 1) (b . nil) (c) (d . [2]))", {"a": 1, "b": None, "c": None, "d": [2]}),
        ("((a . ((b . 1))))", {"a": {"b": 1}}),
        ("((a (b . 1)))", {"a": {"b": 1}}),
        ("((a . 1) (a . 2))", {"a": 1}),
        ("(:a 1 :b nil)", {"a": 1, "b": None}),
        ('("a" "b")', ["a", "b"]),
        ("((a (b) (c . [nil])))", {"a": {"b": None, "c": [None]}}),
        ("((a . #1=((x . 1))) (b . #1#))", {"a": {"x": 1}, "b": {"x": 1}}),
        ("; words\n ( ( a . 1 ) ) ; more", {"a": 1}),
        (r"((session\ id . 1) (a.b . 2))", {"session id": 1, "a.b": 2}),
    ],
)
def test_data_become_json(text: str, value: Json) -> None:
    assert as_json(read_lisp(text), _null) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(",
        ")",
        "(1 . 2 3)",
        "(1 .",
        '"open',
        "#1=(a . #1#)",
        "#2#",
        "#s(hash-table)",
        "'quoted",
        "(" * 100_000,
        "[" * 100_000,
        "(a . " * 100_000,
        "#1=" * 100_000,
        "1e999",
    ],
    ids=count(),
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(LispError):
        as_json(read_lisp(text), _null)


def test_shared_values_cannot_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lisp, "MOST_VALUES", 10_000)
    doubled = "".join(f"#{n + 1}=[#{n}# #{n}#] " for n in range(1, 60))
    with pytest.raises(LispError, match="comes to more than 10,000 values"):
        as_json(read_lisp(f"[#1=[1] {doubled}]"), _null)


def test_what_nil_stands_for_is_asked_by_name() -> None:
    asked: list[tuple[str, str]] = []

    def nil(parent: str, name: str) -> Json:
        return asked.append((parent, name))

    as_json(read_lisp("((a (b) (c . [nil ((d))])) (e))"), nil)
    assert asked == [("a", "b"), ("c", ""), ("", "d"), ("", "e")]
