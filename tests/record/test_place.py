"""Where recordings go."""

from __future__ import annotations

import os
import re
from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from acp_inspect.record.place import fallback_folder, file_name, recordings_folder


@pytest.mark.parametrize(("platform", "theirs"), [("linux", Unix), ("darwin", MacOS)])
@pytest.mark.parametrize(
    "env",
    [
        {"HOME": "/h"},
        {"HOME": "/h/"},
        {"HOME": "/"},
        {"HOME": "/h", "XDG_DATA_HOME": "/x/y"},
        {"HOME": "/h", "XDG_DATA_HOME": ""},
        {"HOME": "/h", "XDG_DATA_HOME": "rel"},
    ],
)
def test_the_data_folder_is_that_of_platformdirs(
    platform: str, theirs: type[platformdirs.PlatformDirs], env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert recordings_folder(env, platform) == os.path.join(
        theirs("acp-inspect", appauthor=False).user_data_dir, "recordings"
    )


def test_our_own_variable_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    env = {"ACP_INSPECT_HOME": "/a", "XDG_DATA_HOME": "/x", "HOME": "/h"}
    assert recordings_folder(env, "linux") == "/a/recordings"
    assert recordings_folder({**env, "ACP_INSPECT_HOME": "rel"}, "linux") == str(tmp_path / "rel" / "recordings")
    assert recordings_folder({**env, "ACP_INSPECT_HOME": " "}, "linux") == "/x/acp-inspect/recordings"


@pytest.mark.parametrize("home", [{}, {"HOME": ""}, {"HOME": "rel"}])
def test_without_a_home_there_is_no_folder(home: dict[str, str]) -> None:
    assert recordings_folder(home, "linux") == ""


def test_the_fallback() -> None:
    assert fallback_folder({"TMPDIR": "/t"}, 12) == "/t/acp-inspect-12/recordings"
    assert fallback_folder({}, 12) == fallback_folder({"TMPDIR": "rel"}, 12) == "/tmp/acp-inspect-12/recordings"


@pytest.mark.parametrize(
    ("command", "agent"),
    [
        ("/usr/bin/gemini", "gemini"),
        ("claude-agent-acp", "claude-agent-acp"),
        ("a b/é\x1b[2J", "___2J"),
        ("..", "agent"),
        (".hidden", "hidden"),
        ("x" * 300, "x" * 60),
        ("dir/", "agent"),
    ],
)
def test_the_name_says_when_and_which_agent(command: str, agent: str) -> None:
    pattern = rf"\d{{8}}-\d{{6}}-{re.escape(agent)}-{os.getpid()}\.acprec"
    assert re.fullmatch(pattern, file_name(command))
