"""acpx's session streams, read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from acp_inspect.importers.acpx import detect, read
from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.wire.control import Exited, Gap, Note, Started
from tests.importers.reading import CONTROL, only, opening, remarks, sample, told, traffic

STREAM = sample("acpx.stream.ndjson")


def test_directions_are_inferred_and_marks_are_notes() -> None:
    lines = only(STREAM, "acpx")
    assert [word for word, _, _ in told(lines)] == [
        *["control"] * 2,
        *["c2a", "a2c"] * 2,
        # The id 0 of the Agent's request is not that of the Client's.
        *["c2a", "a2c", "c2a", "a2c"],
        *["control"] * 2,
        *["c2a", "a2c", "control"],
    ]
    assert b"".join(raw for _, raw in traffic(lines)) == b"".join(
        line for line in STREAM.splitlines(keepends=True) if b"acpx.session" not in line and line.endswith(b"\n")
    )
    assert opening(lines).reserialised


def test_a_new_initialize_is_a_new_process_and_a_cut_line_a_gap() -> None:
    said = remarks(only(STREAM, "acpx"))[1:]
    assert said[0] == Note(
        'acpx: {"type":"segment","record_id":"r","sequence":1,"message_sequence":0,"request_id":null}'
    )
    assert said[-2:] == [Exited(None), Gap(None, None, "the stream ends inside a line")]


def test_source_lines_are_kept() -> None:
    lines = only(STREAM, "acpx")
    assert [line.source for line in lines if line.stream is not CONTROL] == [*range(3, 11), 12, 13]


def _beside(folder: Path) -> list[CapturedLine]:
    path = folder / "r.stream.ndjson"
    path.write_bytes(STREAM)
    with path.open("rb") as file:
        return list(read(Source(str(path), file)))


def test_the_record_beside_the_stream_tells_the_command(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_bytes(sample("acpx.json"))
    assert [one for one in remarks(_beside(tmp_path)) if isinstance(one, Started)] == [
        Started(("npx", "an agent", "--acp"), None)
    ] * 2


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{", b'{"schema":"other","agent_command":"x"}', b'{"agent_command":7}']
)
def test_another_file_beside_the_stream_tells_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "r.json").write_bytes(content)
    assert not any(isinstance(one, Started) for one in remarks(_beside(tmp_path)))


def test_a_pipe_or_a_folder_beside_the_stream_is_left_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "r.json")
    assert not any(isinstance(one, Started) for one in remarks(_beside(tmp_path)))
    (tmp_path / "r.json").unlink()
    (tmp_path / "r.json").mkdir()
    assert not any(isinstance(one, Started) for one in remarks(_beside(tmp_path)))


def test_only_the_journal_tells_the_format() -> None:
    assert detect(STREAM)
    assert not detect(b'{"jsonrpc":"2.0","method":"acpx.session.journal.v1"}\n')
