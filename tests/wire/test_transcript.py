"""The transcript notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import (
    Entry,
    TranscriptError,
    parse_transcript,
    print_entry,
    print_transcript,
)

ENTRIES = st.builds(
    Entry,
    st.sampled_from(Stream),
    st.binary() | st.text().map(lambda text: text.encode(errors="surrogatepass") + b"\n"),
    st.just(-1) | st.integers(0, 10**18),
    st.booleans(),
)


@given(st.lists(ENTRIES))
def test_parsing_what_was_printed_gives_the_same_entries(entries: list[Entry]) -> None:
    assert parse_transcript(print_transcript(entries)) == entries


@given(st.lists(ENTRIES))
def test_a_transcript_is_plain_text_that_tools_leave_alone(entries: list[Entry]) -> None:
    for line in print_transcript(entries).split("\n"):
        assert line == line.rstrip()
        assert line.replace("\t", " ").isprintable()


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ('C @0 {"id":1}', Entry(Stream.CLIENT_TO_AGENT, b'{"id":1}\n', 0)),
        ("A @1.5 x", Entry(Stream.AGENT_TO_CLIENT, b"x\n", 1_500_000_000)),
        ("A @0.000000001 x", Entry(Stream.AGENT_TO_CLIENT, b"x\n", 1)),
        ("E warn: ünïcode", Entry(Stream.STDERR, "warn: ünïcode\n".encode())),
        ("A! x", Entry(Stream.AGENT_TO_CLIENT, b"x\n", marked=True)),
        (r"A~ \xff\\", Entry(Stream.AGENT_TO_CLIENT, b"\xff\\")),
        (r"C~ @2 {}\r\n", Entry(Stream.CLIENT_TO_AGENT, b"{}\r\n", 2_000_000_000)),
        (r"A~ \n", Entry(Stream.AGENT_TO_CLIENT, b"\n")),
        ("A~", Entry(Stream.AGENT_TO_CLIENT, b"")),
        (r"A~ \x40home", Entry(Stream.AGENT_TO_CLIENT, b"@home")),
        (r"A~ \x20x \n", Entry(Stream.AGENT_TO_CLIENT, b" x \n")),
        (r"A~ \x20x\x20", Entry(Stream.AGENT_TO_CLIENT, b" x ")),
        (r"A a  b", Entry(Stream.AGENT_TO_CLIENT, b"a  b\n")),
        (r"E~ \x1b]0;title\x07\n", Entry(Stream.STDERR, b"\x1b]0;title\x07\n")),
        (r"A~ a\xe2\x80\xa8b\n", Entry(Stream.AGENT_TO_CLIENT, "a\u2028b\n".encode())),
        (r"A~ \xe2\x80\xae\n", Entry(Stream.AGENT_TO_CLIENT, "\u202e\n".encode())),
        (r"A! back\slash", Entry(Stream.AGENT_TO_CLIENT, b"back\\slash\n", marked=True)),
    ],
)
def test_a_line_and_its_entry(line: str, entry: Entry) -> None:
    assert parse_transcript(line) == [entry]
    assert print_entry(entry) == line


def test_comments_and_empty_lines_say_nothing() -> None:
    assert parse_transcript("# C x\n\n   \nC x\n") == [Entry(Stream.CLIENT_TO_AGENT, b"x\n")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("C x\nX y", "line 2: expected C, A, E or ="),
        ("Cx", "line 1: expected"),
        (r"A~ \q", r"line 1: unknown escape \\q"),
        ("A~ \\", "line 1: unknown escape"),
        ("A @x y", ""),
    ],
)
def test_what_is_no_transcript_is_refused_with_its_line(text: str, message: str) -> None:
    if not message:
        # An @ that is no time is payload: only a transcript written by hand can have it.
        assert parse_transcript(text) == [Entry(Stream.AGENT_TO_CLIENT, b"@x y\n")]
        return
    with pytest.raises(TranscriptError, match=message):
        parse_transcript(text)
