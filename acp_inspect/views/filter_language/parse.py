"""Read a filter's text as a tree.

filter  = all { "or" all }
all     = one { [ "and" ] one }
one     = "not" one | "(" filter ")" | NAME ":" value { "," value } | FLAG | text
"""

from __future__ import annotations

from typing import Final

from acp_inspect.views.filter_language.fault import WrongFilter
from acp_inspect.views.filter_language.nodes import All, Node, Not, Some
from acp_inspect.views.filter_language.scan import Mark, Token, scan
from acp_inspect.views.filter_language.term import read_term

MAX_LENGTH: Final = 10_000
"""Characters of a filter. More than this and than the next two, and the database refuses what is made of it."""
MAX_TERMS: Final = 200
MAX_DEPTH: Final = 50


def parse(text: str) -> Node:
    """The filter as a tree; white space only means everything. Raises WrongFilter."""
    if len(text) > MAX_LENGTH:
        raise WrongFilter(MAX_LENGTH, len(text), f"a filter has at most {MAX_LENGTH:,} characters; shorten it")
    for place, character in enumerate(text):
        if character == "\0" or "\ud800" <= character <= "\udfff":
            raise WrongFilter(place, place + 1, "this is no text; write it in UTF-8 without null characters")
    tokens = scan(text)
    if sum(token.mark is Mark.WORD for token in tokens) > MAX_TERMS:
        raise WrongFilter(0, len(text), f"a filter has at most {MAX_TERMS} terms; shorten it")
    return _Parser(text, tokens).whole() if tokens else All()


class _Parser:
    def __init__(self, text: str, tokens: list[Token]) -> None:
        self._text = text
        self._tokens = tokens
        self._next = 0
        self._depth = 0

    def whole(self) -> Node:
        node = self._some()
        left = self._token()
        if left is not None:
            raise WrongFilter(left.start, left.end, "this parenthesis closes none; remove it, or open one before")
        return node

    def _token(self) -> Token | None:
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def _is(self, *marks: Mark) -> bool:
        token = self._token()
        return token is not None and token.mark in marks

    def _some(self) -> Node:
        parts = [self._all()]
        while self._is(Mark.OR):
            self._next += 1
            parts.append(self._all())
        return parts[0] if len(parts) == 1 else Some(tuple(parts))

    def _all(self) -> Node:
        parts = [self._one()]
        while self._is(Mark.AND, Mark.WORD, Mark.NOT, Mark.OPEN):
            if self._is(Mark.AND):
                self._next += 1
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def _one(self) -> Node:
        token = self._token()
        if token is None or token.mark in (Mark.AND, Mark.OR, Mark.CLOSE):
            place = (len(self._text), len(self._text)) if token is None else (token.start, token.end)
            raise WrongFilter(
                *place, "a condition is missing here, such as status:error; to search for a word, quote it"
            )
        self._next += 1
        if token.mark is Mark.WORD:
            return read_term(self._text, token)
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise WrongFilter(
                token.start, token.end, f"conditions are nested more than {MAX_DEPTH} deep; make it simpler"
            )
        node = Not(self._one()) if token.mark is Mark.NOT else self._enclosed(token)
        self._depth -= 1
        return node

    def _enclosed(self, opening: Token) -> Node:
        node = self._some()
        if not self._is(Mark.CLOSE):
            raise WrongFilter(opening.start, opening.end, "this parenthesis is not closed; put ) at the end")
        self._next += 1
        return node
