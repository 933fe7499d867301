"""Starts the processes of a recording without `subprocess`: the agent as if no tee stood there, and the watch.

The agent gets the environment, working folder, descriptors and signal settings that the tee was started with; only
its stdin, stdout and stderr are pipes. (A stderr that is a terminal stays the terminal.)

Process groups. When the tee is in a terminal's foreground group, so is the agent: Ctrl-C, hang-ups and window changes
then reach both from the kernel, and a full-screen agent may use the terminal. Otherwise the agent leads a group of its
own, so that a signal to the tee or to the tee's group reaches the agent's group once.

The watch is a shell in a session of its own that starts the recorder and then reads a pipe of which only the tee
holds the other end. A line means that the agent has ended; end of file without one means that the tee was killed:
then the watch kills the agent (its group, if it leads one), as the client meant to. Why so: a parent-death signal
needs prctl in the new process, which costs 3 ms of start time through ctypes, does not exist on macOS, and spares the
agent's children; the recorder itself would notice only after its imports, and not at all when it could not start. The
shell costs under 1 ms off the start path, and it starts the recorder as nobody's child, so that one that dies early
is no zombie. It is started when the first bytes have passed or a moment later. Without a shell the recorder is
started directly, and an orphaned agent has only the end of file on its stdin to go by.
"""

import _signal  # type: ignore[import-not-found]  # `signal` imports enum, which costs 6 ms
import os
import sys

_NOT_FOUND, _NOT_RUNNABLE = 127, 126
_ENOEXEC = 8
_PASSED_ON = ("SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2")

_WATCH_ALONE = 'read -r line || kill -9 "$0"'
_WATCH = f'("$@" &); {_WATCH_ALONE}'


class StartFailure:
    """Why the agent's command cannot be run; `exit_code` is what a shell would give."""

    __slots__ = ("code", "exit_code", "text")

    def __init__(self, error: OSError, command: str) -> None:
        self.text = f"cannot start {command}: {error.strerror}"
        self.code = error.errno or 0
        self.exit_code = _NOT_FOUND if isinstance(error, FileNotFoundError) else _NOT_RUNNABLE


class Agent:
    """The agent, or why there is none, and how it was started."""

    __slots__ = ("env", "failure", "foreground", "mask", "pid", "signals", "stderr", "stdin", "stdout")

    def __init__(self) -> None:
        self.pid = 0
        self.failure: StartFailure | None = None
        self.stdin = self.stdout = self.stderr = -1
        """Our ends of its pipes; -1 = it uses our own descriptor."""
        self.env: dict[str, str] = {}
        self.foreground = False
        """It is in our group, so that a terminal's signals reach it without us; otherwise it leads its own."""
        self.signals: set[int] = set()
        """The signals to pass on to it."""
        self.mask: set[int] = set()
        """The signal mask the client gave us."""


def _fill_standard_descriptors() -> None:
    """Open /dev/null where stdin, stdout or stderr is closed, so that no pipe of ours gets its number."""
    for fd in range(3):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is fd
            os.set_inheritable(fd, True)


def _inherited_descriptors() -> list[int]:
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


def _in_foreground() -> bool:
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


def _environment() -> dict[str, str]:
    """The environment as the client gave it: Python adds LC_CTYPE to its own when the locale is C (PEP 538)."""
    given = dict(os.environ)
    given.pop("", None)  # legal to inherit, impossible to hand on
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


def start_agent(command: list[str], with_stderr: bool) -> Agent:
    """Start the agent, with its stderr on a pipe of ours if `with_stderr` and it is no terminal. Never raises.

    From here on the signals to pass on are blocked in this process: none is lost before somebody waits for them.
    """
    agent = Agent()
    signals = [getattr(_signal, name) for name in _PASSED_ON]
    agent.signals = {number for number in signals if _signal.getsignal(number) != _signal.SIG_IGN}
    agent.mask = _signal.pthread_sigmask(_signal.SIG_BLOCK, agent.signals)
    if _signal.getsignal(_signal.SIGCHLD) == _signal.SIG_IGN:
        _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)  # else the exit status would be thrown away
    _fill_standard_descriptors()
    inherited = _inherited_descriptors()
    stdin, agent.stdin = os.pipe()
    agent.stdout, stdout = os.pipe()
    theirs = [stdin, stdout]
    if with_stderr and not os.isatty(2):
        agent.stderr, stderr = os.pipe()
        theirs.append(stderr)
    agent.env = _environment()
    agent.foreground = _in_foreground()
    try:
        agent.pid = _spawn(command, agent, theirs)
    except OSError as error:
        agent.failure = StartFailure(error, command[0])
    for fd in (*theirs, *inherited):
        os.close(fd)
    return agent


def _spawn(command: list[str], agent: Agent, pipes: list[int]) -> int:
    """The pid of `command`, started with `pipes` as its stdin, stdout and perhaps stderr. Raises OSError."""
    actions = [(os.POSIX_SPAWN_DUP2, fd, number) for number, fd in enumerate(pipes)]
    # Python ignores these two, and what is ignored would stay so in the agent.
    restored = (_signal.SIGPIPE, _signal.SIGXFSZ)
    group = os.getpgrp() if agent.foreground else 0

    def spawn(path: str, argv: list[str]) -> int:
        return os.posix_spawnp(
            path, argv, agent.env, file_actions=actions, setsigmask=agent.mask, setsigdef=restored, setpgroup=group
        )

    try:
        return spawn(command[0], command)
    except OSError as error:
        if error.errno != _ENOEXEC:
            raise
    # A script without #!: execvp and shells, by which clients start agents, give it to sh.
    import shutil

    return spawn("/bin/sh", ["/bin/sh", shutil.which(command[0]) or command[0], *command[1:]])


def start_watch(agent: Agent, journal: str, recording: str) -> int:
    """Start the watch of `agent` and the recorder of `journal` (empty = there is none); returns the descriptor on which
    to tell the watch that the agent has ended.

    The recorder is `acp_inspect.record.ingest JOURNAL RECORDING FD`; FD is a pipe that hangs up (POLLHUP) when the tee
    is gone. Neither may ever harm the traffic, so nothing is raised.
    """
    watch_read, watch_write = os.pipe()
    gone_read, _gone_write = os.pipe()
    env = dict(os.environ)
    # -P keeps the project's folder, where the client started us, off the module path; this finds our own package again.
    package_root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    env["PYTHONPATH"] = os.pathsep.join(filter(None, (env.get("PYTHONPATH"), package_root)))
    recorder = [sys.executable, "-P", "-m", "acp_inspect.record.ingest", journal, recording, str(gone_read)]
    target = str(agent.pid if agent.foreground else -agent.pid)
    actions = [
        (os.POSIX_SPAWN_DUP2, watch_read, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    os.set_inheritable(gone_read, True)
    commands = [["/bin/sh", "-c", _WATCH if journal else _WATCH_ALONE, target, *recorder]] if agent.pid else []
    if journal:
        commands.append(recorder)
    for argv in commands:
        try:
            os.posix_spawn(argv[0], argv, env, file_actions=actions, setsigmask=agent.mask, setsid=True)
            break
        except (OSError, NotImplementedError):
            continue
    os.close(watch_read)
    os.close(gone_read)
    return watch_write
