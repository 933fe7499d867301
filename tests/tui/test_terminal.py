"""The viewer in a real terminal: it ends when the terminal goes away."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest


@pytest.mark.parametrize("hang_up", [True, False], ids=["hung up", "hang-up ignored"])
def test_it_ends_when_its_terminal_is_gone(tmp_path: Path, hang_up: bool) -> None:
    controller, terminal = pty.openpty()
    environment = {**os.environ, "ACP_INSPECT_HOME": str(tmp_path), "TERM": "xterm-256color"}

    def prepare() -> None:
        if not hang_up:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

    viewer = subprocess.Popen(
        [sys.executable, "-m", "acp_inspect", "view"],
        stdin=terminal, stdout=terminal, stderr=terminal, env=environment, start_new_session=True, preexec_fn=prepare,
    )  # fmt: skip
    os.close(terminal)
    seen = b""
    while b"acp-inspect" not in seen:
        seen += os.read(controller, 65_536)
    os.close(controller)
    deadline = time.monotonic() + 60
    while viewer.poll() is None and time.monotonic() < deadline:
        time.sleep(0.1)
    ended = viewer.poll()
    viewer.kill()
    viewer.wait()
    assert ended is not None
