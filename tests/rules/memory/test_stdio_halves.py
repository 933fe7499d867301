"""Lines that begin a JSON text, and what the lines after them make of it."""

from __future__ import annotations

import pytest

from acp_inspect.rules.memory.stdio_halves import MOST_LINES
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import Entry, parse_transcript
from tests.rules.judging import findings


def _found(entries: list[Entry]) -> list[tuple[int, str]]:
    return sorted((line, finding.rule) for line, finding in findings(entries) if finding.rule.startswith("stdio/"))


@pytest.mark.parametrize(
    ("transcript", "found"),
    [
        ('C {\nC "a": 1\nC }', [(1, "stdio/embedded-newline")]),
        ('C {"a":"one\nC two"}', [(1, "stdio/embedded-newline")]),
        # The other side's lines, and stderr, do not come between.
        ('C {\nA {"jsonrpc":"2.0","method":"_a"}\nE hm\nC }', [(1, "stdio/embedded-newline")]),
        ('A {"a":\nA {"jsonrpc":"2.0","method":"_a"}', [(1, "stdio/stdout-not-json")]),
        ('A {"a":\nA {"jsonrpc":"2.0"\nA }', [(1, "stdio/stdout-not-json"), (2, "stdio/embedded-newline")]),
        ('A {"a":\nA Content-Length: 5', [(1, "stdio/stdout-not-json"), (2, "stdio/content-length-framing")]),
        ('A {"a":\n= {"control":"exited","code":0,"signal":null}', [(1, "stdio/stdout-not-json")]),
        ('C {"a":\n= {"control":"stream-ended","stream":"c2a","reason":"eof"}', [(1, "stdio/stdin-not-json")]),
        ('A {"a":', [(1, "stdio/stdout-not-json")]),
        ('A~ {"jsonrpc":"2.0","id":1,"res', [(1, "stdio/truncated-last-line")]),
        ("A {\nA oops\nA }", [(line, "stdio/stdout-not-json") for line in (1, 2, 3)]),
    ],
)
def test_each_line_is_reported_once(transcript: str, found: list[tuple[int, str]]) -> None:
    assert _found(parse_transcript(transcript)) == found


def test_a_text_that_never_ends_is_given_up() -> None:
    lines = [b"{\n", *[b'"a": [\n'] * (MOST_LINES + 10)]
    found = _found([Entry(Stream.AGENT_TO_CLIENT, raw) for raw in lines])
    assert len(found) == len(lines)
    assert {rule for _, rule in found} == {"stdio/stdout-not-json"}
