"""Where a recording goes: the data folder, the fallback when there is none, and the new journal in it.

The recordings folder is `recordings` in the data folder: `$ACP_INSPECT_HOME`, or the user data folder of the platform
(equal to what platformdirs says, which would cost too much to import here). Without a usable `HOME`, or when that
folder cannot be written, it is `acp-inspect-UID/recordings` in `$TMPDIR` or `/tmp`, if that is ours alone.
"""

import os
import sys
from time import localtime, strftime

from acp_inspect.record.journal import JournalWriter
from acp_inspect.record.options import JOURNAL_SUFFIX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

SUFFIX = ".acprec"


def recordings_folder(environ: "Mapping[str, str]", platform: str) -> str:
    """The absolute recordings folder for that environment and `sys.platform`; empty when there is no home for it."""
    own = environ.get("ACP_INSPECT_HOME", "")
    data = environ.get("XDG_DATA_HOME", "")
    home = environ.get("HOME", "")
    if own.strip():
        return os.path.join(os.path.abspath(own), "recordings")
    if os.path.isabs(data):
        return os.path.join(data, "acp-inspect", "recordings")
    if not os.path.isabs(home):
        return ""
    share = "Library/Application Support" if platform == "darwin" else ".local/share"
    return os.path.join(home.rstrip("/") or "/", share, "acp-inspect", "recordings")


def fallback_folder(environ: "Mapping[str, str]", uid: int) -> str:
    """The recordings folder when the proper one cannot be used."""
    temporary = environ.get("TMPDIR", "")
    base = temporary if os.path.isabs(temporary) else "/tmp"
    return os.path.join(base, f"acp-inspect-{uid}", "recordings")


def file_name(command: str) -> str:
    """A name for the recording of an agent started now by this process: when, which agent, pid."""
    agent = "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "_" for c in os.path.basename(command))
    return f"{strftime('%Y%m%d-%H%M%S', localtime())}-{agent.lstrip('.')[:60] or 'agent'}-{os.getpid()}{SUFFIX}"


def open_journal(
    output: str, command: str, start: bytes, on_gap: "Callable[[str], None]"
) -> tuple[str, JournalWriter | None, str]:
    """A new journal at the best place that works: (path of the recording, its journal, a line for the user or "").

    Tries `output` if there is one, the recordings folder, then the fallback. When nothing works the journal is None:
    the traffic then goes on unrecorded, and the line says why.
    """
    trouble = ""
    name = file_name(command)
    for path, private in _candidates(output, name):
        try:
            folder = os.path.dirname(path)
            if private:
                _make_folder(os.path.dirname(folder))
                _check_ours(os.path.dirname(folder))
            _make_folder(folder)
            if private:
                _check_ours(folder)
            journal = JournalWriter(path + JOURNAL_SUFFIX, start, on_gap)
        except OSError as error:
            trouble = trouble or f"cannot record to {path}: {error.strerror}"
        else:
            if private and not trouble:
                trouble = "no HOME to record to"
            return path, journal, f"{trouble}; recording to {path}" if trouble else ""
    return "", None, f"{trouble}; not recording"


def _candidates(output: str, name: str) -> "Iterator[tuple[str, bool]]":
    """The paths to try, and whether its folder must be checked to be ours alone."""
    if output:
        yield os.path.abspath(output), False
    folder = recordings_folder(os.environ, sys.platform)
    if folder:
        yield os.path.join(folder, name), False
    yield os.path.join(fallback_folder(os.environ, os.getuid()), name), True


def _make_folder(path: str) -> None:
    """Make the folder and its parents, each 0700 whatever the umask. Raises OSError."""
    if os.path.isdir(path):
        return
    _make_folder(os.path.dirname(path))
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        return  # another tee was faster; if it is no folder, what comes next says so
    os.chmod(path, 0o700)


def _check_ours(folder: str) -> None:
    """Raise OSError unless `folder` is a real folder of this user that nobody else can enter: /tmp is everybody's."""
    status = os.lstat(folder)
    if os.path.islink(folder) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise OSError(1, "the folder is not this user's alone", folder)
