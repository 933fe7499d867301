"""JSON text ⇄ values, for text that may be hostile: total, exact about numbers, honest about what was odd.

`read_json` has a fast way and a careful way with equal results. The fast way is taken only when writing the parsed
value again gives the very bytes that were read, for then nothing can have been lost: no duplicate member, no digit, no
spelling.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

import orjson

Json: TypeAlias = Any
"""None, bool, int, float, str, list[Json] or dict[str, Json]; numbers may be `ExactNumber`."""

MAX_DEPTH: Final = 200
"""Containers nested deeper are replaced by `TOO_DEEP` unread, so that no reader of a value can run out of stack."""

TOO_DEEP: Final = "«nested too deep to read»"

_MAX_DIGITS: Final = 4_000
_BOM: Final = "\ufeff"
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]', re.DOTALL)


class OddityKind(StrEnum):
    """What can be unusual in text that was read all the same."""

    BOM = "bom"
    NOT_UTF8 = "not-utf8"
    DUPLICATE_MEMBER = "duplicate-member"
    LONE_SURROGATE = "lone-surrogate"
    TOO_DEEP = "too-deep"


class Oddity(NamedTuple):
    """Something unusual that reading had to decide for the text."""

    kind: OddityKind
    detail: str


class ExactNumber(float):
    """A JSON number whose spelling a Python number would lose (`1.0`, `1e400`, 5,000 digits). Compares as a float."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> ExactNumber:
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __reduce__(self) -> tuple[type[ExactNumber], tuple[str]]:
        return ExactNumber, (self.text,)


class JsonText(NamedTuple):
    """A value and what was odd about its text."""

    value: Json
    oddities: tuple[Oddity, ...]


class JsonFault(NamedTuple):
    """Why text is no JSON: in words, and the 0-based character where reading stopped."""

    reason: str
    position: int


def read_json(raw: bytes) -> JsonText | JsonFault:
    """The JSON value of `raw`, or why there is none. Never raises.

    Bytes that are no UTF-8 are read as U+FFFD, a byte order mark is passed over, of members with the same name the last
    one counts: as the reference peers do. `NaN` and `Infinity` are no JSON (RFC 8259 section 6).
    """
    try:
        value = orjson.loads(raw)
        if not _nested_deeper(value, raw) and orjson.dumps(value) == raw.strip(b" \t\r\n"):
            return JsonText(value, ())
    except orjson.JSONDecodeError:
        pass
    return _read_carefully(raw)


def write_json(value: Json, *, indent: int | None = None) -> str:
    """JSON text of a value as `read_json` gives it, numbers spelled as they were."""
    return "".join(_written(value, indent, 0))


def _nested_deeper(value: Json, raw: bytes) -> bool:
    if raw.count(b"{") + raw.count(b"[") <= MAX_DEPTH:
        return False
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(MAX_DEPTH):
        level = [
            child
            for parent in level
            for child in (parent.values() if isinstance(parent, dict) else parent)
            if isinstance(child, dict | list)
        ]
        if not level:
            return False
    return True


def _read_carefully(raw: bytes) -> JsonText | JsonFault:
    oddities: list[Oddity] = []
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        oddities.append(Oddity(OddityKind.NOT_UTF8, f"byte {error.start} is 0x{raw[error.start]:02x}"))
        text = raw.decode(errors="replace")
    if text.startswith(_BOM):
        oddities.append(Oddity(OddityKind.BOM, ""))
        text = text[1:]
    clipped = _clip(text)
    if clipped != text:
        oddities.append(Oddity(OddityKind.TOO_DEEP, f"deeper than {MAX_DEPTH} levels"))

    def members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        members = dict(pairs)
        if len(members) != len(pairs):
            seen: set[str] = set()
            for name, _ in pairs:
                if name in seen:
                    oddities.append(Oddity(OddityKind.DUPLICATE_MEMBER, name))
                seen.add(name)
        return members

    try:
        value = json.loads(
            clipped,
            object_pairs_hook=members,
            parse_float=ExactNumber,
            parse_int=_whole,
            parse_constant=_refuse,
        )
    except json.JSONDecodeError as error:
        return JsonFault(error.msg, error.pos)
    except _NotJson as error:
        return JsonFault(str(error), max(0, clipped.find(error.word)))
    if "\\u" in clipped:
        value = _mark_surrogates(value, oddities)
        oddities = [Oddity(oddity.kind, _visible_surrogates(oddity.detail)) for oddity in oddities]
    return JsonText(value, tuple(oddities))


class _NotJson(Exception):
    def __init__(self, word: str) -> None:
        super().__init__(f"{word} is no JSON value")
        self.word = word


def _refuse(word: str) -> Json:
    raise _NotJson(word)


def _whole(text: str) -> Json:
    # Python refuses to convert very long digit strings (a denial-of-service guard); "-0" would lose its sign.
    if len(text) > _MAX_DIGITS or text == "-0":
        return ExactNumber(text)
    return int(text)


def _clip(text: str) -> str:
    """`text` with whatever is nested deeper than MAX_DEPTH replaced by the string TOO_DEEP."""
    if text.count("{") + text.count("[") <= MAX_DEPTH:
        return text
    kept: list[str] = []
    depth = copied = 0
    for token in _TOKEN.finditer(text):
        mark = text[token.start()]
        if mark in "{[":
            depth += 1
            if depth == MAX_DEPTH + 1:
                kept += [text[copied : token.start()], '"', TOO_DEEP, '"']
                copied = len(text)
        elif mark in "}]":
            if depth == MAX_DEPTH + 1:
                copied = token.end()
            depth -= 1
    kept.append(text[copied:])
    return "".join(kept)


def _visible_surrogates(text: str) -> str:
    return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _mark_surrogates(value: Json, oddities: list[Oddity]) -> Json:
    """`value` with each lone surrogate written as its escape: such text could be neither stored nor shown."""
    match value:
        case str():
            if _LONE_SURROGATE.search(value) is None:
                return value
            visible = _visible_surrogates(value)
            oddities.append(Oddity(OddityKind.LONE_SURROGATE, visible[:80]))
            return visible
        case list():
            return [_mark_surrogates(item, oddities) for item in value]
        case dict():
            return {_mark_surrogates(name, oddities): _mark_surrogates(item, oddities) for name, item in value.items()}
    return value


def _written(value: Json, indent: int | None, depth: int) -> Iterator[str]:
    match value:
        case ExactNumber():
            yield value.text
        case float():
            # The fast way of reading compared with orjson's spelling, so this is the one that was on the wire.
            yield orjson.dumps(value).decode()
        case dict() | list() if not value:
            yield "{}" if isinstance(value, dict) else "[]"
        case dict() | list():
            members = value.items() if isinstance(value, dict) else ((None, item) for item in value)
            opening, closing = "{}" if isinstance(value, dict) else "[]"
            outer = "" if indent is None else "\n" + " " * (indent * depth)
            inner = "" if indent is None else "\n" + " " * (indent * (depth + 1))
            separator = opening
            for name, item in members:
                yield separator + inner
                if name is not None:
                    yield json.dumps(name, ensure_ascii=False) + (":" if indent is None else ": ")
                yield from _written(item, indent, depth + 1)
                separator = ","
            yield outer + closing
        case _:
            yield json.dumps(value, ensure_ascii=False)
