"""Read one term of a filter: an operator with its values, a flag, or a text to search for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from acp_inspect.views.filter_language.fault import WrongFilter, near
from acp_inspect.views.filter_language.meet import id_key
from acp_inspect.views.filter_language.nodes import (
    Holds,
    Ids,
    Levels,
    Node,
    Numbers,
    Pattern,
    Rules,
    Says,
    SessionPick,
    Sessions,
    Some,
    Span,
    Words,
)
from acp_inspect.views.filter_language.operators import FLAGS, NAMES, OPERATORS, Operator, Takes
from acp_inspect.views.filter_language.quantity import read_span
from acp_inspect.views.filter_language.scan import Letter, Token, quoted
from acp_inspect.views.timeline import session_place
from acp_inspect.wire.json_text import JsonFault, read_json, write_json


class Value(NamedTuple):
    """What stands behind an operator's colon, or between two of its commas."""

    letters: tuple[Letter, ...]
    start: int
    end: int

    @property
    def text(self) -> str:
        """Its characters, without quotation marks."""
        return "".join(letter.text for letter in self.letters)

    @property
    def quoted(self) -> bool:
        """Whether any of it stood in quotation marks."""
        return any(letter.quoted for letter in self.letters)

    @property
    def pattern(self) -> Pattern:
        """Its text, with stars that are not quoted as gaps."""
        pieces = [""]
        for letter in self.letters:
            if letter.text == "*" and not letter.quoted:
                pieces.append("")
            else:
                pieces[-1] += letter.text
        return Pattern(tuple(pieces))


def read_term(text: str, token: Token) -> Node:
    """The node of a word of the filter `text`. Raises WrongFilter."""
    name = operator_name(token.letters)
    if name is None:
        word = "".join(letter.text for letter in token.letters)
        if not token.quoted and word.lower() in FLAGS:
            return FLAGS[word.lower()].means
        if not word:
            raise WrongFilter(token.start, token.end, 'a text to search for is missing here, as in "rate limit"')
        return Says(word)
    operator = NAMES.get(name.lower())
    if operator is None:
        hint = near(name, NAMES) or f"; the operators are {', '.join(OPERATORS)}."
        search = f"To search for the text, quote it: {quoted(text[token.start : token.end])}"
        raise WrongFilter(token.start, token.start + len(name), f"there is no operator “{name}”{hint} {search}")
    letters = token.letters[len(name) + 1 :]
    if operator.takes in (Takes.TEXT, Takes.BYTES):
        return _text(operator, Value(letters, token.end - len(letters), token.end))
    values = split(letters, token.end)
    for value in values:
        if not value.letters:
            raise _wrong(operator, value, "something is missing here")
    return _node(operator, values)


def operator_name(letters: Sequence[Letter]) -> str | None:
    """What stands before a word's first colon, where that may be the name of an operator."""
    for count, letter in enumerate(letters):
        if letter.text == ":" and not letter.quoted:
            return "".join(before.text for before in letters[:count]) or None
        if letter.quoted or not (letter.text.isalpha() or letter.text in "-_"):
            return None
    return None


def split(letters: tuple[Letter, ...], end: int) -> list[Value]:
    """The alternatives that commas divide. `end`: the place after the last letter."""
    values: list[Value] = []
    begun = 0
    for count, letter in enumerate(letters):
        if letter.text == "," and not letter.quoted:
            values.append(_value(letters[begun:count], letter.place))
            begun = count + 1
    return [*values, _value(letters[begun:], end)]


def _value(letters: tuple[Letter, ...], end: int) -> Value:
    return Value(letters, letters[0].place if letters else end, end)


def _text(operator: Operator, value: Value) -> Node:
    if not value.letters:
        raise _wrong(operator, value, "a text is missing here")
    return Says(value.text) if operator.takes is Takes.TEXT else Holds(value.text.encode())


def _node(operator: Operator, values: list[Value]) -> Node:
    match operator.takes:
        case Takes.CHOICE:
            return _either([node for value in values for node in _choices(operator, value)])
        case Takes.PATTERN if operator.word is not None:
            return Words(operator.word, tuple(value.pattern for value in values))
        case Takes.SESSION:
            return Sessions(tuple(map(_session, values)))
        case Takes.RULE:
            return Rules(tuple(value.pattern for value in values))
        case Takes.ID:
            return Ids(tuple((id_key(text), text) for text in map(_id, values)))
    assert operator.number is not None
    return Numbers(operator.number, tuple(_span(operator, value) for value in values))


def _choices(operator: Operator, value: Value) -> list[Node]:
    pattern = Pattern(tuple(piece.lower() for piece in value.pattern.pieces))
    found = [choice.means for word, choice in operator.choices.items() if pattern.meets(word)]
    if not found:
        hint = near(value.text, operator.choices) or f"; it is one of {', '.join(operator.choices)}"
        raise WrongFilter(value.start, value.end, f"{operator.name} is never “{value.text}”{hint}")
    return found


def _either(nodes: list[Node]) -> Node:
    """One of the nodes: of several about one thing a single one, which the database answers faster."""
    match nodes:
        case [node]:
            return node
        case [Words(field=field), *_] if all(isinstance(node, Words) and node.field == field for node in nodes):
            patterns = chain.from_iterable(node.patterns for node in nodes if isinstance(node, Words))
            return Words(field, tuple(dict.fromkeys(patterns)))
        case [Levels(), *_] if all(isinstance(node, Levels) for node in nodes):
            levels = chain.from_iterable(node.levels for node in nodes if isinstance(node, Levels))
            return Levels(tuple(dict.fromkeys(levels)))
    return Some(tuple(nodes))


def _session(value: Value) -> SessionPick:
    pieces = value.pattern.pieces
    # The beginning of an id is enough, unless stars say what is.
    pattern = Pattern((*pieces, "")) if len(pieces) == 1 else Pattern(pieces)
    return SessionPick(None if value.quoted else session_place(value.text), pattern)


def _id(value: Value) -> str:
    """The id as JSON text. What is quoted is a string, and so is what is neither a number nor null."""
    if not value.quoted and (value.text == "null" or _is_number(value.text)):
        return value.text
    return write_json(value.text)


def _is_number(text: str) -> bool:
    return text[:1] in "-0123456789" and not isinstance(read_json(text.encode()), JsonFault)


def _span(operator: Operator, value: Value) -> Span:
    quantity = operator.quantity
    assert quantity is not None
    span = read_span(value.text, quantity)
    if span is None:
        raise WrongFilter(value.start, value.end, f"{operator.name} takes {quantity.wanted}")
    if span.low > span.high:
        raise _wrong(operator, value, "this range is empty")
    return span


def _wrong(operator: Operator, value: Value, what: str) -> WrongFilter:
    return WrongFilter(value.start, value.end, f"{what}; right is, for example, {' or '.join(operator.examples[:2])}")
