"""What the sample Client does for an agent: files of its folder only, real commands, the user's answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from acp_inspect.demo.connection import RpcError
from acp_inspect.demo.editor import Editor
from acp_inspect.demo.story import Pace
from acp_inspect.wire.json_text import Json

OPTIONS = [
    {"optionId": "y", "name": "Yes", "kind": "allow_once"},
    {"optionId": "n", "name": "No", "kind": "reject_once"},
]


def ask(editor: Editor, method: str, **params: Json) -> Json:
    answers: list[Json] = []
    editor.requested(method, params, answers.append)
    (answer,) = answers
    return answer


@pytest.fixture
def editor(tmp_path: Path) -> Editor:
    return Editor(tmp_path, Pace(0), "allow_once")


def test_files_are_read_and_written_in_utf8(editor: Editor, tmp_path: Path) -> None:
    path = str(tmp_path / "a.txt")
    assert ask(editor, "fs/write_text_file", path=path, content="Zoë 👋\n") == {}
    assert Path(path).read_bytes() == "Zoë 👋\n".encode()
    assert ask(editor, "fs/read_text_file", path=path) == {"content": "Zoë 👋\n"}


@pytest.mark.parametrize("path", ["/etc/hostname", "../other.txt", "link/outside.txt"])
def test_nothing_outside_of_the_folder_is_touched(editor: Editor, tmp_path: Path, path: str) -> None:
    (tmp_path / "link").symlink_to(tmp_path.parent)
    for method in ("fs/read_text_file", "fs/write_text_file"):
        with pytest.raises(RpcError, match="outside") as caught:
            ask(editor, method, path=str(tmp_path / path), content="x")
        assert caught.value.code == -32602


def test_a_terminal_runs_the_command_and_keeps_its_output(editor: Editor, tmp_path: Path) -> None:
    script = "import os, sys; print(os.getcwd()); print('wär ✓', file=sys.stderr); sys.exit(3)"
    terminal = ask(editor, "terminal/create", command="python3", args=["-c", script], cwd=str(tmp_path))["terminalId"]
    assert ask(editor, "terminal/wait_for_exit", terminalId=terminal) == {"exitCode": 3}
    shown = ask(editor, "terminal/output", terminalId=terminal)
    assert sorted(shown["output"].splitlines()) == sorted([str(tmp_path.resolve()), "wär ✓"])
    assert shown["exitStatus"] == {"exitCode": 3}
    assert ask(editor, "terminal/release", terminalId=terminal) == {}
    with pytest.raises(RpcError, match="No such terminal"):
        ask(editor, "terminal/output", terminalId=terminal)


def test_the_user_chooses_by_kind(tmp_path: Path) -> None:
    answer = ask(Editor(tmp_path, Pace(0), "reject_once"), "session/request_permission", options=OPTIONS)
    assert answer == {"outcome": {"outcome": "selected", "optionId": "n"}}


def test_a_withdrawn_question_is_cancelled(tmp_path: Path) -> None:
    editor = Editor(tmp_path, Pace(1), "none")
    editor.withdraw()
    assert ask(editor, "session/request_permission", options=OPTIONS) == {"outcome": {"outcome": "cancelled"}}
    assert editor.asked.is_set()


def test_other_methods_do_not_exist(editor: Editor) -> None:
    with pytest.raises(RpcError) as caught:
        ask(editor, "session/prompt")
    assert caught.value.code == -32601
