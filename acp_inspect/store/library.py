"""The recordings of this user: where they are, which there are, which one a word means, and which are unfinished."""

from __future__ import annotations

import difflib
import os
import stat
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from acp_inspect.errors import AcpInspectError, NoSuchRecording, UsageError
from acp_inspect.store.catch_up import catch_up
from acp_inspect.store.connection import connect_to_read, failures_of
from acp_inspect.store.format import JOURNAL_SUFFIX, SUFFIX, journal_of, recognise
from acp_inspect.store.presence import recorder_is_alive, tee_is_alive
from acp_inspect.store.reader import Recording
from acp_inspect.store.rows import RecordingInfo

__all__ = ["Entry", "catch_up", "find", "library_folder", "list_recordings"]


_SHORTEST_SESSION = 4
"""Fewer letters begin too many sessions to mean one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One recording of the library, as far as it could be read."""

    number: int
    """1 is the newest."""
    path: Path
    info: RecordingInfo | None
    trouble: str | None = None
    """Why there is no `info`, in one line."""


def library_folder() -> Path:
    """Where new recordings go: `$ACP_INSPECT_HOME/recordings`, else in the user data folder. It may not exist yet."""
    home = os.environ.get("ACP_INSPECT_HOME", "")
    if home.strip():
        return Path(home).absolute() / "recordings"
    return user_data_path("acp-inspect", appauthor=False) / "recordings"


def list_recordings() -> list[Entry]:
    """Every recording of the library, newest first. Unfinished ones are caught up with; trouble with one is its own."""
    looked = [(path, *_looked_at(path)) for path in _paths()]
    looked.sort(key=lambda look: _order(look[0], look[1].started_at if look[1] is not None else None))
    return [Entry(number, *look) for number, look in enumerate(looked, 1)]


def find(reference: str) -> Path:
    """The recording that a word means: a path, a number (1 is the newest), a file name, a name given with `--name`, the
    id of an ACP session in it, or the beginning of one of these. Of several with that very name or session, the newest.

    Raises NoSuchRecording with the nearest names, and UsageError where the beginning fits several.
    """
    direct = Path(reference)
    if os.sep in reference or (reference.endswith(SUFFIX) and _exists(direct)):
        if _exists(direct):
            return direct
        raise NoSuchRecording(f"{reference}: there is no such file; `acp-inspect list` shows the recordings")
    glances = _glances()
    number = int(reference) if reference.isascii() and reference.isdigit() and len(reference) < 10 else 0
    if 1 <= number <= len(glances):
        return glances[number - 1].path
    if reference and (found := _called(reference, glances)) is not None:
        return found
    if direct.is_file():
        return direct
    if not glances:
        raise NoSuchRecording(f"{reference}: there are no recordings yet; `acp-inspect record -- AGENT` makes one")
    names = [name for glance in glances for name in glance.names[1:]]
    near = difflib.get_close_matches(reference, names, n=3, cutoff=0.5)
    hint = f"; near it: {', '.join(dict.fromkeys(near))}" if near else ""
    raise NoSuchRecording(
        f"{reference or 'an empty word'}: none of the recordings 1 (the newest) to {len(glances)} has that name or"
        f" session{hint}; `acp-inspect list` shows them"
    )


def _called(reference: str, glances: list[_Glance]) -> Path | None:
    """By a whole name or session, the newest; else by the beginning of one. Raises UsageError."""
    for glance in glances:
        if reference in glance.names:
            return glance.path
    sessions = {glance.path: _sessions(glance.path, reference) for glance in glances}
    for path, named in sessions.items():
        if reference in named:
            return path
    begun = [glance.path for glance in glances if any(name.startswith(reference) for name in glance.names)]
    if len(begun) > 1:
        several = ", ".join(path.stem for path in begun[:3])
        raise UsageError(f"{reference}: {len(begun)} recordings begin so ({several} …); write more of the name")
    if begun:
        return begun[0]
    if len(reference) < _SHORTEST_SESSION:
        return None
    return next((path for path, named in sessions.items() if named), None)


@dataclass(frozen=True, slots=True)
class _Glance:
    """What tells one recording from the others."""

    path: Path
    begun: int | None
    names: tuple[str, ...]
    """File name, file name without suffix, and the name given to it, if any."""


def _glances() -> list[_Glance]:
    """All recordings, newest first."""
    return sorted(map(_glance, _paths()), key=lambda glance: _order(glance.path, glance.begun))


def _order(path: Path, begun: int | None) -> tuple[int, str]:
    """What sorts the newest first; without a beginning, a file's time stands for it."""
    return -(begun or _modified(path) or _modified(journal_of(path))), path.name


def _glance(path: Path) -> _Glance:
    begun = name = None
    try:
        recognise(path)
        with closing(connect_to_read(path)) as connection, failures_of(path):
            begun, name = connection.execute("SELECT started_at, name FROM recording WHERE id = 1").fetchone()
    except (AcpInspectError, TypeError):
        pass  # its trouble is told when it is opened
    if not isinstance(begun, int):
        begun = None
    names = (path.name, path.stem) if not isinstance(name, str) else (path.name, path.stem, name)
    return _Glance(path, begun, names)


def _looked_at(path: Path) -> tuple[RecordingInfo | None, str | None]:
    """What is known about a recording after catching up with it, and what is wrong with it."""
    trouble = None
    try:
        if journal_of(path).exists() and not (tee_is_alive(path) and recorder_is_alive(path)):
            catch_up(path)
    except AcpInspectError as error:
        trouble = str(error)
    try:
        info = _info(path)
        if trouble is None and not info.complete and not info.live:
            catch_up(path)
            info = _info(path)
    except AcpInspectError as error:
        return None, trouble or str(error)
    return info, trouble


def _info(path: Path) -> RecordingInfo:
    with Recording.open(path) as recording:
        return recording.info()


def _sessions(path: Path, beginning: str) -> set[str]:
    """The ids of the recording's sessions that begin so."""
    query = "SELECT word.text FROM session JOIN word ON word.id = session.session WHERE substr(word.text, 1, ?) = ?"
    try:
        with closing(connect_to_read(path)) as connection, failures_of(path):
            return {str(text) for (text,) in connection.execute(query, (len(beginning), beginning))}
    except AcpInspectError:
        return set()


def _paths() -> set[Path]:
    found = set()
    for folder in _folders():
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        for name in names:
            recording = name.removesuffix(JOURNAL_SUFFIX)
            if recording.endswith(SUFFIX) and not name.startswith("."):
                found.add(folder / recording)
    return found


def _folders() -> Iterator[Path]:
    yield library_folder()
    # Where the tee records when there is no home to record to; others could make a folder of that name.
    temporary = os.environ.get("TMPDIR", "")
    fallback = Path(temporary if os.path.isabs(temporary) else "/tmp") / f"acp-inspect-{os.getuid()}"
    try:
        status = os.lstat(fallback)
    except OSError:
        return
    if stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022:
        yield fallback / "recordings"


def _exists(path: Path) -> bool:
    return path.exists() or journal_of(path).exists()


def _modified(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
