"""The Client's terminals and files in v1."""

from __future__ import annotations

from typing import Any

from tests.protocol.talk import NEW_V1, answer, ask, held, refuse

CREATE = ask("A", 1, "terminal/create", sessionId="s1", command="ls", args=["-l", "a b"], cwd="/w", outputByteLimit=9)
CREATED = answer("C", 1, terminalId="x")


def exchange(method: str, **result: Any) -> tuple[str, str]:
    return ask("A", 2, f"terminal/{method}", sessionId="s1", terminalId="x"), answer("C", 2, **result)


def terminal(*lines: str) -> dict[str, Any]:
    found: dict[str, Any] = held(*NEW_V1, CREATE, CREATED, *lines)["terminals"]["x"]
    return found


def test_a_terminal_is_there_once_the_client_says_so() -> None:
    assert held(*NEW_V1, CREATE)["terminals"] == {}
    assert held(*NEW_V1, CREATE, refuse("C", 1))["terminals"] == {}
    assert terminal() == {
        "owner": "client",
        "command": "ls -l a b",
        "cwd": "/w",
        "limit": 9,
        "output": "",
        "truncated": False,
        "exit": None,
        "released": False,
    }


def test_output_is_a_snapshot() -> None:
    first = exchange("output", output="abc", truncated=False)
    second = exchange("output", output="bcd", truncated=True, exitStatus={"exitCode": 0, "signal": None})
    found = terminal(*first, *second)
    assert (found["output"], found["truncated"], found["exit"]) == ("bcd", True, {"exitCode": 0})
    assert terminal(*second, *first)["exit"] == {"exitCode": 0}


def test_exit_kill_release() -> None:
    assert terminal(*exchange("wait_for_exit", exitCode=None, signal="TERM"))["exit"] == {"signal": "TERM"}
    assert terminal(*exchange("kill"))["killed"] is True
    released = terminal(*exchange("output", output="o", truncated=False), *exchange("release"))
    assert (released["released"], released["output"]) == (True, "o")
    assert terminal(*exchange("release")[:1], refuse("C", 2))["released"] is False


def test_answers_about_a_terminal_that_nobody_made() -> None:
    for method in ("kill", "release", "wait_for_exit"):
        assert held(*NEW_V1, *exchange(method))["terminals"] == {}


def test_files() -> None:
    lines = [
        ask("A", 1, "fs/read_text_file", sessionId="s1", path="/w/a"),
        answer("C", 1, content="é"),
        ask("A", 2, "fs/read_text_file", sessionId="s1", path="/w/b"),
        refuse("C", 2),
        ask("A", 3, "fs/write_text_file", sessionId="s1", path="/w/c", content="abc"),
        '= {"control":"gap","stream":null,"size":null,"reason":"r"}',
        'C {"jsonrpc":"2.0","id":3,"result":null}',
    ]
    assert held(*NEW_V1, *lines)["files"] == [
        {"op": "read", "path": "/w/a", "ok": True, "bytes": 2},
        {"op": "read", "path": "/w/b", "ok": False},
        {"op": "write", "path": "/w/c", "ok": True, "bytes": 3},
    ]


def test_refused_requests_change_nothing() -> None:
    for method in ("output", "kill", "release", "wait_for_exit"):
        assert terminal(exchange(method)[0], refuse("C", 2)) == terminal()
