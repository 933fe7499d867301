"""The annotator: findings appear while a real tee records, and are complete a moment after it has ended."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from acp_inspect.errors import AcpInspectError
from acp_inspect.store.reader import Recording

AGENT = """
import sys
for line in sys.stdin:
    print("no JSON:", line, end="", flush=True)
"""


def _until(met: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _rules(path: Path) -> list[str]:
    try:
        with Recording.open(path) as recording:
            return [finding.rule for finding in recording.findings()]
    except AcpInspectError:
        return []


def test_findings_are_there_while_the_agent_still_runs(tmp_path: Path) -> None:
    path = tmp_path / "live.acprec"
    tee = [sys.executable, "-m", "acp_inspect", "record", "--quiet", "--output", str(path), "--"]
    with subprocess.Popen(
        [*tee, sys.executable, "-c", AGENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as client:
        assert client.stdin is not None
        assert client.stdout is not None
        for number in (1, 2):
            client.stdin.write("hello\n")
            client.stdin.flush()
            client.stdout.readline()
            _until(lambda number=number: _rules(path).count("stdio/stdout-not-json") == number)  # type: ignore[misc]
        assert client.poll() is None
        client.stdin.close()
        client.stdout.read()

    def judged() -> bool:
        with Recording.open(path) as recording:
            info = recording.info()
        return info.complete and info.judged == info.counts.events

    _until(judged)
    _until(lambda: not list(tmp_path.glob("*.journal")))
    assert _rules(path).count("stdio/stdout-not-json") == 2


def test_a_recording_that_is_gone_is_no_trouble(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "acp_inspect.record.annotate", str(tmp_path / "gone.acprec")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
