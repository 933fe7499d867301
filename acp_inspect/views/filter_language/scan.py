"""Cut a filter's text into words, parentheses and connectives, each with its place."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from acp_inspect.views.filter_language.fault import WrongFilter


class Mark(Enum):
    """What a token is."""

    OPEN = "("
    CLOSE = ")"
    AND = "and"
    OR = "or"
    NOT = "not"
    WORD = "word"


_CONNECTIVES: Final = {
    "and": Mark.AND,
    "&": Mark.AND,
    "&&": Mark.AND,
    "or": Mark.OR,
    "|": Mark.OR,
    "||": Mark.OR,
    "not": Mark.NOT,
    "!": Mark.NOT,
}


class Letter(NamedTuple):
    """A character of a word."""

    text: str
    quoted: bool
    """Stands in quotation marks, and so means itself."""
    place: int


class Token(NamedTuple):
    """A piece of a filter."""

    mark: Mark
    start: int
    end: int
    letters: tuple[Letter, ...] = ()
    quoted: bool = False
    """Whether quotation marks stand in it, even with nothing between them."""


def scan(text: str) -> list[Token]:
    """The tokens of a filter's text. Raises WrongFilter where a quotation mark is not closed."""
    tokens: list[Token] = []
    place = 0
    while place < len(text):
        character = text[place]
        if character.isspace():
            place += 1
        elif character in "()":
            tokens.append(Token(Mark(character), place, place + 1))
            place += 1
        elif character == "!" and not text[place + 1 : place + 2].isspace():
            tokens.append(Token(Mark.NOT, place, place + 1))
            place += 1
        else:
            token = _word(text, place)
            tokens.append(token)
            place = token.end
    return tokens


def _word(text: str, start: int) -> Token:
    letters: list[Letter] = []
    place = start
    quoted = False
    while place < len(text) and not text[place].isspace() and text[place] not in "()":
        if text[place] == '"':
            quoted = True
            place = _quoted(text, place, letters)
        else:
            letters.append(Letter(text[place], False, place))
            place += 1
    mark = Mark.WORD if quoted else _CONNECTIVES.get(text[start:place].lower(), Mark.WORD)
    return Token(mark, start, place, tuple(letters), quoted)


def _quoted(text: str, start: int, letters: list[Letter]) -> int:
    """Read what stands in quotation marks; the place after the closing one."""
    place = start + 1
    while place < len(text):
        if text[place] == '"':
            return place + 1
        if text[place] == "\\" and text[place + 1 : place + 2] in ('"', "\\"):
            place += 1
        letters.append(Letter(text[place], True, place))
        place += 1
    raise WrongFilter(start, len(text), 'this quotation mark is not closed; put " at the end of the text')


def quoted(text: str) -> str:
    """`text` as a filter must have it to mean just these characters: in quotation marks where they are needed."""
    special = (
        not text or text.lower() in _CONNECTIVES or any(letter.isspace() or letter in '()"*,!:' for letter in text)
    )
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' if special else text
