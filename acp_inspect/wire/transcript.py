r"""Traffic as text: the one notation of sample recordings, rule pages, tests and bug reports (`*.acp`).

A line of a transcript is one line of traffic. It begins with who wrote it, then, if known, when, then what:

    # a comment, or an empty line, says nothing
    C @0 {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}
    A @0.012 {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}
    E @0.5 warning: the agent's stderr
    A! {"jsonrpc":"2.0","method":"session/update","params":{}}
    A~ \xff no UTF-8\r\n
    = @1.25 {"control":"exited","code":0,"signal":null}

`C` Client, `A` Agent, `E` the Agent's stderr, `=` what the recorder knows (see `wire.control`). `@` gives seconds since
the start. `!` marks the line an example is about. `~` marks the escaped form: `\\` is a backslash, `\n` a newline,
`\r` a carriage return, `\t` a tab, `\xHH` any byte. The plain form stands for its bytes and one newline; the escaped
form for exactly its bytes, so an unfinished last line is an escaped one without `\n`.

Law: `parse(print_(entries)) == entries`, whatever the bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from acp_inspect.wire.framing import Stream

_LETTERS: Final = {
    "C": Stream.CLIENT_TO_AGENT,
    "A": Stream.AGENT_TO_CLIENT,
    "E": Stream.STDERR,
    "=": Stream.CONTROL,
}
_OF_STREAM: Final = {stream: letter for letter, stream in _LETTERS.items()}
_LINE = re.compile(r"([CAE=])(!?)(~?)(?: @(\d+(?:\.\d{1,9})?))?(?: (.*))?", re.DOTALL)
_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{2}|.?)", re.DOTALL)
_LETTER_OF_BYTE: Final = {0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t", 0x5C: "\\\\"}
_BYTE_OF_LETTER: Final = {"n": b"\n", "r": b"\r", "t": b"\t", "\\": b"\\"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a transcript."""

    stream: Stream
    raw: bytes
    """The exact bytes, with their newline if they have one."""
    at: int = -1
    """Nanoseconds since the start; -1 = not given."""
    marked: bool = False
    """Whether it is the line an example is about."""
    number: int = field(default=0, compare=False)
    """Number (from 1) of the transcript's line that it was read from."""


class TranscriptError(ValueError):
    """A line that is no transcript; says which (from 1) and why."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"line {number}: {reason}")
        self.number = number


def parse_transcript(text: str) -> list[Entry]:
    """The entries of a transcript. Raises TranscriptError at the first line that is none."""
    return list(parse_lines(text.split("\n")))


def parse_lines(lines: Iterable[str]) -> Iterator[Entry]:
    """The entries of a transcript's lines (without their newlines), one by one."""
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise TranscriptError(
                number, "expected C, A, E or =, then perhaps ! or ~, a space, perhaps @seconds, and bytes"
            )
        letter, mark, escaped, seconds, payload = match.groups()
        raw = _unescape(payload or "", number) if escaped else (payload or "").encode(errors="surrogateescape") + b"\n"
        yield Entry(_LETTERS[letter], raw, -1 if seconds is None else _nanoseconds(seconds), bool(mark), number)


def print_transcript(entries: Iterable[Entry]) -> str:
    """The transcript of the entries, one line each."""
    return "".join(print_entry(entry) + "\n" for entry in entries)


def print_entry(entry: Entry) -> str:
    """One line of a transcript, without newline."""
    plain = _plain(entry.raw)
    head = _OF_STREAM[entry.stream] + "!" * entry.marked + "~" * (plain is None)
    if entry.at >= 0:
        head += " @" + _seconds(entry.at)
    payload = _escape(entry.raw) if plain is None else plain
    return f"{head} {payload}" if payload else head


def _plain(raw: bytes) -> str | None:
    """The payload of the plain form, or None where only the escaped form is safe."""
    if not raw.endswith(b"\n"):
        return None
    try:
        text = raw[:-1].decode()
    except UnicodeDecodeError:
        return None
    # What an editor, a pager or a terminal could trim, change, hide or act upon is escaped.
    safe = text.replace("\t", " ").isprintable() and text == text.strip() and not text.startswith("@")
    return text if text and safe else None


def _escape(raw: bytes) -> str:
    # Printable ASCII stays readable; a space at an end would be trimmed, an @ at the start would read as a time.
    text = "".join(
        _LETTER_OF_BYTE.get(byte) or (chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}") for byte in raw
    )
    if text[:1] in (" ", "@"):
        text = f"\\x{raw[0]:02x}" + text[1:]
    if text.endswith(" "):
        text = text[:-1] + "\\x20"
    return text


def _unescape(payload: str, number: int) -> bytes:
    raw = bytearray()
    done = 0
    for match in _ESCAPE.finditer(payload):
        raw += payload[done : match.start()].encode(errors="surrogateescape")
        word = match[1]
        if len(word) == 3:
            raw.append(int(word[1:], 16))
        elif word in _BYTE_OF_LETTER:
            raw += _BYTE_OF_LETTER[word]
        else:
            raise TranscriptError(number, f"unknown escape \\{word}; known are \\\\ \\n \\r \\t \\xHH")
        done = match.end()
    return bytes(raw + payload[done:].encode(errors="surrogateescape"))


def _seconds(nanoseconds: int) -> str:
    whole, fraction = divmod(nanoseconds, 1_000_000_000)
    return f"{whole}.{fraction:09d}".rstrip("0").rstrip(".")


def _nanoseconds(seconds: str) -> int:
    whole, _, fraction = seconds.partition(".")
    return int(whole) * 1_000_000_000 + int(fraction.ljust(9, "0"))
