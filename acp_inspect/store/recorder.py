"""Start the recorder process. It lives above the store, in `record.ingest`, and is only ever met as a process."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from acp_inspect.store.format import journal_of


def recorder_command(recording: Path, *more: str) -> list[str]:
    """The command that fills `recording` from its journal."""
    # -P: a folder that a stranger can write to may be the working folder, and must not be the first place for imports.
    return [sys.executable, "-P", "-m", "acp_inspect.record.ingest", str(journal_of(recording)), str(recording), *more]


def recorder_environment() -> dict[str, str]:
    """The environment in which that command finds this very package."""
    root = str(Path(__file__).absolute().parents[2])
    known = [place for place in os.environ.get("PYTHONPATH", "").split(os.pathsep) if place]
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*known, root])}
