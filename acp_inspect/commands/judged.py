"""Let the rules see recordings before what they say is shown."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Final

_QUIET_SECONDS: Final = 0.3


def judge_first(path: Path) -> None:
    """Let the rules see a finished recording, if these rules have not yet.

    One that cannot be written to can be shown all the same: then a line on stderr says that findings may be missing.
    Raises NotARecording and NewerFormat.
    """
    from acp_inspect.errors import StoreError
    from acp_inspect.store.findings import judge_recording, stamp
    from acp_inspect.store.reader import Recording

    with Recording.open(path) as recording:
        info = recording.info()
    if not info.complete or info.judged_by == stamp():
        return
    progress = _Progress(info.counts.lines)
    try:
        judge_recording(path, progress.at)
    except StoreError as error:
        progress.clear()
        sys.stderr.write(f"acp-inspect: findings may be missing: {error}\n")
    else:
        progress.clear()


class _Progress:
    """A line on stderr, in a terminal, that says how far it has come, once it takes longer than one notices."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._shown = False
        self._asked = sys.stderr.isatty()
        self._quiet_until = time.monotonic() + _QUIET_SECONDS

    def at(self, line: int) -> None:
        """The rules have seen so many lines."""
        if self._asked and time.monotonic() > self._quiet_until:
            sys.stderr.write(f"\rjudging … {line * 100 // max(1, self._total)} %")
            sys.stderr.flush()
            self._shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
