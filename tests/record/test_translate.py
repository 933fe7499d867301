"""Records of a journal as lines."""

from __future__ import annotations

import struct
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.record import translate
from acp_inspect.record.journal import EXIT, GAP, SIGNAL, START, START_FAILED, STREAM_END
from acp_inspect.record.translate import Cut, Translation, readable
from acp_inspect.wire.control import Control, Exited, Gap, Signalled, Started, StartFailed, StreamEnded, decode_control
from acp_inspect.wire.framing import Stream
from tests.record.journals import START_NS, start_payload


def begun(payload: bytes | None = None) -> tuple[Translation, list[Cut]]:
    translation = Translation()
    return translation, translation.lines(START_NS + 10, START, start_payload() if payload is None else payload)


def controls(cuts: list[Cut]) -> list[Control]:
    return [decode_control(cut.line.raw) for cut in cuts if cut.stream is Stream.CONTROL]


def test_the_start_says_what_runs() -> None:
    translation, cuts = begun()
    assert controls(cuts) == [Started(("agent", "--acp"), 4712)]
    assert cuts[0].line.last_at == 10
    assert translation.start is not None
    assert translation.start.tee_pid == 4711


def test_arguments_that_are_no_utf8_are_kept_readable() -> None:
    _, cuts = begun(start_payload(argv=(b"agent", b"caf\xe9")))
    assert controls(cuts) == [Started(("agent", "caf\\xe9"), 4712)]
    assert readable(b"\xff\xc3\xa9") == "\\xffé"


def test_a_terminal_as_stderr_is_a_hole_in_the_recording() -> None:
    _, cuts = begun(start_payload().replace(b"stderr=recorded", b"stderr=terminal"))
    (gap,) = [control for control in controls(cuts) if isinstance(control, Gap)]
    assert gap.stream is Stream.STDERR


def test_times_count_from_the_start() -> None:
    translation, _ = begun()
    assert translation.lines(START_NS + 500, 1, b"half ") == []
    (cut,) = translation.lines(START_NS + 700, 1, b"line\n")
    assert cut == (Stream.AGENT_TO_CLIENT, (b"half line\n", 500, 700))


def test_a_clock_before_the_start_reads_as_the_start() -> None:
    translation, _ = begun()
    (cut,) = translation.lines(0, 0, b"x\n")
    assert cut.line.last_at == 0


def test_a_stream_that_ends_gives_up_its_tail() -> None:
    translation, _ = begun()
    translation.lines(START_NS + 20, 0, b"tail")
    cuts = translation.lines(START_NS + 30, STREAM_END, struct.pack("<III", 0, 0, 0))
    assert cuts[0] == (Stream.CLIENT_TO_AGENT, (b"tail", 20, 20))
    assert controls(cuts) == [StreamEnded(Stream.CLIENT_TO_AGENT, "eof")]
    (again,) = translation.lines(START_NS + 40, STREAM_END, struct.pack("<III", 1, 1, 0))
    assert controls([again]) == [StreamEnded(Stream.AGENT_TO_CLIENT, "its reader went away")]


@pytest.mark.parametrize(("status", "exited"), [(0, Exited(0)), (3 << 8, Exited(3)), (9, Exited(None, 9))])
def test_the_exit_is_the_last_line(status: int, exited: Exited) -> None:
    translation, _ = begun()
    translation.lines(START_NS + 20, 2, b"last words")
    cuts = translation.lines(START_NS + 90, EXIT, struct.pack("<iQ", status, START_NS + 50))
    assert [cut.stream for cut in cuts] == [Stream.STDERR, Stream.CONTROL]
    assert controls(cuts) == [exited]
    assert (cuts[-1].line.first_at, cuts[-1].line.last_at) == (50, 90)
    assert translation.over
    assert translation.ending(0, "", False) == []


def test_an_agent_that_could_not_be_started() -> None:
    translation, cuts = begun(start_payload().replace(b"agent_pid=4712", b"agent_pid=0"))
    assert cuts == []
    cuts = translation.lines(
        START_NS + 5, START_FAILED, struct.pack("<II", 127, 2) + b"cannot start agent: no such file"
    )
    assert controls(cuts) == [StartFailed(("agent", "--acp"), "cannot start agent: no such file", 127)]
    assert translation.over


def test_signals() -> None:
    translation, _ = begun()
    assert controls(translation.lines(START_NS, SIGNAL, struct.pack("<II", 15, 1))) == [Signalled(15)]


def test_a_gap_is_said_when_it_begins_and_again_with_its_size() -> None:
    translation, _ = begun()
    translation.lines(START_NS, 1, b"tail")
    first = translation.lines(START_NS + 5, GAP, struct.pack("<IQQQ", 28, 0, 0, 0))
    assert first[0].line.raw == b"tail"
    assert controls(first) == [Gap(None, None, "the journal could not be written: No space left on device")]
    last = translation.lines(START_NS + 9, GAP, struct.pack("<IQQQ", 28, 0, 77, 1))
    assert [(gap.stream, gap.size) for gap in controls(last) if isinstance(gap, Gap)] == [
        (Stream.AGENT_TO_CLIENT, 77),
        (Stream.STDERR, 1),
    ]
    assert controls(translation.lines(START_NS + 9, GAP, struct.pack("<IQQQ", 28, 0, 0, 0))) == []


def test_a_tee_that_was_killed() -> None:
    translation, _ = begun()
    translation.lines(START_NS + 5, 1, b"tail")
    cuts = translation.ending(11, "", True)
    assert cuts[0].line.raw == b"tail"
    gaps = controls(cuts)
    assert [gap.size for gap in gaps if isinstance(gap, Gap)] == [None, 11, None]
    assert gaps[-1] == Gap(None, None, "the tee ended without a word: bytes after this may be missing")
    assert translation.over


def test_an_endless_line_is_kept_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translate, "LONGEST_LINE", 100)
    translation, _ = begun()
    cuts = [cut for _ in range(7) for cut in translation.lines(START_NS, 1, b"x" * 40)]
    cuts += translation.ending(0, "", False)
    assert [len(cut.line.raw) for cut in cuts if cut.stream is Stream.AGENT_TO_CLIENT] == [120, 120, 40]


_PAYLOADS = st.binary() | st.sampled_from([8, 12, 28]).flatmap(lambda size: st.binary(min_size=size, max_size=size))
_KINDS = st.sampled_from([0, 1, 2, *range(16, 24), 99, 255])
_RECORDS = st.lists(st.tuples(st.integers(0, 2**64 - 1), _KINDS, _PAYLOADS))


@given(_RECORDS)
def test_any_records_give_lines_and_lose_no_byte(records: list[tuple[int, int, bytes]]) -> None:
    translation = Translation()
    cuts = [cut for at, kind, payload in records for cut in translation.lines(at, kind, payload)]
    cuts += translation.ending(0, "", False)
    for stream in (0, 1, 2):
        joined = b"".join(cut.line.raw for cut in cuts if cut.stream == stream)
        assert joined == b"".join(payload for _, kind, payload in records if kind == stream)
    assert all(0 <= cut.line.first_at <= 2**62 and 0 <= cut.line.last_at <= 2**62 for cut in cuts)
    lines = [cut.line.raw for cut in cuts]
    assert all(raw.find(b"\n") in (-1, len(raw) - 1) for raw in lines)
    assert all(cut.line.raw.endswith(b"\n") for cut in cuts if cut.stream is Stream.CONTROL)


@given(st.lists(st.tuples(st.integers(0, 10_000), st.sampled_from([0, 1, SIGNAL]))))
def test_whole_lines_stand_in_the_order_of_their_times(steps: list[tuple[int, int]]) -> None:
    translation, cuts = begun()
    at = 10
    for step, kind in steps:
        at += step
        cuts += translation.lines(START_NS + at, kind, struct.pack("<II", 1, 1) if kind == SIGNAL else b"{}\nx\n")
    assert all(one.line.last_at <= other.line.last_at for one, other in pairwise(cuts))
