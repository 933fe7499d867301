"""The journal's format: what is written is read, whatever was torn, and a reader is total on any bytes."""

from __future__ import annotations

import os
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.record import journal as j
from tests.record.running import Record, stream

PAYLOADS = st.lists(st.tuples(st.sampled_from(j.STREAMS), st.binary(max_size=200)), max_size=20)
NO_NUL = st.binary(max_size=30).map(lambda data: data.replace(b"\0", b"."))
NUMBER = st.integers(0, 2**32 - 1)
LONG = st.integers(0, 2**64 - 1)


def written(path: Path, data: list[tuple[int, bytes]]) -> bytes:
    writer = j.JournalWriter(str(path), b"start", lambda why: None)
    for kind, payload in data:
        writer.append(kind, payload)
    return path.read_bytes()


def read(content: bytes) -> tuple[list[Record], str, int]:
    with tempfile.TemporaryFile() as file:
        file.write(content)
        file.flush()
        reader = j.JournalReader(file.fileno())
        found = list(reader.records())
        return found, reader.fault, reader.torn()


@given(PAYLOADS)
def test_what_is_written_is_read(data: list[tuple[int, bytes]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        content = written(Path(folder) / "j", data)
    found, fault, torn = read(content)
    assert [(kind, payload) for _, kind, payload in found] == [(j.START, b"start"), *data]
    assert [at for at, _, _ in found] == sorted(at for at, _, _ in found)
    assert (fault, torn) == ("", 0)


@given(PAYLOADS, st.data())
def test_a_torn_end_loses_only_the_last_record(data: list[tuple[int, bytes]], draw: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        content = written(Path(folder) / "j", data)
    whole = read(content)[0]
    cut = draw.draw(st.integers(0, len(content)))
    found, fault, torn = read(content[:cut])
    assert fault == ""
    assert found == whole[: len(found)]
    sizes = [len(payload) + 16 for _, _, payload in found]
    assert torn == cut - (sum(sizes) + 8 if cut >= 8 else 0)
    assert len(found) == len(whole) or torn < len(whole[len(found)][2]) + 16


@given(st.one_of(st.binary(max_size=300), st.binary(max_size=300).map(lambda data: j.MAGIC + data)))
def test_reading_is_total(content: bytes) -> None:
    found, fault, torn = read(content)
    if not content.startswith(j.MAGIC):
        assert found == []
        assert bool(fault) == (not j.MAGIC.startswith(content))
    assert torn <= len(content)
    for _, kind, payload in found:
        if kind in (j.STREAM_END, j.SIGNAL, j.EXIT, j.GAP):
            j.decode(kind, payload)
        j.Start.decode(payload)
        j.decode_start_failed(payload)


@given(PAYLOADS, st.lists(st.integers(1, 100), min_size=1))
def test_a_growing_journal_is_read_bit_by_bit(data: list[tuple[int, bytes]], steps: list[int]) -> None:
    """However it grows, and whichever reader goes on where another stopped."""
    with tempfile.TemporaryDirectory() as folder:
        content = written(Path(folder) / "j", data)
    found: list[Record] = []
    offset = 0
    with tempfile.TemporaryFile() as file:
        at = 0
        while at < len(content):
            for step in steps:
                file.write(content[at : at + step])
                at += step
                file.flush()
                reader = j.JournalReader(file.fileno(), offset)
                found += reader.records()
                offset = reader.offset
                assert reader.fault == ""
    assert found == read(content)[0]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", ""),
        (j.MAGIC[:5], ""),
        (b"SQLite format 3\0", "not a journal"),
        (j.MAGIC[:-1] + b"\x02", "written by a newer acp-inspect"),
        (j.MAGIC[:-1] + b"\x00", "not a journal"),
        (j.MAGIC + b"\xff" * 16, "damaged at byte 8"),
        (j.MAGIC + bytes(8) + b"\x03\0\0\0" + bytes(4), "damaged at byte 8"),
    ],
)
def test_faults_are_named(content: bytes, fault: str) -> None:
    assert read(content)[1] == fault


def test_a_journal_that_shrinks_is_noticed(tmp_path: Path) -> None:
    content = written(tmp_path / "j", [(0, b"x" * 100)])
    with (tmp_path / "j").open("r+b") as file:
        reader = j.JournalReader(file.fileno())
        assert len(list(reader.records())) == 2
        file.truncate(len(content) - 1)
        assert list(reader.records()) == []
        assert reader.fault == f"cut short: it ends before byte {len(content)}"


def test_a_record_larger_than_a_block_is_read(tmp_path: Path) -> None:
    data = [(1, b"a"), (0, b"b" * 3_000_000), (1, b"c"), (0, b"d" * (1 << 20)), (2, b"e")]
    assert [(kind, payload) for _, kind, payload in read(written(tmp_path / "j", data))[0][1:]] == data


@given(st.lists(NO_NUL), NO_NUL, st.lists(NO_NUL), st.lists(NO_NUL), st.integers(0, 2**31), st.integers(0, 10**19 - 1))
def test_what_the_start_says_is_read(
    argv: list[bytes], cwd: bytes, tags: list[bytes], env: list[bytes], pid: int, wall: int
) -> None:
    start = j.Start()
    start.argv, start.cwd, start.tags, start.env, start.agent_pid, start.wall = argv, cwd, tags, env, pid, wall
    again = j.Start.decode(start.encode() + b"later=x\0decode=1\0")
    assert [getattr(again, name) for name in j.Start.__slots__] == [getattr(start, n) for n in j.Start.__slots__]


@given(st.binary())
def test_decoding_a_start_is_total(payload: bytes) -> None:
    start = j.Start.decode(payload)
    assert isinstance(start.agent_pid, int)
    assert isinstance(start.argv, list)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (j.STREAM_END, (1, j.READER_GONE, 32)),
        (j.SIGNAL, (15, 1)),
        (j.EXIT, (0xFF00, 2**64 - 1)),
        (j.GAP, (28, 0, 2**40, 7)),
    ],
)
def test_control_records_are_read(kind: int, values: tuple[int, ...]) -> None:
    payload = j.encode(kind, *values)
    assert j.decode(kind, payload) == values
    assert j.decode(kind, payload[:-1]) is None
    assert j.decode(kind, payload + b"\0") is None


@given(NUMBER, NUMBER, st.text(max_size=50))
def test_a_failed_start_is_read(exit_code: int, code: int, reason: str) -> None:
    reason = reason.encode("utf-8", "replace").decode()
    assert j.decode_start_failed(j.encode_start_failed(exit_code, code, reason)) == (exit_code, code, reason)


@given(st.binary())
def test_decoding_a_failed_start_is_total(payload: bytes) -> None:
    exit_code, code, reason = j.decode_start_failed(payload)
    assert exit_code >= 0 <= code
    assert len(reason) <= len(payload)


def test_an_existing_file_is_never_written_to(tmp_path: Path) -> None:
    (tmp_path / "j").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    for name in ("j", "link"):
        with pytest.raises(FileExistsError):
            j.JournalWriter(str(tmp_path / name), b"", lambda why: None)
    assert (tmp_path / "j").read_text() == "mine"
    assert not (tmp_path / "elsewhere").exists()


def test_threads_write_in_the_order_of_time(tmp_path: Path) -> None:
    writer = j.JournalWriter(str(tmp_path / "j"), b"", lambda why: None)

    def write(kind: int) -> None:
        for n in range(3_000):
            writer.append(kind, b"%d." % n)

    threads = [threading.Thread(target=write, args=(kind,)) for kind in j.STREAMS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found, fault, torn = read((tmp_path / "j").read_bytes())
    assert (fault, torn, len(found)) == ("", 0, 9_001)
    assert [at for at, _, _ in found] == sorted(at for at, _, _ in found)
    for kind in j.STREAMS:
        assert stream(found, kind) == b"".join(b"%d." % n for n in range(3_000))


def test_nothing_comes_after_the_end(tmp_path: Path) -> None:
    """A thread that still has bytes waits, so that it cannot pass on what is not in the journal."""
    writer = j.JournalWriter(str(tmp_path / "j"), b"", lambda why: None)
    writer.end_stream(1, j.END_OF_FILE, 0)
    writer.finish(j.EXIT, j.encode(j.EXIT, 0, 5), (0, 1))
    late = threading.Thread(target=writer.append, args=(2, b"late"), daemon=True)
    late.start()
    late.join(0.2)
    assert late.is_alive()
    kinds = [(kind, payload) for _, kind, payload in read((tmp_path / "j").read_bytes())[0]]
    assert kinds[1:] == [
        (j.STREAM_END, j.encode(j.STREAM_END, 1, j.END_OF_FILE, 0)),
        (j.STREAM_END, j.encode(j.STREAM_END, 0, j.LEFT_OPEN, 0)),
        (j.EXIT, j.encode(j.EXIT, 0, 5)),
    ]


def test_a_write_that_fails_ends_journaling_and_says_why_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short write leaves a torn record, which goes, and a gap in its place; data never follows a gap."""
    said: list[str] = []
    writer = j.JournalWriter(str(tmp_path / "j"), b"", said.append)
    writer.append(0, b"kept")
    real = os.writev

    def short(fd: int, parts: tuple[bytes, bytes]) -> int:
        return real(fd, (parts[0], parts[1][:3]))

    monkeypatch.setattr(os, "writev", short)
    writer.append(1, b"lost!")
    monkeypatch.undo()
    writer.append(0, b"lost")
    writer.finish(j.EXIT, j.encode(j.EXIT, 0, 5), ())
    found, fault, torn = read((tmp_path / "j").read_bytes())
    assert (fault, torn) == ("", 0)
    assert [(kind, payload) for _, kind, payload in found[1:]] == [
        (0, b"kept"),
        (j.GAP, j.encode(j.GAP, 28, 0, 0, 0)),
        (j.GAP, j.encode(j.GAP, 28, 4, 5, 0)),
        (j.EXIT, j.encode(j.EXIT, 0, 5)),
    ]
    assert said == ["No space left on device"]
