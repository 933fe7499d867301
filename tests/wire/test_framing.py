"""Law: the joined lines are the joined data, however the data was cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.wire.framing import Framer, Line, Stream

# Mostly the bytes that could mislead a framer.
DATA = st.lists(
    st.sampled_from([b"\n", b"\r\n", b"\r", "\u2028".encode(), b"\x85", b"\x0b", b"\x00", b"a"]) | st.binary()
)


def _lines(chunks: list[bytes]) -> list[Line]:
    framer = Framer()
    lines = [line for at, chunk in enumerate(chunks) for line in framer.feed(chunk, at)]
    return lines + framer.close()


@given(DATA)
def test_the_joined_lines_are_the_joined_data(chunks: list[bytes]) -> None:
    assert b"".join(line.raw for line in _lines(chunks)) == b"".join(chunks)


@given(DATA)
def test_how_the_data_was_cut_changes_nothing(chunks: list[bytes]) -> None:
    whole = b"".join(chunks)
    expected = [line.raw for line in _lines([whole])]
    assert [line.raw for line in _lines(chunks)] == expected
    assert [line.raw for line in _lines([whole[i : i + 1] for i in range(len(whole))])] == expected


@given(DATA)
def test_a_line_has_one_newline_and_it_is_its_last_byte(chunks: list[bytes]) -> None:
    lines = _lines(chunks)
    assert all(line.raw.count(b"\n") == 1 and line.terminated for line in lines[:-1])
    assert all(b"\n" not in line.raw[:-1] for line in lines)
    assert all(line.raw for line in lines)


def test_a_line_knows_when_its_first_and_last_byte_came() -> None:
    framer = Framer()
    assert framer.feed(b"ab", 10) == []
    assert framer.feed(b"cd", 20) == []
    assert framer.pending == 4
    assert framer.feed(b"e\nf\ng", 30) == [Line(b"abcde\n", 10, 30), Line(b"f\n", 30, 30)]
    assert framer.close() == [Line(b"g", 30, 30)]
    assert framer.close() == []
    assert framer.pending == 0


def test_a_newline_alone_ends_what_came_before() -> None:
    framer = Framer()
    framer.feed(b"ab", 1)
    assert framer.feed(b"\n", 9) == [Line(b"ab\n", 1, 9)]


def test_64_megabytes_in_small_pieces_are_one_line() -> None:
    framer = Framer()
    piece = b"x" * 65536
    for at in range(1024):
        assert framer.feed(piece, at) == []
    (line,) = framer.feed(b"\n", 1024)
    assert len(line.raw) == 64 * 1024 * 1024 + 1


def test_streams_have_words() -> None:
    assert [stream.word for stream in Stream] == ["c2a", "a2c", "stderr", "control"]
    assert [Stream.of_word(stream.word) for stream in Stream] == list(Stream)
