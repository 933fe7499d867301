"""Locks that tell who is at work."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from acp_inspect.store.presence import Lock, is_locked, recorder_is_alive, tee_is_alive
from acp_inspect.store.reader import Recording
from tests.store.locks import held_by_another
from tests.store.tables import recorded


def test_a_lock_is_seen_while_its_process_lives(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert not is_locked(path)
    with held_by_another(path) as holder:
        assert is_locked(path)
        assert is_locked(path), "asking must not unlock it"
        assert Lock.take(path) is None
        holder.kill()
        holder.wait()
        assert not is_locked(path)


def test_a_lock_that_is_released_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    lock = Lock.take(path)
    assert lock is not None
    assert path.stat().st_mode & 0o777 == 0o600
    lock.release()
    assert os.listdir(tmp_path) == []


def test_a_lock_is_no_way_to_write_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic"):
        Lock.take(tmp_path / "lock")
    assert not (tmp_path / "elsewhere").exists()


def test_a_recording_is_live_while_its_tee_is(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.acprec", [], finish=False)
    with Recording.open(path) as recording:
        assert (recording.info().live, recording.info().end) == (False, "unfinished")
        with held_by_another(tmp_path / "a.acprec.journal"):
            assert tee_is_alive(path)
            assert (recording.info().live, recording.info().end) == (True, "live")
        assert not tee_is_alive(path)
        assert not recorder_is_alive(path)
        with held_by_another(tmp_path / "a.acprec.lock"):
            assert recorder_is_alive(path)
