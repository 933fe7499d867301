"""Import Toad's log of an Agent: `[client]` before a Python value, `[agent]` before a line, `[error]` before words.

Toad is the Client. What it sent is written as Python writes a value, so it is read as such, never run. There are no
times, and stderr is not in it.
"""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import Found, assembled, file_lines, message_line, remark
from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.wire.control import Gap, Note
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json

_ABOUT: Final = (
    "Toad's log: what the Client sent is written anew, what the Agent sent is not, except for line ends; stderr is not"
    " in it, and times are unknown"
)
_LINE: Final = re.compile(rb"\[(client|agent|error)\] ?(.*)", re.DOTALL)
_LONGEST_VALUE: Final = 32 << 20
_DEEPEST: Final = 90
"""Containers in one another; what reads Python values ends the process at much more."""
_TOKEN: Final = re.compile(
    r"""'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}(),:]|\s+|True|False|None"""
    r"""|-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,4})?(?![\w.])"""
)


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format: its first line has a mark, and one is a message's."""
    lines = head.lstrip().split(b"\n")
    return _LINE.match(lines[0]) is not None and any(line.startswith((b"[client] {", b"[agent] {")) for line in lines)


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of a log. Raises ImportFault at a line without a mark."""
    return assembled(_found(source), _ABOUT, reserialised=True)


def _found(source: Source) -> Iterator[Found]:
    for number, line in file_lines(source):
        match = _LINE.match(line)
        text = (match[2] if match is not None else line).rstrip(b"\r\n")
        mark = match[1] if match is not None else b""
        if mark == b"client":
            try:
                raw = message_line(python_value(text))
            except ValueError as error:
                yield remark(Gap(Stream.CLIENT_TO_AGENT, None, f"a value that cannot be read: {error}"), None, number)
            else:
                yield Found(Stream.CLIENT_TO_AGENT, raw, None, number)
        elif mark == b"agent":
            yield Found(Stream.AGENT_TO_CLIENT, text + b"\n", None, number)
        elif text:
            yield remark(Note("Toad: " + text.decode(errors="replace")), None, number)


def python_value(text: bytes) -> Json:
    """The JSON value that a Python value stands for. Raises ValueError for anything else, also for what is too long or
    too deep."""
    if len(text) > _LONGEST_VALUE:
        raise ValueError(f"it is longer than {_LONGEST_VALUE:,} bytes")
    words = text.decode(errors="replace").strip()
    place = depth = 0
    while place < len(words):
        token = _TOKEN.match(words, place)
        if token is None:
            raise ValueError(f"character {place + 1} is of no plain value")
        depth += {"[": 1, "{": 1, "(": 1, "]": -1, "}": -1, ")": -1}.get(token[0], 0)
        if depth > _DEEPEST:
            raise ValueError(f"it is nested deeper than {_DEEPEST} levels")
        place = token.end()
    try:
        with warnings.catch_warnings(action="ignore"):
            return _json(ast.literal_eval(words))
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError(str(error).partition("\n")[0] or "it is no value") from None


def _json(value: object) -> Json:
    match value:
        case None | bool() | int() | str():
            return value.encode(errors="replace").decode() if isinstance(value, str) else value
        case float() if math.isfinite(value):
            return value
        case list() | tuple():
            return [_json(item) for item in value]
        case dict():
            return {_name(name): _json(item) for name, item in value.items()}
    raise ValueError(f"JSON has no {type(value).__name__} like it")


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise ValueError("a member's name is no string")
    return name.encode(errors="replace").decode()
