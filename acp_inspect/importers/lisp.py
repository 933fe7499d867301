"""Read the Lisp data that Emacs prints, as far as JSON can say it: lists, pairs, vectors, strings, numbers, symbols.

Nothing is evaluated. An association list is an object, a property list too, any other list an array. `#1=` and `#1#`,
which stand for a value that is met twice, are followed; a value within itself is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from acp_inspect.wire.json_text import Json

DEEPEST: Final = 200
"""Lists in one another."""
MOST_VALUES: Final = 5_000_000
"""Values that a datum may come to when shared ones are written out each time."""

_SPACE = re.compile(r"(?:[\s\x0c]+|;[^\n]*)*")
_TOKEN = re.compile(
    r"""(?P<string>"[^"\\]*(?:\\.[^"\\]*)*")|(?P<open>[(\[])|(?P<close>[)\]])|\#(?P<label>\d{1,9})="""
    r"""|\#(?P<reference>\d{1,9})\#|(?P<atom>(?:[^\s()\[\]"';`,#\\]|\\.)(?:[^\s()\[\]"';`,\\]|\\.)*)""",
    re.DOTALL,
)
_NUMBER = re.compile(r"[+-]?\d{1,400}(?:(?:\.\d{1,400})?(?:[eE][+-]?\d{1,3})?)\.?")
_ESCAPED = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{1,8}|[0-7]{1,3}|.)", re.DOTALL)
_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "e": "\x1b", "\n": "", " ": ""}


class LispError(ValueError):
    """Text that is no such datum, or one that JSON cannot say."""


class Symbol(str):
    """A name."""

    __slots__ = ()


class List(NamedTuple):
    """A list, with what stands after its dot."""

    items: list[Lisp]
    tail: Lisp = None


Lisp: TypeAlias = "List | list[Lisp] | Symbol | str | int | float | None"
"""A vector is a list; nil is None."""


def read_lisp(text: str) -> Lisp:
    """The first datum of a text. Raises LispError."""
    return _Reader(text).datum(0)


def pairs(value: Lisp) -> dict[str, Lisp]:
    """The members of an association or property list by name, keywords without their colon; none of another value. The
    first of several with one name counts, as in Lisp."""
    if not isinstance(value, List):
        return {}
    found: dict[str, Lisp] = {}
    if isinstance(value.items[0], Symbol):
        for name, member in zip(value.items[::2], value.items[1::2], strict=False):
            found.setdefault(str(name).removeprefix(":"), member)
        return found
    for entry in value.items:
        if isinstance(entry, List) and isinstance(entry.items[0], str):
            found.setdefault(entry.items[0].removeprefix(":"), _rest(entry))
    return found


def as_json(value: Lisp, nil: Callable[[str, str], Json]) -> Json:
    """The JSON value that a datum stands for. Raises LispError where there is none.

    `nil`: what nil stands for, by the names of the member around it and of its own; empty where there is none.
    """
    return _Writer(nil).json(value, "", "", 0)


def _rest(entry: List) -> Lisp:
    if len(entry.items) == 1:
        return entry.tail
    return List(entry.items[1:], entry.tail)


def _is_object(value: List) -> bool:
    first = value.items[0]
    if isinstance(first, Symbol):
        return first.startswith(":") and len(value.items) % 2 == 0
    return all(isinstance(entry, List) and isinstance(entry.items[0], Symbol) for entry in value.items)


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._labels: dict[str, Lisp] = {}

    def datum(self, depth: int) -> Lisp:
        if depth >= DEEPEST:
            raise LispError(f"it is nested deeper than {DEEPEST} levels")
        token = self._token()
        if token["label"] is not None:
            # A reference to it from within finds no label yet.
            value = self.datum(depth + 1)
            self._labels[token["label"]] = value
            return value
        if token["reference"] is not None:
            if token["reference"] not in self._labels:
                raise LispError(f"#{token['reference']}# stands for a value within itself, or for none")
            return self._labels[token["reference"]]
        if token["string"] is not None:
            return _ESCAPED.sub(_unescaped, token["string"][1:-1])
        if token["atom"] is not None:
            return _atom(token["atom"])
        if token["close"] is not None:
            raise LispError(f"a bracket at character {self._place} closes nothing")
        return self._vector(depth) if token["open"] == "[" else self._list(depth)

    def _vector(self, depth: int) -> Lisp:
        found: list[Lisp] = []
        while not self._closes("]"):
            found.append(self.datum(depth + 1))
        return found

    def _list(self, depth: int) -> Lisp:
        found: list[Lisp] = []
        while not self._closes(")"):
            if found and self._is_dot():
                tail = self.datum(depth + 1)
                if not self._closes(")"):
                    raise LispError(f"more than one value after a dot at character {self._place + 1}")
                return List(found + tail.items, tail.tail) if isinstance(tail, List) else List(found, tail)
            found.append(self.datum(depth + 1))
        return List(found) if found else None

    def _skip(self) -> None:
        space = _SPACE.match(self._text, self._place)
        self._place = space.end() if space is not None else self._place

    def _token(self) -> re.Match[str]:
        self._skip()
        token = _TOKEN.match(self._text, self._place)
        if token is None:
            end = self._place >= len(self._text)
            raise LispError("it ends too early" if end else f"cannot be read at character {self._place + 1}")
        self._place = token.end()
        return token

    def _closes(self, bracket: str) -> bool:
        self._skip()
        if not self._text.startswith(bracket, self._place):
            return False
        self._place += 1
        return True

    def _is_dot(self) -> bool:
        if self._text.startswith(".", self._place) and self._text[self._place + 1 : self._place + 2] in " \n\t(":
            self._place += 1
            return True
        return False


def _unescaped(match: re.Match[str]) -> str:
    word = match[1]
    if len(word) > 1:
        digits, base = (word, 8) if word.isdigit() else (word[1:], 16)
        code = int(digits, base)
        return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
    return _LETTERS.get(word, word)


def _atom(text: str) -> Lisp:
    if _NUMBER.fullmatch(text):
        if text.lstrip("+-").rstrip(".").isdigit():
            return int(text.rstrip("."))
        return float(text)
    return None if text == "nil" else Symbol(re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL))


class _Writer:
    def __init__(self, nil: Callable[[str, str], Json]) -> None:
        self._nil = nil
        self._values = 0

    def json(self, value: Lisp, parent: str, name: str, depth: int) -> Json:
        self._values += 1
        if self._values > MOST_VALUES or depth > DEEPEST:
            raise LispError(f"it comes to more than {MOST_VALUES:,} values or {DEEPEST} levels")
        match value:
            case Symbol():
                return {"t": True, ":false": False, ":json-false": False, ":null": None}.get(value, str(value))
            case List() if _is_object(value):
                return {inner: self.json(member, name, inner, depth + 1) for inner, member in pairs(value).items()}
            case List():
                return [self.json(item, name, "", depth + 1) for item in value.items]
            case list():
                return [self.json(item, name, "", depth + 1) for item in value]
            case None:
                return self._nil(parent, name)
            case float() if not math.isfinite(value):
                raise LispError(f"JSON has no {value}")
        return value
