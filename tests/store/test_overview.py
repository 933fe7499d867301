"""The whole recording from far away."""

from __future__ import annotations

from pathlib import Path

from acp_inspect.store.findings import judge_recording
from acp_inspect.store.judging import Judging, wants_judging
from acp_inspect.store.overview import Mark, Turn, read_marks, read_overview
from acp_inspect.store.writer import Origin, Writer
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import parse_transcript

SECOND = 1_000_000_000

TALK = """
C @0 {"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}
A @4 {"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_turn"}}
E @4 a line
A @9 no message
C @10 {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}
"""


def recorded(path: Path, text: str, *, timed: bool = True) -> Path:
    writer = Writer.create(path, Origin("tee", 1_796_000_000_000_000_000))
    for entry in parse_transcript(text):
        writer.put(entry.stream, entry.raw, entry.at if timed else -1, entry.at if timed else -1)
    writer.finish("ended", 10 * SECOND if timed else -1)
    writer.close()
    return path


def test_buckets_by_time(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.acprec", TALK)
    judge_recording(path)
    overview = read_overview(path, 5)
    assert (overview.timed, overview.length) == (True, 10 * SECOND)
    assert [tuple(bucket[:4]) for bucket in overview.buckets] == [
        (1, 0, 0, 0),
        (0, 0, 0, 0),
        (0, 1, 1, 0),
        (0, 0, 0, 0),
        (1, 1, 0, 0),
    ]
    assert overview.turns == (Turn(0, 0.4), Turn(1, 1))
    assert (overview.buckets[4].level, overview.buckets[4].found) == ("error", 4)


def test_without_times_the_axis_is_the_number(tmp_path: Path) -> None:
    overview = read_overview(recorded(tmp_path / "a.acprec", TALK, timed=False), 5)
    assert (overview.timed, overview.length) == (False, 5)
    assert [sum(bucket[:4]) for bucket in overview.buckets] == [1, 1, 1, 1, 1]
    assert overview.turns == (Turn(0, 0.2), Turn(0.8, 1))


def test_an_empty_recording_has_no_buckets(tmp_path: Path) -> None:
    overview = read_overview(recorded(tmp_path / "a.acprec", ""), 5)
    assert sum(sum(bucket[:4]) for bucket in overview.buckets) == 0
    assert read_overview(recorded(tmp_path / "b.acprec", "", timed=False), 5).buckets == ()


def test_a_process_judges_what_was_not(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.acprec", TALK)
    assert wants_judging(path)
    judging = Judging(path)
    judging._process.wait(60)
    assert judging.outcome() == ""
    judging.stop()
    assert not wants_judging(path)
    marks = read_marks(path)
    assert marks[4].level == "error"
    assert all(isinstance(mark, Mark) and mark.number >= 1 for mark in marks.values())


def test_a_process_that_cannot_judge_says_why(tmp_path: Path) -> None:
    judging = Judging(tmp_path / "missing.acprec")
    judging._process.wait(60)
    outcome = judging.outcome()
    assert outcome is not None
    assert "missing.acprec" in outcome
    judging.stop()


def test_what_is_live_is_not_judged_by_us(tmp_path: Path) -> None:
    writer = Writer.create(tmp_path / "a.acprec", Origin("tee", 0))
    writer.put(Stream.STDERR, b"x\n", 0, 0)
    writer.commit()
    assert not wants_judging(tmp_path / "a.acprec")
    writer.finish("ended", 0)
    writer.close()
