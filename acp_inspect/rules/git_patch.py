"""Read the text of a git patch: its sections, and the paths in their headers. Total: any text reads as something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

NOWHERE: Final = "/dev/null"
"""Stands for the side that does not exist."""
_SECTION: Final = "diff --git "
_NAMED: Final = ("--- ", "+++ ", "rename from ", "rename to ", "copy from ", "copy to ")
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE: Final = re.compile(r"\\([0-7]{3}|.)")
_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


class Named(NamedTuple):
    """A path in a header."""

    keyword: str
    """`diff --git`, `---`, `+++`, `rename from` …"""
    path: str


class Section(NamedTuple):
    """What a patch does to one file."""

    paths: tuple[Named, ...]
    created: bool = False
    deleted: bool = False

    def path(self, *keywords: str) -> str | None:
        """The first path under one of these words, in their order, that is not nowhere."""
        for keyword in keywords:
            for named in self.paths:
                if named.keyword == keyword and named.path != NOWHERE:
                    return named.path
        return None

    @property
    def operation(self) -> str:
        """`add`, `delete`, `move`, `copy` or `modify`."""
        words = {named.keyword for named in self.paths}
        if "rename to" in words:
            return "move"
        if "copy to" in words:
            return "copy"
        if self.created:
            return "add"
        return "delete" if self.deleted else "modify"


class Patch(NamedTuple):
    """A patch in its parts."""

    before: str
    """What stands before the first section."""
    sections: tuple[Section, ...]
    signature: str | None
    """The mail signature at its end, where there is one."""


def read_patch(text: str) -> Patch:
    """The parts of a patch's text."""
    lines = text.split("\n")
    first = next((number for number, line in enumerate(lines) if line.startswith(_SECTION)), None)
    if first is None:
        return Patch(text, (), None)
    starts = [number for number, line in enumerate(lines) if line.startswith(_SECTION)]
    ends = [*starts[1:], len(lines)]
    sections = tuple(_section(lines[start:end]) for start, end in zip(starts, ends, strict=True))
    return Patch("\n".join(lines[:first]), sections, _signature(lines))


def _signature(lines: list[str]) -> str | None:
    tail = [line.rstrip("\r") for line in lines if line.strip()][-2:]
    return tail[1] if len(tail) == 2 and tail[0] == "-- " and re.match(r"\d+\.\d+", tail[1]) else None


def _section(lines: list[str]) -> Section:
    paths = [Named("diff --git", path) for path in _both(lines[0].rstrip("\r")[len(_SECTION) :])]
    created = deleted = False
    for line in _header(lines[1:]):
        created = created or line.startswith("new file mode")
        deleted = deleted or line.startswith("deleted file mode")
        for keyword in _NAMED:
            if line.startswith(keyword):
                paths.append(Named(keyword.rstrip(), _path(line[len(keyword) :])))
    nowhere = {named.keyword for named in paths if named.path == NOWHERE}
    return Section(tuple(paths), created or "---" in nowhere, deleted or "+++" in nowhere)


def _header(lines: list[str]) -> Iterator[str]:
    """The lines before the first hunk: in a hunk any line may look like a header."""
    for line in lines:
        if line.startswith(("@@", "GIT binary patch", "Binary files")):
            return
        yield line.rstrip("\r")


def _both(text: str) -> list[str]:
    """The two paths of a `diff --git` line; none where spaces leave open which they are."""
    quoted = list(_QUOTED.finditer(text))
    if quoted:
        rest = _QUOTED.sub(" ", text).split()
        return [*(_unquote(match[1]) for match in quoted), *rest] if len(quoted) + len(rest) == 2 else []
    words = text.split(" ")
    if len(words) == 2:
        return words
    half = len(text) // 2
    return [text[:half], text[half + 1 :]] if text[:half] == text[half + 1 :] else []


def _path(text: str) -> str:
    match = _QUOTED.match(text)
    return _unquote(match[1]) if match is not None else text.partition("\t")[0].rstrip(" ")


def _unquote(text: str) -> str:
    raw = bytearray()
    done = 0
    for match in _ESCAPE.finditer(text):
        raw += text[done : match.start()].encode(errors="replace")
        word = match[1]
        raw += bytes([int(word, 8) & 0xFF]) if len(word) == 3 else _LETTERS.get(word, word).encode(errors="replace")
        done = match.end()
    return (bytes(raw) + text[done:].encode(errors="replace")).decode(errors="replace")
