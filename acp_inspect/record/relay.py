"""The rest of the tee, once the agent is being started: journal, pumps, signals, and the end. See `record.tee`."""

import _signal  # type: ignore[import-not-found]  # `signal` imports enum, which costs 6 ms
import os
from _thread import start_new_thread
from time import monotonic, monotonic_ns, time_ns

from acp_inspect.record.journal import (
    A2C,
    C2A,
    EXIT,
    SIGNAL,
    START_FAILED,
    STDERR,
    JournalWriter,
    Start,
    encode,
    encode_start_failed,
)
from acp_inspect.record.options import JOURNAL_SUFFIX, Options, one_line
from acp_inspect.record.place import open_journal
from acp_inspect.record.pump import PIPE, Pump, ready
from acp_inspect.record.spawn import Agent, StartFailure, start_watch
from acp_inspect.version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

LINGER = 1.0
"""Seconds the tee stays after the agent's exit while others hold the agent's stdout or stderr open. Clients that end an
agent by SIGTERM follow with SIGKILL after 1.5 s or more."""

_HEAD_START = 0.01
"""Seconds for which the start of the watch and the recorder does not compete with the first bytes."""

_FROM_KERNEL = 0x80


class _Voice:
    """Says one line on stderr in the whole run, none if `quiet`, and never waits for a reader."""

    __slots__ = ("_silent",)

    def __init__(self, quiet: bool) -> None:
        self._silent = quiet

    def say(self, text: str) -> None:
        """Say it, unless something was said before."""
        if self._silent or not text:
            return
        self._silent = True
        try:
            if ready(2, writing=True, milliseconds=0):
                os.write(2, one_line(text))
        except OSError:
            return


class _Run:
    """What the main thread and the one for signals both know of the agent."""

    __slots__ = ("agent", "exited", "foreground", "hurry", "journal")

    def __init__(self, agent: int, foreground: bool, journal: JournalWriter | None) -> None:
        self.agent = agent
        self.foreground = foreground
        """The agent is in our group, and a terminal's signals reach it without us."""
        self.journal = journal
        self.exited = False
        self.hurry = 0
        """How many signals came after the agent's exit."""


def relay(options: Options, agent: Agent) -> "NoReturn":
    """Move the agent's bytes until it ends, and end this process as it did. The signals to pass on are blocked."""
    voice = _Voice(options.quiet)
    recording, journal, trouble = open_journal(
        options.output,
        options.agent[0],
        _describe(options, agent),
        lambda why: voice.say(f"recording stopped, traffic goes on: {why}"),
    )
    if agent.failure:
        _end_unstarted(agent, agent.failure, voice, recording, journal)
    outputs = [Pump(A2C, agent.stdout, 1, journal, ours=True)]
    if agent.stderr >= 0:
        outputs.append(Pump(STDERR, agent.stderr, 2, journal, ours=True))
    for pump in (Pump(C2A, 0, agent.stdin, journal, ours=False), *outputs):
        pump.start()
    voice.say(trouble)
    run = _Run(agent.pid, agent.foreground, journal)
    start_new_thread(_pass_signals_on, (agent.signals, run))
    outputs[0].finished(_HEAD_START)
    watch = start_watch(agent, recording and recording + JOURNAL_SUFFIX, recording)

    status = _wait(agent.pid)
    run.exited = True
    exited_at = monotonic_ns()
    _tell(watch)
    _linger(outputs, run)
    if journal:
        streams = [C2A, *(pump.stream for pump in outputs)]
        journal.finish(EXIT, encode(EXIT, status, exited_at), streams)
    _end_like(status)


def _end_unstarted(
    agent: Agent, failure: StartFailure, voice: _Voice, recording: str, journal: JournalWriter | None
) -> "NoReturn":
    """Say and record that there is no agent, and end as a shell would."""
    voice.say(failure.text)
    if journal:
        journal.finish(START_FAILED, encode_start_failed(failure.exit_code, failure.code, failure.text), ())
        start_watch(agent, recording + JOURNAL_SUFFIX, recording)
    os._exit(failure.exit_code)


def _describe(options: Options, agent: Agent) -> bytes:
    start = Start()
    start.argv = [os.fsencode(argument) for argument in options.agent]
    start.cwd = _folder()
    start.name = os.fsencode(options.name)
    start.tags = [os.fsencode(tag) for tag in options.tags]
    start.env = [os.fsencode(name) for name in agent.env]
    start.stderr = b"recorded" if agent.stderr >= 0 else b"terminal" if options.stderr else b"off"
    start.version = VERSION.encode()
    start.tee_pid = os.getpid()
    start.agent_pid = agent.pid
    start.wall = time_ns()
    start.monotonic = monotonic_ns()
    return start.encode()


def _pass_signals_on(watched: set[int], run: _Run) -> None:
    """Note each signal and send it to the agent, for ever."""
    from_terminal = (_signal.SIGINT, _signal.SIGQUIT, _signal.SIGHUP)
    while True:
        if hasattr(_signal, "sigwaitinfo"):
            info = _signal.sigwaitinfo(watched)
            number, kernel = info.si_signo, info.si_code == _FROM_KERNEL
        else:  # macOS does not say who sent it
            number = _signal.sigwait(watched)
            kernel = number in from_terminal
        # A terminal that hangs up tells the leader of its session alone.
        alone = number == _signal.SIGHUP and os.getsid(0) == os.getpid()
        pass_on = not run.exited and not (run.foreground and kernel and not alone)
        if run.journal:
            run.journal.append(SIGNAL, encode(SIGNAL, number, pass_on))
        if run.exited:
            run.hurry += 1
        elif pass_on:
            _send(run.agent if run.foreground else -run.agent, number)


def _wait(agent: int) -> int:
    """The wait status of the agent; whatever other child ends meanwhile is reaped too."""
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == agent:
            return status


def _linger(outputs: list[Pump], run: _Run) -> None:
    """Wait for the agent's output to end, as the module says."""
    deadline = monotonic() + LINGER
    left = outputs
    while left and monotonic() < deadline and not run.hurry:
        left = [pump for pump in left if not pump.finished(0.02)]
    limits = {pump: pump.sent + PIPE for pump in left}
    idle = 0
    # Twice idle: between two looks a pump has the time to say that it has taken something.
    while left and idle < 2 and run.hurry < 2:
        left = [pump for pump in left if not pump.finished(0.02) and pump.sent < limits[pump]]
        idle = 0 if any(pump.busy() for pump in left) else idle + 1


def _send(target: int, number: int) -> None:
    """Send a signal to a process, or a group if negative; it may have ended in this moment."""
    try:
        os.kill(target, number)
    except OSError:
        return


def _tell(watch: int) -> None:
    """Tell the watch that the agent has ended; if the watch is gone, it need not know."""
    try:
        os.write(watch, b"\n")
    except OSError:
        return


def _folder() -> bytes:
    """The working folder; empty if it was removed under us."""
    try:
        return os.getcwdb()
    except OSError:
        return b""


def _end_like(status: int) -> "NoReturn":
    """End this process as the agent ended: with its exit code, or by its signal but without a second core file."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        try:
            import resource

            resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
            if number != _signal.SIGKILL:
                _signal.signal(number, _signal.SIG_DFL)
            _signal.pthread_sigmask(_signal.SIG_UNBLOCK, {number})
            _signal.raise_signal(number)
        finally:
            os._exit(128 + number)
    os._exit(os.WEXITSTATUS(status))
