"""Terminals of v2: bytes, snapshots, exits."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest

from tests.protocol.talk import NEW_V2, held, update


def b64(data: bytes) -> str:
    return b64encode(data).decode()


def chunk(data: bytes) -> str:
    return update("terminal_output_chunk", terminalId="x", data=b64(data))


def terminal(*lines: str) -> dict[str, Any]:
    found: dict[str, Any] = held(*NEW_V2, *lines)["terminals"]["x"]
    return found


@pytest.mark.parametrize("cut", range(1, len("aé€😀b".encode())))
def test_output_is_one_text_however_it_is_cut(cut: int) -> None:
    data = "aé€😀b".encode()
    found = terminal(chunk(data[:cut]), chunk(data[cut:]))
    assert (found["text"], found["bytes"]) == ("aé€😀b", len(data))


def test_an_unfinished_character_waits() -> None:
    euro = "€".encode()
    assert terminal(chunk(b"a" + euro[:2]))["text"] == "a"
    assert terminal(chunk(b"a" + euro[:2]), chunk(b"b"))["text"] == "a\N{REPLACEMENT CHARACTER}b"


def test_bad_base64_is_passed_over_and_counted() -> None:
    lines = [chunk(b"a"), update("terminal_output_chunk", terminalId="x", data="%%%"), chunk(b"b")]
    found = terminal(*lines)
    assert (found["text"], found["damaged"]) == ("ab", 1)
    bad = terminal(chunk(b"a"), update("terminal_update", terminalId="x", output={"data": "é"}))
    assert (bad["text"], bad["damaged"]) == ("a", 1)
    assert "damaged" not in terminal(*lines, update("terminal_update", terminalId="x", output={"data": b64(b"c")}))


def test_snapshot_replaces_and_chunks_go_on() -> None:
    snapshot = update("terminal_update", terminalId="x", output={"data": b64(b"new ")})
    assert terminal(chunk(b"old"), snapshot, chunk(b"tail"))["text"] == "new tail"
    cleared = update("terminal_update", terminalId="x", output=None)
    assert terminal(chunk(b"old"), cleared) == {"owner": "agent", "bytes": 0, "text": ""}
    assert terminal(chunk(b"old"), update("terminal_update", terminalId="x"))["text"] == "old"


FULL: dict[str, Any] = {"command": "ls", "cwd": "/w", "size": {"cols": 80, "rows": 24}, "capabilities": {"cancel": {}}}


@pytest.mark.parametrize(
    ("member", "shown"),
    [("command", "command"), ("cwd", "cwd"), ("size", "size"), ("capabilities", "cancellable")],
)
def test_fields(member: str, shown: str) -> None:
    full = update("terminal_update", terminalId="x", **FULL)
    assert shown in terminal(full)
    assert terminal(full, update("terminal_update", terminalId="x")) == terminal(full)
    assert terminal(full, update("terminal_update", terminalId="x", **{member: 5})) == terminal(full)
    assert shown not in terminal(full, update("terminal_update", terminalId="x", **{member: None}))


@pytest.mark.parametrize(
    ("told", "exit_"),
    [
        ({}, {}),
        ({"exitCode": 1, "signal": None}, {"exitCode": 1}),
        ({"signal": "KILL"}, {"signal": "KILL"}),
        ({"exitCode": "x"}, {}),
    ],
)
def test_exit(told: Any, exit_: Any) -> None:
    ended = update("terminal_update", terminalId="x", exitStatus=told)
    assert terminal(ended)["exit"] == exit_
    assert terminal(ended, chunk(b"late"))["text"] == "late"
    assert "exit" not in terminal(ended, update("terminal_update", terminalId="x", exitStatus=None))


def test_terminals_have_no_place_of_their_own() -> None:
    assert held(*NEW_V2, chunk(b"a"))["timeline"] == []
