"""Part of a recording: what meets a filter, and gaps for the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from acp_inspect.export.subset import chosen_lines, lines_of
from acp_inspect.importers.captured import CapturedLine
from acp_inspect.importers.store import store_lines
from acp_inspect.store.reader import Recording
from acp_inspect.views.filter import Filter, read_filter
from acp_inspect.wire.control import Exited, Gap, decode_control, encode_control
from acp_inspect.wire.framing import Stream

C2A, A2C, STDERR, CONTROL = Stream

LINES = [
    (C2A, b'{"method":"a"}\n'),
    (A2C, b'{"method":"b"}\n'),
    (STDERR, b"b\n"),
    (C2A, b'[{"method":"a"},{"method":"b"},{"method":"a"}]\n'),
    (C2A, b'{"method":"c"}\n'),
    (A2C, b'{"method":"b"}\n'),
    (CONTROL, encode_control(Exited(0))),
]


@pytest.fixture(params=[0, -1], ids=["timed", "untimed"])
def recording(request: pytest.FixtureRequest, tmp_path: Path) -> Recording:
    path = tmp_path / "a.acprec"
    at = [number * 10 if request.param == 0 else -1 for number in range(len(LINES))]
    lines = [CapturedLine(stream, raw, time, time) for (stream, raw), time in zip(LINES, at, strict=True)]
    store_lines(iter(lines), path, source="test")
    return Recording.open(path)


def filter_of(text: str) -> Filter:
    where = read_filter(text)
    assert isinstance(where, Filter)
    return where


def subset(recording: Recording, text: str) -> list[int | Gap]:
    """The numbers of the lines, and the gaps between them."""
    with recording:
        lines = list(lines_of(recording, filter_of(text)))
        times = [line.last_at for line in lines]
        assert times == sorted(times)
        timed = recording.info().timed
        assert all((time >= 0) is timed for time in times)
        originals = {line.id: line for line in recording.lines()}
    found: list[int | Gap] = []
    for line in lines:
        if line == originals[line.id]:
            found.append(line.id)
        else:
            assert line.stream is CONTROL
            control = decode_control(line.raw)
            assert isinstance(control, Gap)
            found.append(control)
    return found


def gap(stream: Stream | None, *numbers: int) -> Gap:
    return Gap(stream, sum(len(LINES[number - 1][1]) for number in numbers), "left out by a filter")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kind:notification or kind:control or stderr", [1, 2, 3, 4, 5, 6, 7]),
        ("not stderr", [1, 2, 4, 5, 6, 7]),
        ("method:a", [1, gap(A2C, 2), 4, gap(None, 5, 6)]),
        ("method:c", [gap(None, 1, 2, 4), 5, gap(A2C, 6)]),
        ("side:agent", [gap(C2A, 1), 2, 3, gap(C2A, 4, 5), 6]),
        ("text:nothing", [gap(None, 1, 2, 4, 5, 6)]),
        ("kind:message", [1, 2, 4, 5, 6]),
    ],
)
def test_lines_that_meet_the_filter_and_gaps_for_messages(
    recording: Recording, text: str, expected: list[int | Gap]
) -> None:
    assert subset(recording, text) == expected


def test_without_a_filter_it_is_the_recording(recording: Recording) -> None:
    with recording:
        assert list(lines_of(recording, None)) == list(recording.lines())


def test_a_batch_is_chosen_once_and_progress_is_told(recording: Recording) -> None:
    told: list[int] = []
    with recording:
        assert list(chosen_lines(recording, filter_of("method:a or method:b"), told.append)) == [1, 2, 4, 6]
        assert told[-1] == recording.count()
