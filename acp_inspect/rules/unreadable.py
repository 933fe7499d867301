"""Say what a line is that is no JSON: framing of another protocol, JSON of another kind, half a message, or noise."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from acp_inspect.wire.json_text import Json, JsonFault, read_json


class Kind(StrEnum):
    """What a line is that is no JSON."""

    NOISE = "noise"
    """Something that was never meant as a message."""
    HEADER = "header"
    """A header of the framing that language servers use."""
    SEVERAL = "several"
    """Several JSON texts on one line."""
    DIALECT = "dialect"
    """JSON but for something that only lenient readers take."""
    OTHER_ENCODING = "other-encoding"
    """JSON in UTF-16 or UTF-32."""
    HALF = "half"
    """The beginning of a JSON object or array."""


class Unreadable(NamedTuple):
    """A line that is no JSON."""

    kind: Kind
    detail: str
    """For people; says what is special, and is empty where nothing is."""


_HEADER = re.compile(rb"(?i)content-(length|type)\s*:")
_TOKEN = re.compile(
    r"""
      (?P<string>"(?:[^"\\]|\\.)*+(?:"|\\?\Z))
    | (?P<quoted>'(?:[^'\\]|\\.)*+(?:'|\\?\Z))
    | (?P<comment>//[^\n]*|/\*(?:.*?\*/|.*))
    | (?P<comma>,(?=\s*[}\]]))
    | (?P<word>\b(?:None|True|False|undefined)\b)
    """,
    re.VERBOSE | re.DOTALL,
)
# What is not closed is matched to the end of the text, so that hostile text is gone through once.
_WORDS: Final = {"None": "null", "True": "true", "False": "false", "undefined": "null"}
_LONGEST: Final = 1 << 20
"""Characters. Longer lines are not looked at one by one."""


@lru_cache(maxsize=4)
def read_unreadable(raw: bytes) -> Unreadable:
    """What a line is that `wire.json_text.read_json` finds no JSON in. Total; several rules ask it of the same line."""
    stripped = raw.strip(b" \t\r\n")
    if _HEADER.match(stripped):
        return Unreadable(Kind.HEADER, "")
    if b"\0" in stripped and _is_json(stripped.replace(b"\0", b"").removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff")):
        return Unreadable(Kind.OTHER_ENCODING, "it is UTF-16 or UTF-32")
    text = stripped.decode(errors="replace").removeprefix("\ufeff")
    if text[:1] not in ("{", "["):
        return Unreadable(Kind.NOISE, _noise(text))
    if rest := _after_first(text):
        if rest[:1] in ("{", "["):
            return Unreadable(Kind.SEVERAL, "")
        return Unreadable(Kind.NOISE, "a JSON text is followed by something else")
    if why := _dialect(text):
        return Unreadable(Kind.DIALECT, why)
    half = text[-1] not in "}]" if len(text) > _LONGEST else Brackets().after(text).open
    return Unreadable(Kind.HALF if half else Kind.NOISE, "")


class Brackets(NamedTuple):
    """Where in a JSON text one is: how deep, and whether in a string."""

    depth: int = 0
    in_string: bool = False
    escaped: bool = False
    """The next character is part of an escape."""

    @property
    def open(self) -> bool:
        """Whether the text is unfinished."""
        return self.depth > 0 or self.in_string

    def after(self, text: str) -> Brackets:
        """The same after more text."""
        depth, in_string, escaped = self
        for match in _MARKS.finditer(text):
            mark = match[0]
            if escaped:
                # Of what follows a backslash, only the first character counts; a run of plain ones is one mark.
                escaped = False
                if len(mark) == 1:
                    continue
            if mark == '"':
                in_string = not in_string
            elif mark == "\\":
                escaped = in_string
            elif not in_string:
                depth += (mark in ("{", "[")) - (mark in ("}", "]"))
        return Brackets(depth, in_string, escaped)


_MARKS = re.compile(r'["\\{}\[\]]|[^"\\{}\[\]]+')


def read_joined(raw: bytes) -> Json | None:
    """The JSON object or array that several lines make together; None when they make none.

    Line breaks inside of strings are let pass: they are what breaks such messages up.
    """
    try:
        value = json.loads(raw.decode(errors="replace").removeprefix("\ufeff"), strict=False)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None


def _is_json(raw: bytes) -> bool:
    return not isinstance(read_json(raw), JsonFault)


def _after_first(text: str) -> str | None:
    """What follows the first JSON text of a line; None when the line does not begin with one. `NaN` is let pass."""
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return text[end:].lstrip()


def _noise(text: str) -> str:
    start = text.find('{"')
    if start > 0 and _after_first(text[start:]) == "":
        return f"{start} characters stand before a JSON object"
    return ""


def _dialect(text: str) -> str:
    """What only lenient readers take about a text, in words; empty when they would not read it either."""
    if len(text) > _LONGEST:
        return ""
    found: list[str] = []

    def strict(match: re.Match[str]) -> str:
        kind = match.lastgroup or ""
        if kind == "quoted":
            found.append("single quotes")
            return json.dumps(match[0][1:-1].replace("\\'", "'"))
        if kind == "comment":
            found.append("comments")
            return " "
        if kind == "comma":
            found.append("a comma before a closing bracket")
            return ""
        if kind == "word":
            found.append(match[0])
            return _WORDS[match[0]]
        return match[0]

    plain = _TOKEN.sub(strict, text)

    def constant(word: str) -> None:
        found.append(word)

    try:
        value = json.loads(plain, strict=False, parse_constant=constant)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(value, dict | list):
        return ""
    return ", ".join(dict.fromkeys(found)) or "control characters in a string"
