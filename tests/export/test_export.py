"""What is exported can be imported again with nothing lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acp_inspect.export import acp as export_acp
from acp_inspect.export import jsonl as export_jsonl
from acp_inspect.export import raw as export_raw
from acp_inspect.importers import acp as import_acp
from acp_inspect.importers import jsonl as import_jsonl
from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.importers.store import store_lines
from acp_inspect.store.reader import Recording
from acp_inspect.wire.control import Control, Exited, Gap, Note, Started, encode_control
from acp_inspect.wire.framing import Stream


def exported(lines: list[CapturedLine], export: Callable[[Recording], Iterator[bytes]]) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "one.acprec"
        store_lines(iter(lines), path, source="test")
        with Recording.open(path) as recording:
            return b"".join(export(recording))


def said(lines: list[CapturedLine]) -> list[tuple[Stream, bytes, int]]:
    return [(line.stream, line.raw, line.last_at) for line in lines]


CAPTURE = r"""
{"t": 0.0034, "dir": "c2a", "raw": "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\"}"}
{"t": 1.25, "dir": "a2c", "raw": "Loading \u001b[0m\u202e \u00e4 \u2028 \"quoted\" \\\r"}
{"t": 1.25, "dir": "a2c", "raw_b64": "/w0K"}
{"t": 2, "dir": "stderr", "raw": ""}
{"t": null, "dir": "stderr", "raw": "late"}
{"t": 3.5, "dir": "exit", "raw": "driver: stdin closed"}
{"t": 3.6, "dir": "exit", "raw": "write failed: Broken pipe"}
{"t": 3.75, "dir": "exit", "raw": "agent exited: signal SIGTERM after 0.1 s"}
{"t": 4, "dir": "c2a", "raw": "again"}
{"t": 4.5, "dir": "a2c", "raw_b64": "dGFpbA=="}
{"t": 5, "dir": "exit", "raw": "-15"}
{"t": 6, "dir": "exit", "raw": "0"}
"""


def test_an_imported_capture_comes_out_as_it_went_in() -> None:
    lines = list(import_jsonl.read(Source("capture", BytesIO(CAPTURE.encode()))))
    out = exported(lines, export_jsonl.export)
    assert [json.loads(line) for line in out.splitlines()] == [json.loads(line) for line in CAPTURE.split("\n") if line]


def test_what_only_a_recorder_knows_is_kept_as_control_lines() -> None:
    controls: list[Control] = [
        Started(("agent", "-x"), 7),
        Gap(None, None, "disk full"),
        Note("a"),
        Exited(None, None),
        Exited(3),
    ]
    lines = [CapturedLine(Stream.CONTROL, encode_control(control), 1, 1) for control in controls]
    out = [json.loads(line) for line in exported(lines, export_jsonl.export).splitlines()]
    assert [line["dir"] for line in out] == ["control"] * 4 + ["exit"]
    assert out[4]["raw"] == "3"


def test_exported_jsonl_is_printable_ascii_where_it_must_be() -> None:
    (line,) = exported([CapturedLine(Stream.STDERR, "\x7f\x9b\u202e é\n".encode())], export_jsonl.export).splitlines()
    assert line.decode() == r'{"t": null, "dir": "stderr", "raw": "\u007f\u009b\u202e é"}'


CONTROLS: list[Control] = [
    Started(("a",), 1),
    Gap(Stream.STDERR, 5, "x"),
    Note("agent exited: 3"),
    Exited(1),
    Exited(None, 9),
]
TIMES = st.just(-1) | st.integers(0, 10**15)


@st.composite
def recordings(draw: st.DrawFn) -> list[CapturedLine]:
    """Lines as a recorder can make them: only the last of a stream may be unfinished."""
    lines: list[CapturedLine] = []
    for _ in range(draw(st.integers(0, 6))):
        at = draw(TIMES)
        if draw(st.booleans()):
            raw = draw(st.binary() | st.text().map(str.encode)).replace(b"\n", b"") + b"\n"
            lines.append(CapturedLine(draw(st.sampled_from(list(Stream)[:3])), raw, at, at))
        else:
            lines.append(CapturedLine(Stream.CONTROL, encode_control(draw(st.sampled_from(CONTROLS))), at, at))
    if tail := draw(st.binary()).replace(b"\n", b""):
        lines.append(CapturedLine(Stream.AGENT_TO_CLIENT, tail, 10**15, 10**15))
    return lines


@pytest.mark.parametrize(("exporter", "importer"), [(export_jsonl, import_jsonl), (export_acp, import_acp)])
@settings(max_examples=25)
@given(lines=recordings())
def test_import_of_an_export_is_the_same_recording(
    exporter: ModuleType, importer: ModuleType, lines: list[CapturedLine]
) -> None:
    out = exported(lines, exporter.export)
    assert said(list(importer.read(Source("export", BytesIO(out))))) == said(lines)


@settings(max_examples=25)
@given(lines=recordings(), stream=st.sampled_from(list(Stream)[:3]))
def test_raw_export_is_what_crossed(lines: list[CapturedLine], stream: Stream) -> None:
    out = exported(lines, lambda recording: export_raw.export(recording, stream))
    assert out == b"".join(line.raw for line in lines if line.stream is stream)
