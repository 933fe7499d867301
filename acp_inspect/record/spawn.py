"""Starts the processes of a recording without `subprocess`: the agent as if no tee stood there, and the watch.

The agent gets the environment, working folder, descriptors and signal settings that the tee was started with; only
its stdin, stdout and stderr are pipes. (A stderr that is a terminal stays the terminal.)

Process groups. When the tee is in a terminal's foreground group, so is the agent: Ctrl-C, hang-ups and window changes
then reach both from the kernel, and a full-screen agent may use the terminal. Otherwise the agent leads a group of its
own, so that a signal to the tee or to the tee's group reaches the agent's group once.

The watch is a shell in a session of its own that starts the recorder and then reads a pipe of which only the tee holds
the other end. A line means that the agent has ended; end of file without one means that the tee was killed: then the
watch kills the agent (its group, if it leads one), as the client meant to. Why so: a parent-death signal needs prctl in
the new process, which costs 3 ms of start time through ctypes, does not exist on macOS, and spares the agent's children;
the recorder itself would notice only after its imports, and not at all when it could not start. The shell costs under
1 ms off the start path, and being the recorder's parent it keeps a recorder that dies early from staying a zombie.
Without a shell the recorder is started directly, and an orphaned agent has only the end of file on its stdin to go by.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # `signal` imports enum, which costs 6 ms
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

NOT_FOUND, NOT_RUNNABLE = 127, 126
"""What a shell exits with."""

_WATCH = '"$@" & read -r line || kill -9 "$0"'


class CannotStart(Exception):
    """The agent's command cannot be run. The text says why; `exit_code` is what a shell would give."""

    def __init__(self, error: OSError, command: str) -> None:
        super().__init__(f"cannot start {command}: {error.strerror}")
        self.code = error.errno or 0
        self.exit_code = NOT_FOUND if isinstance(error, FileNotFoundError) else NOT_RUNNABLE


def fill_standard_descriptors() -> None:
    """Open /dev/null where stdin, stdout or stderr is closed, so that no pipe of ours gets its number."""
    for fd in range(3):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is fd
            os.set_inheritable(fd, True)


def inherited_descriptors() -> list[int]:
    """The descriptors above stderr that the client handed down."""
    found = []
    try:
        names = os.listdir("/dev/fd")
    except OSError:
        return []
    for name in names:
        try:
            if int(name) > 2 and os.get_inheritable(int(name)):
                found.append(int(name))
        except (OSError, ValueError):
            pass  # the listing's own descriptor
    return found


def in_foreground() -> bool:
    """Whether our process group is the foreground group of a terminal."""
    try:
        terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False
    finally:
        os.close(terminal)


def environment() -> dict[str, str]:
    """The environment as the client gave it: Python adds LC_CTYPE to its own when the locale is C (PEP 538)."""
    given = dict(os.environ)
    if "LC_CTYPE" in given and not given.get("LC_ALL") and given["LC_CTYPE"] in ("C.UTF-8", "C.utf8", "UTF-8"):
        try:
            fd = os.open("/proc/self/environ", os.O_RDONLY)
        except OSError:
            return given
        block = b"\0"
        while data := os.read(fd, 1 << 16):
            block += data
        os.close(fd)
        if b"\0LC_CTYPE=" not in block:
            del given["LC_CTYPE"]
    return given


def start_agent(
    command: list[str], env: dict[str, str], pipes: tuple[int, int, int], mask: Iterable[int], own_group: bool
) -> int:
    """The pid of the agent, started with `pipes` as its stdin, stdout and stderr (-1 = ours). Raises CannotStart."""
    actions = [(os.POSIX_SPAWN_DUP2, fd, number) for number, fd in enumerate(pipes) if fd >= 0]
    # Python ignores these two, and what is ignored would stay so in the agent.
    restored = (_signal.SIGPIPE, _signal.SIGXFSZ)

    def spawn(path: str, argv: list[str]) -> int:
        if own_group:
            return os.posix_spawnp(
                path, argv, env, file_actions=actions, setsigmask=mask, setsigdef=restored, setpgroup=0
            )
        return os.posix_spawnp(path, argv, env, file_actions=actions, setsigmask=mask, setsigdef=restored)

    try:
        return spawn(command[0], command)
    except OSError as error:
        if error.errno != 8:  # ENOEXEC: a script without #!, which execvp and shells give to sh
            raise CannotStart(error, command[0]) from None
    import shutil

    try:
        return spawn("/bin/sh", ["/bin/sh", shutil.which(command[0]) or command[0], *command[1:]])
    except OSError as error:
        raise CannotStart(error, command[0]) from None


def start_watch(journal: str, recording: str, agent: int, own_group: bool, mask: Iterable[int]) -> int:
    """Start the watch and the recorder of `journal`; returns the descriptor on which to tell the watch that the agent
    has ended, or -1.

    The recorder is `acp_inspect.record.ingest JOURNAL RECORDING FD`; FD is a pipe that hangs up (POLLHUP) when the tee is gone.
    Neither may ever harm the traffic, so nothing is raised. `agent` 0 = there is none to watch.
    """
    watch_read, watch_write = os.pipe()
    gone_read, _gone_write = os.pipe()
    env = dict(os.environ)
    # -P keeps the project's folder, where the client started us, off the module path; this finds our own package again.
    package_root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    env["PYTHONPATH"] = os.pathsep.join(filter(None, (env.get("PYTHONPATH"), package_root)))
    recorder = [sys.executable, "-P", "-m", "acp_inspect.record.ingest", journal, recording, str(gone_read)]
    target = str(-agent if own_group else agent)
    actions = [
        (os.POSIX_SPAWN_DUP2, watch_read, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    os.set_inheritable(gone_read, True)
    commands = [["/bin/sh", "-c", _WATCH, target, *recorder]] if agent else []
    try:
        for argv in (*commands, recorder):
            try:
                os.posix_spawn(argv[0], argv, env, file_actions=actions, setsigmask=mask, setsid=True)
                break
            except (OSError, NotImplementedError):
                continue
    finally:
        os.close(watch_read)
        os.close(gone_read)
    return watch_write
