"""Hostile text made inert."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.views.visible import (
    ELLIPSIS,
    cells_of,
    clip,
    fit,
    printable_json,
    visible,
    visible_bytes,
    visible_lines,
)

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain [red]text[/red] é 日本 🎉", "plain [red]text[/red] é 日本 🎉"),
        ("\x1b[31m\x07\x00", "␛[31m␇␀"),
        ("a\r\n\tb", "a␍␊␉b"),
        ("\x7f\x9b2J", "␡⟨U+009B⟩2J"),
        ("x\u202egpj.exe", "x⟨RLO⟩gpj.exe"),
        ("\u2066\u200b\u200d\ufeff", "⟨LRI⟩⟨ZWSP⟩⟨ZWJ⟩⟨BOM⟩"),
        ("\u2028\u2029", "⟨LS⟩⟨PS⟩"),
        ("\U000e0041", "⟨U+E0041⟩"),
        ("\ud800", "⟨U+D800⟩"),
    ],
)
def test_what_cannot_be_seen_is_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(ANY_TEXT)
def test_no_control_no_bidi_mark_and_no_surrogate_is_left(text: str) -> None:
    for shown in (visible(text), visible_bytes(text.encode(errors="surrogatepass"))):
        shown.encode()
        assert not any(unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp") for one in shown)
        assert not any(unicodedata.bidirectional(one) in ("RLO", "LRO", "RLE", "LRE", "PDF", "RLI") for one in shown)


@given(ANY_TEXT)
def test_lines_keep_their_newlines_and_nothing_else(text: str) -> None:
    assert visible_lines(text).split("\n") == [visible(line) for line in text.split("\n")]


@given(st.binary())
def test_bytes_show_as_text_whatever_they_are(raw: bytes) -> None:
    shown = visible_bytes(raw)
    assert "\n" not in shown
    shown.encode()


def test_bytes_of_no_character_show_as_hexadecimal() -> None:
    assert visible_bytes(b"ok \xff\xc3\xa9\xed\xa0\x80") == "ok ⟨ff⟩é⟨ed⟩⟨a0⟩⟨80⟩"


def test_clipping_counts_characters_and_marks_the_cut() -> None:
    assert clip("abcdef", 6) == "abcdef"
    assert clip("abcdefg", 6) == "abcde…"


@pytest.mark.parametrize(
    ("text", "cells", "fitted"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("日本", 4, "日本"),
        ("日本語", 4, "日…"),
        ("日本語", 5, "日本…"),
        ("e\u0301e\u0301", 2, "e\u0301e\u0301"),
        ("é", 0, ""),
        ("a", 0, ""),
    ],
)
def test_fitting_counts_columns(text: str, cells: int, fitted: str) -> None:
    assert fit(text, cells) == fitted


@given(ANY_TEXT.map(visible), st.integers(0, 30))
def test_fitted_text_is_never_wider_than_asked(text: str, cells: int) -> None:
    fitted = fit(text, cells)
    assert cells_of(fitted) <= cells
    assert fitted == text or cells_of(text) > cells
    assert fitted == text or not cells or fitted.endswith(ELLIPSIS)


@given(st.recursive(st.none() | ANY_TEXT, lambda inner: st.lists(inner) | st.dictionaries(ANY_TEXT, inner)))
def test_printable_json_means_the_same_and_prints_as_text(value: object) -> None:
    text = printable_json(json.dumps(value, ensure_ascii=False))
    assert text.isprintable()
    assert json.loads(text) == json.loads(json.dumps(value))
