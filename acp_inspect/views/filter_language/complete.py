"""What may be typed next in a filter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from acp_inspect.protocol.surface import packaged_surfaces, update_kinds
from acp_inspect.rules.registry import all_rules
from acp_inspect.views.filter_language.fault import WrongFilter
from acp_inspect.views.filter_language.operators import FLAGS, NAMES, OPERATORS, Operator, Takes
from acp_inspect.views.filter_language.scan import Mark, Token, quoted, scan
from acp_inspect.views.filter_language.term import operator_name, split
from acp_inspect.views.timeline import session_letter

_CONNECTIVES = {
    "not": "what does not meet the next condition",
    "or": "what meets the condition before or the one after",
}


class Candidate(NamedTuple):
    """Something that may stand there."""

    text: str
    help: str


class Completion(NamedTuple):
    """Texts that may take the place of what stands from `start` to `end`, the likeliest first."""

    start: int
    end: int
    candidates: tuple[Candidate, ...]


class Known(NamedTuple):
    """The names there are, each with what it is."""

    methods: Mapping[str, str]
    updates: Mapping[str, str]
    rules: Mapping[str, str]
    sessions: tuple[str, ...] = ()
    """The recording's, in the order in which they came."""


@cache
def known_names() -> Known:
    """The methods and updates of both versions of the protocol, and all rules."""
    schemas = [surface.schema for surface in packaged_surfaces()]
    methods: dict[str, list[str]] = {}
    updates: dict[str, list[str]] = {}
    for schema in schemas:
        for method in schema.methods:
            methods.setdefault(method.name, []).append(f"v{schema.version}")
        for kind in update_kinds(schema):
            updates.setdefault(kind, []).append(f"v{schema.version}")
    return Known(
        {name: f"{', '.join(dict.fromkeys(versions))} method" for name, versions in sorted(methods.items())},
        {name: f"{', '.join(dict.fromkeys(versions))} update" for name, versions in sorted(updates.items())},
        {rule.id: rule.page.strip().partition("\n")[0] for rule in all_rules()},
    )


def complete(text: str, cursor: int, known: Known) -> Completion:
    """What may stand in the place of the word, or of the value in it, that ends at or goes on after the cursor."""
    token = _token_at(text[:cursor])
    start = cursor if token is None else token.start
    name = None if token is None else operator_name(token.letters)
    if token is None or name is None:
        typed = text[start:cursor]
        return Completion(start, _end(text, cursor, " \t()"), tuple(_matching(typed, _beginnings())))
    operator = NAMES.get(name.lower())
    if operator is None:
        start, typed = token.start, name
        names = [candidate for candidate in _beginnings() if candidate.text.endswith(":")]
        return Completion(start, start + len(name) + 1, tuple(_matching(typed, names)))
    value = split(token.letters[len(name) + 1 :], cursor)[-1]
    start = value.start
    while text[start - 1] in '"\\':
        start -= 1
    return Completion(start, _end(text, cursor, " \t(),"), tuple(_matching(value.text, _values(operator, known))))


def _token_at(before: str) -> Token | None:
    """The word that the text before the cursor ends in, even if a quotation mark in it is still open."""
    for closed in (before, before + '"'):
        try:
            tokens = scan(closed)
        except WrongFilter:
            continue
        last = tokens[-1] if tokens else None
        return last if last and last.end >= len(before) and last.start < len(before) and _is_word(last) else None
    return None


def _is_word(token: Token) -> bool:
    return token.mark is Mark.WORD or bool(token.letters)


def _end(text: str, cursor: int, stops: str) -> int:
    while cursor < len(text) and text[cursor] not in stops:
        cursor += 1
    return cursor


def _beginnings() -> Iterator[Candidate]:
    for operator in OPERATORS.values():
        yield Candidate(f"{operator.name}:", f"Events {operator.help}")
    for name, flag in FLAGS.items():
        yield Candidate(name, flag.help)
    for word, help_ in _CONNECTIVES.items():
        yield Candidate(word, help_)


def _values(operator: Operator, known: Known) -> Iterator[Candidate]:
    match operator.takes:
        case Takes.CHOICE:
            for word, choice in operator.choices.items():
                yield Candidate(word, choice.help)
        case Takes.PATTERN:
            for name, said in (known.methods if operator.word == "method" else known.updates).items():
                yield Candidate(quoted(name), said)
        case Takes.RULE:
            for name, said in known.rules.items():
                yield Candidate(quoted(name), said)
        case Takes.SESSION:
            for place, session in enumerate(known.sessions):
                yield Candidate(session_letter(place), session)
            for place, session in enumerate(known.sessions):
                yield Candidate(quoted(session), f"session {session_letter(place)}")
        case _:
            for example in operator.examples:
                yield Candidate(example.partition(":")[2], f"for example: {operator.takes.value}")


def _matching(typed: str, candidates: Iterable[Candidate]) -> list[Candidate]:
    """Those that begin with what is typed, then those that hold it."""
    typed = typed.lower()
    held = [candidate for candidate in candidates if typed in candidate.text.lower()]
    return sorted(held, key=lambda candidate: not candidate.text.lower().strip('"').startswith(typed))
