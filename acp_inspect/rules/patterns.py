"""Regular expressions in forms: ECMAScript's, judged by Python's only where the two agree, and never run for long."""

from __future__ import annotations

import re
from typing import Final

_LONGEST: Final = 200
_LONGEST_TEXT: Final = 100
_WARNS: Final = re.compile(r"\[\[|--|&&|~~|\|\|")
"""Python warns of these, for it may once read them otherwise."""
_OTHERWISE: Final = re.compile(r"\[\^?\]")
"""A set of nothing, or of everything: ECMAScript's only."""
_NAMED: Final = re.compile(r"\(\?<(?=[A-Za-z_])")
_CLASS: Final = re.compile(r"\\[pP]\{[^}]*\}|\\u\{[0-9A-Fa-f]+\}|\\c[A-Za-z]|\\k<\w+>")
_GROUPED: Final = re.compile(r"[()]|\\[1-9kuxcpP]|\\$")
_ENDLESS: Final = re.compile(r"(?<!\\)[*+{]")
_EVERYWHERE: Final = (
    "missing )",
    "unbalanced parenthesis",
    "unterminated character set",
    "nothing to repeat",
    "multiple repeat",
    "bad character range",
    "bad escape (end of pattern)",
)
"""Faults, in Python's words, that are ones in ECMAScript, too."""


def is_broken(pattern: str) -> bool:
    """Whether a pattern is no regular expression in either language."""
    if len(pattern) > _LONGEST or _WARNS.search(pattern) or _OTHERWISE.search(pattern):
        return False
    try:
        re.compile(_NAMED.sub("(?P<", _CLASS.sub(r"\\w", pattern)), re.ASCII)
    except re.error as error:
        return error.msg.startswith(_EVERYWHERE)
    except (OverflowError, RecursionError):
        return False
    return False


def may_match(pattern: str, text: str) -> bool:
    """Whether a text matches a pattern. True for what cannot be told: patterns that might run for long, as those with
    groups or several endless repetitions, that other languages write otherwise, and long texts."""
    if len(pattern) > _LONGEST or len(text) > _LONGEST_TEXT or "\n" in text or len(_ENDLESS.findall(pattern)) > 2:
        return True
    if _GROUPED.search(pattern) or _WARNS.search(pattern) or _OTHERWISE.search(pattern):
        return True
    try:
        return re.search(pattern, text, re.ASCII) is not None
    except (re.error, OverflowError, RecursionError):
        return True
