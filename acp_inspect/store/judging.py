"""Judge a finished recording in a process of its own, so that whoever shows it stays quick.

    python -m acp_inspect.store.judging RECORDING

How far it is, the recording says (`RecordingInfo.judged`).
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from acp_inspect.analysis import ANALYSIS_VERSION
from acp_inspect.errors import AcpInspectError
from acp_inspect.store.connection import connect_to_read, failures_of
from acp_inspect.store.recorder import recorder_environment
from acp_inspect.version import VERSION


def wants_judging(path: Path) -> bool:
    """Whether a recording is finished and this version's rules have not judged it. Raises StoreError."""
    with closing(connect_to_read(path)) as connection, failures_of(path):
        rows = connection.execute("SELECT ended, judged_by FROM recording").fetchall()
    return any(ended is not None and not _is_ours(str(judged_by)) for ended, judged_by in rows)


def _is_ours(judged_by: str) -> bool:
    # The whole stamp would need every rule to be read.
    return judged_by.startswith(f"{ANALYSIS_VERSION}/{VERSION}/")


class Judging:
    """A process that judges one recording."""

    def __init__(self, path: Path) -> None:
        self._process = subprocess.Popen(
            # -P: a folder that a stranger can write to may be the working folder.
            [sys.executable, "-P", "-m", "acp_inspect.store.judging", str(path.absolute())],
            env=recorder_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    def outcome(self) -> str | None:
        """Why it failed, in its own words; empty when all is judged; None while it is at work."""
        if self._process.poll() is None:
            return None
        assert self._process.stderr is not None
        with self._process.stderr as stderr:
            words = stderr.read().decode(errors="replace").strip().splitlines()
        if not self._process.returncode:
            return ""
        return words[-1].removeprefix("acp-inspect: ") if words else f"exit code {self._process.returncode}"

    def stop(self) -> None:
        """End it; what it wrote so far stays, and the next one begins anew."""
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait()
        if self._process.stderr is not None:
            self._process.stderr.close()


def main(arguments: list[str]) -> int:
    """The exit code: 0 judged, else that of the error."""
    from acp_inspect.store.findings import judge_recording

    os.nice(19)
    try:
        judge_recording(Path(arguments[0]))
    except AcpInspectError as error:
        sys.stderr.write(f"acp-inspect: {error}\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
