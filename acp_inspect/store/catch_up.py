"""Finish what a recorder left undone: bring a journal's bytes into its recording before someone reads it."""

from __future__ import annotations

import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from acp_inspect.errors import AcpInspectError, NewerFormat, NotARecording, StoreError
from acp_inspect.store.connection import connect_to_read, failures_of
from acp_inspect.store.format import journal_of, recognise
from acp_inspect.store.presence import recorder_is_alive, tee_is_alive
from acp_inspect.store.recorder import recorder_command, recorder_environment
from acp_inspect.store.upkeep import tidy_up

_PATIENCE: Final = 20.0
"""Seconds without any progress after which a recorder is no longer waited for."""
_LIVE_PATIENCE: Final = 2.0
_LOOK: Final = 0.02


def catch_up(path: Path) -> None:
    """Bring what the tee wrote into the recording: all of it if the tee is gone, else what is there now.

    A recorder at work is waited for; where there is none, one is started. Does nothing for a finished recording. Raises
    StoreError, NotARecording, NewerFormat, NoSuchRecording in the recorder's words.
    """
    if not _is_unfinished(path):
        _tidy(path)
        return
    goal = _size(journal_of(path))
    live = tee_is_alive(path)
    if live and recorder_is_alive(path):
        _wait_for_recorder(path, goal, _LIVE_PATIENCE)
        return
    if not recorder_is_alive(path):
        _start_recorder(path)
    _wait_for_recorder(path, goal, _PATIENCE)
    if not live and _is_unfinished(path):
        # The recorder we waited for was killed, or it ended between our look and its own.
        _start_recorder(path)


def _start_recorder(path: Path) -> None:
    done = subprocess.run(
        recorder_command(path),
        env=recorder_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    if done.returncode:
        words = done.stderr.decode(errors="replace").strip().splitlines()
        reason = words[-1].removeprefix("acp-inspect: ") if words else f"exit code {done.returncode}"
        kinds = {kind.exit_code: kind for kind in (NotARecording, NewerFormat, StoreError)}
        raise kinds.get(done.returncode, AcpInspectError)(
            reason if str(path.name) in reason else f"{path}: its journal could not be read in: {reason}"
        )


def _wait_for_recorder(path: Path, goal: int, patience: float) -> None:
    """Until the recorder is done, has read `goal` bytes of the journal, or made no progress for a while."""
    read = -1
    deadline = time.monotonic() + patience
    while recorder_is_alive(path):
        now_read = _journal_read(path)
        if now_read >= goal and tee_is_alive(path):
            return
        if now_read > read:
            read = now_read
            deadline = time.monotonic() + patience
        if time.monotonic() > deadline:
            return
        time.sleep(_LOOK)


def _journal_read(path: Path) -> int:
    try:
        with closing(connect_to_read(path)) as connection, failures_of(path):
            ((read,),) = connection.execute("SELECT journal_read FROM recording").fetchall()
            return read if isinstance(read, int) else 0
    except AcpInspectError:
        return -1


def _is_unfinished(path: Path) -> bool:
    if journal_of(path).exists():
        return True
    recognise(path)
    with closing(connect_to_read(path)) as connection, failures_of(path):
        rows = connection.execute("SELECT ended FROM recording").fetchall()
        return bool(rows) and rows[0][0] is None


def _tidy(path: Path) -> None:
    """A recording that was open in a viewer when its recorder finished is still in several files."""
    if path.with_name(path.name + "-wal").exists():
        try:
            tidy_up(path)
        except StoreError:
            return  # whole as it is, only not in one file


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
