"""The jsonl format, read."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from pathlib import Path

import pytest

from acp_inspect.importers.captured import CapturedLine, ImportFault
from acp_inspect.importers.jsonl import detect, process_remark, read
from acp_inspect.wire.control import Control, Exited, Note, Signalled, StreamEnded
from tests.importers.reading import A2C, C2A, CONTROL, STDERR, imported, remarks, traffic


def capture(*lines: dict[str, object]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def test_raw_implies_a_newline_and_raw_b64_none() -> None:
    lines = imported(
        read,
        capture(
            {"t": 0.5, "dir": "c2a", "raw": '{"a":"é"}\r'},
            {"t": 0.6, "dir": "a2c", "raw_b64": b64encode(b"x\ny\xff\nz").decode()},
            {"t": 0.7, "dir": "stderr", "raw": ""},
            {"t": 0.8, "dir": "a2c", "raw_b64": b64encode(b"w\n").decode()},
            {"t": 0.9, "dir": "c2a", "raw_b64": ""},
        ),
    )
    assert lines == [
        CapturedLine(C2A, '{"a":"é"}\r\n'.encode(), 500_000_000, 500_000_000, 1),
        CapturedLine(A2C, b"x\n", 600_000_000, 600_000_000, 2),
        CapturedLine(A2C, b"y\xff\n", 600_000_000, 600_000_000, 2),
        CapturedLine(STDERR, b"\n", 700_000_000, 700_000_000, 3),
        CapturedLine(A2C, b"zw\n", 600_000_000, 800_000_000, 4),
    ]


@pytest.mark.parametrize(
    ("seconds", "at"),
    [
        ("0", 0),
        ("1.0147", 1_014_700_000),
        ("0.1", 100_000_000),
        ("123456.789012345", 123_456_789_012_345),
        ("8.3", 8_300_000_000),
        ("1e-9", 1),
        ("null", -1),
    ],
)
def test_times_are_read_with_their_digits(seconds: str, at: int) -> None:
    (line,) = imported(read, f'{{"t": {seconds}, "dir": "c2a", "raw": ""}}'.encode())
    assert line.last_at == at


def test_a_missing_time_is_unknown() -> None:
    (line,) = imported(read, b'{"dir": "c2a", "raw": "x"}\n')
    assert (line.first_at, line.last_at) == (-1, -1)


def test_lone_surrogates_are_bytes_that_no_utf8_reader_takes() -> None:
    (line,) = imported(read, rb'{"t": 0, "dir": "c2a", "raw": "\ud800"}')
    assert line.raw == b"\xed\xa0\x80\n"


def test_an_unfinished_line_ends_with_its_process_or_the_file() -> None:
    tail = {"t": 0, "dir": "a2c", "raw_b64": b64encode(b"tail").decode()}
    lines = imported(read, capture(tail, {"t": 1, "dir": "exit", "raw": "0"}, tail))
    assert [(line.stream, line.raw) for line in lines if line.stream is not CONTROL] == [(A2C, b"tail")] * 2
    assert [line.stream for line in lines] == [A2C, CONTROL, A2C]


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("0", Exited(0)),
        ("3", Exited(3)),
        ("-15", Exited(None, 15)),
        ("agent exited: code 1 after 2.020 s (eof)", Exited(1)),
        ("agent exited: 0", Exited(0)),
        ("agent exited: -9", Exited(None, 9)),
        ("agent exited: signal SIGTERM after 5.008 s (eof); left children: ['x']", Exited(None, 15)),
        ("agent exited: signal SIGNOTHING after 1 s", Note("agent exited: signal SIGNOTHING after 1 s")),
        ("driver: stdin closed", StreamEnded(C2A, "eof")),
        ("client closed stdin", StreamEnded(C2A, "eof")),
        ("client sent SIGHUP", Signalled(1)),
        ("driver: SIGTERM (still running after 5.0 s)", Signalled(15)),
        ("write failed: [Errno 32] Broken pipe", Note("write failed: [Errno 32] Broken pipe")),
        ("driver: FAILED: no answer to id 0", Note("driver: FAILED: no answer to id 0")),
        ("", Note("")),
    ],
)
def test_remarks_about_the_process_are_understood(text: str, control: Control) -> None:
    assert process_remark(text) == control


def test_the_words_of_a_remark_are_kept() -> None:
    lines = imported(read, capture({"t": 2, "dir": "exit", "raw": "agent exited: code 1 after 2 s"}))
    assert remarks(lines) == [Exited(1)]
    assert json.loads(lines[0].raw)["source"] == "agent exited: code 1 after 2 s"
    (plain,) = imported(read, capture({"t": 2, "dir": "exit", "raw": "1"}))
    assert "source" not in json.loads(plain.raw)


def test_several_processes_may_follow_one_another() -> None:
    run = [
        {"t": 0, "dir": "c2a", "raw": "a"},
        {"t": 1, "dir": "exit", "raw": "0"},
        {"t": 2, "dir": "c2a", "raw": "b"},
        {"t": 3, "dir": "exit", "raw": "-9"},
    ]
    lines = imported(read, capture(*run))
    assert traffic(lines) == [(C2A, b"a\n"), (C2A, b"b\n")]
    assert remarks(lines) == [Exited(0), Exited(None, 9)]


def test_blank_lines_of_the_file_say_nothing() -> None:
    assert traffic(imported(read, b'\n{"t":0,"dir":"c2a","raw":"x"}\r\n  \n')) == [(C2A, b"x\n")]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "no JSON"),
        (b"[1]", "no JSON object"),
        (b'{"t":0,"dir":"up","raw":""}', 'dir is "up"; known are c2a, a2c, stderr, exit, control'),
        (b'{"t":0,"raw":""}', "dir is null"),
        (b'{"t":"0","dir":"c2a","raw":""}', "t is not a number of seconds"),
        (b'{"t":-1,"dir":"c2a","raw":""}', "t is not a number of seconds"),
        (b'{"t":1e300,"dir":"c2a","raw":""}', "t is not a number of seconds"),
        (b'{"t":true,"dir":"c2a","raw":""}', "t is not a number of seconds"),
        (b'{"t":0,"dir":"c2a"}', "needs either raw"),
        (b'{"t":0,"dir":"c2a","raw":"","raw_b64":""}', "needs either raw"),
        (b'{"t":0,"dir":"c2a","raw":7}', "needs either raw"),
        (b'{"t":0,"dir":"c2a","raw_b64":"%"}', "raw_b64 is no Base64"),
        (b"[" * 100_000, "no JSON"),
    ],
)
def test_a_wrong_line_is_an_error_that_names_it(line: bytes, reason: str) -> None:
    with pytest.raises(ImportFault, match=r"^capture, line 3: ") as caught:
        imported(read, b'{"t":0,"dir":"c2a","raw":""}\n\n' + line + b"\n")
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("head", "found"),
    [
        (b'{"t": 0, "dir": "c2a", "raw": "x"}\n', True),
        (b'\n{"dir":"a2c","raw_b64":"eA=="}\n', True),
        (b'{"t": 0, "dir": "c2a", "raw": "' + b"x" * 100, True),
        (b'{"jsonrpc":"2.0","method":"x"}\n', False),
        (b'{"t":0,"dir":"c2a"}\n', False),
        (b"C hello\n", False),
        (b"", False),
    ],
)
def test_the_format_is_told_by_its_first_line(head: bytes, found: bool) -> None:
    assert detect(head) is found


def test_the_example_of_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "jsonl.md").read_text("utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    lines = imported(read, example.encode())
    assert [line.stream for line in lines] == [C2A, STDERR, A2C, CONTROL]
    assert (lines[2].raw, lines[2].last_at) == (b"\xff\r\n", 520_000_000)
    assert remarks(lines) == [Exited(None, 15)]
