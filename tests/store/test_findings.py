"""Findings in a recording: the same live, bit by bit, and at once."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from acp_inspect.errors import StoreError
from acp_inspect.store.findings import Annotator, judge_recording, stamp
from acp_inspect.store.reader import Recording
from acp_inspect.store.rows import FindingRow
from acp_inspect.store.writer import Origin, Writer
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import Entry, parse_transcript

SAMPLE = Path(__file__).parents[2] / "recordings/v1/faults.acp"


def _entries() -> list[Entry]:
    return parse_transcript(SAMPLE.read_text())


def _put(writer: Writer, entries: list[Entry]) -> None:
    for entry in entries:
        writer.put(entry.stream, entry.raw, entry.at, entry.at)
    writer.commit()


def _found(path: Path) -> list[FindingRow]:
    with Recording.open(path) as recording:
        return recording.findings()


@pytest.fixture
def at_once(tmp_path: Path) -> Path:
    """The sample as a finished recording."""
    path = tmp_path / "once.acprec"
    writer = Writer.create(path, Origin("acp", None))
    _put(writer, _entries())
    writer.finish("imported", None)
    return path


def test_the_sample_of_faults_has_findings_and_they_are_counted(at_once: Path) -> None:
    judge_recording(at_once)
    found = _found(at_once)
    assert {"notice/ungated", "jsonrpc/id-duplicate-in-flight"} <= {finding.rule for finding in found}
    with Recording.open(at_once) as recording:
        info = recording.info()
    assert info.judged == info.counts.events
    assert sum(info.findings.values()) == len(found)
    assert [finding.seq for finding in found] == sorted(finding.seq for finding in found)


@pytest.mark.parametrize("step", [1, 7])
def test_live_and_at_once_agree(tmp_path: Path, at_once: Path, step: int) -> None:
    judge_recording(at_once)
    path = tmp_path / "live.acprec"
    writer = Writer.create(path, Origin("acp", None))
    annotator = Annotator(path)
    entries = _entries()
    for start in range(0, len(entries), step):
        _put(writer, entries[start : start + step])
        assert not annotator.advance()
    writer.finish("imported", None)
    assert annotator.advance()
    assert _found(path) == _found(at_once)


def test_findings_of_older_rules_are_made_again(at_once: Path) -> None:
    judge_recording(at_once)
    before = _found(at_once)
    with sqlite3.connect(at_once) as connection:
        connection.execute("UPDATE recording SET judged_by = 'older'")
        connection.execute("DELETE FROM finding WHERE id % 2")
    connection.close()
    judge_recording(at_once)
    assert _found(at_once) == before
    with sqlite3.connect(at_once) as connection:
        assert connection.execute("SELECT judged_by FROM recording").fetchone() == (stamp(),)
    connection.close()


def test_two_annotators_never_write_a_finding_twice(tmp_path: Path) -> None:
    path = tmp_path / "two.acprec"
    writer = Writer.create(path, Origin("acp", None))
    entries = _entries()
    first = Annotator(path)
    _put(writer, entries[:30])
    first.advance()
    second = Annotator(path)
    second.advance()
    _put(writer, entries[30:])
    writer.finish("imported", None)
    second.advance()
    once = _found(path)
    with pytest.raises(StoreError, match="judged by another"):
        first.advance()
    assert _found(path) == once


def test_an_empty_recording_is_judged(tmp_path: Path) -> None:
    path = tmp_path / "empty.acprec"
    writer = Writer.create(path, Origin("acp", None))
    writer.put(Stream.STDERR, b"hm\n", 0, 0)
    writer.finish("imported", None)
    judge_recording(path)
    assert _found(path) == []
