"""The tee: stands in the agent's place, moves its bytes unchanged, and notes them in the journal first. Knows nothing else.

One thread a stream does blocking read, append to the journal, blocking write; nothing is queued, so back-pressure is
the pipes' own and memory is bounded: at most two copies of one 64 KiB chunk a stream. No descriptor that the client gave
us has its flags changed. Because the journal comes first, whatever the other side saw is in it, even after `kill -9`;
because of that, too, a disk that hangs (rather than fails) would hold the traffic up.

What the two sides see is what they would see without a tee:

- End of file goes on at once, in each direction by itself.
- A side that stops reading: the other one gets its broken pipe (SIGPIPE, EPIPE) at a later write than it would have,
  because one chunk was already taken. What the agent had written by then is still read and recorded, not more:
  an agent that would end at a broken pipe must not live on because of us.
- TERM, INT, HUP, QUIT, USR1 and USR2 go to the agent's group (see `record.spawn`).
- The tee ends when the agent has exited and its stdout and stderr have ended. If something the agent left behind holds
  them open, the tee waits `LINGER` seconds after the exit, passes on what is in the pipes by then, and goes; a signal
  cuts the waiting short, a second one ends it. It ends with the agent's exit code, or by the agent's signal.
- A stderr that is a terminal is passed through untouched and unrecorded: behind a pipe, programs would stop treating it as one.

Nothing is ever printed on stdout, and at most one line a run on stderr, dropped rather than waited for.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # `signal` imports enum, which costs 6 ms
import os
import sys
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
from acp_inspect.record.options import USAGE, Misuse, Options, parse
from acp_inspect.record.place import JOURNAL_SUFFIX, open_journal
from acp_inspect.record.pump import PIPE, Pump, let_go, ready
from acp_inspect.record.spawn import (
    CannotStart,
    environment,
    fill_standard_descriptors,
    in_foreground,
    inherited_descriptors,
    start_agent,
    start_watch,
)
from acp_inspect.version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

LINGER = 1.0
"""Seconds the tee stays after the agent's exit while others hold the agent's stdout or stderr open. Clients that end an
agent by SIGTERM follow with SIGKILL after 1.5 s or more."""

MISUSE = 2
"""The exit code for a command line that makes no sense."""

_PASSED_ON = ("SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2")
_FROM_KERNEL = 0x80


class Voice:
    """Says one line on stderr in the whole run, none if `quiet`, and never waits for a reader."""

    __slots__ = ("_silent",)

    def __init__(self, quiet: bool) -> None:
        self._silent = quiet

    def say(self, text: str) -> None:
        """Say it, unless something was said before."""
        if self._silent or not text:
            return
        self._silent = True
        line = "".join(c if c.isprintable() else "?" for c in f"acp-inspect: {text}")[:1000]
        try:
            if ready(2, writing=True, milliseconds=0):
                os.write(2, os.fsencode(line) + b"\n")
        except OSError:
            pass


class Run:
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


def main(arguments: list[str]) -> NoReturn:
    """Run `acp-inspect record` with the arguments after the word `record`; ends the process."""
    try:
        options = parse(arguments)
        _check(options)
    except Misuse as misuse:
        Voice(quiet=False).say(f"{misuse}; usage: {USAGE}")
        os._exit(MISUSE)
    voice = Voice(options.quiet)
    watched = {n for n in (getattr(_signal, name) for name in _PASSED_ON) if _signal.getsignal(n) != _signal.SIG_IGN}
    mask = _signal.pthread_sigmask(_signal.SIG_BLOCK, watched)
    if _signal.getsignal(_signal.SIGCHLD) == _signal.SIG_IGN:
        _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)  # else the exit status would be thrown away
    fill_standard_descriptors()
    inherited = inherited_descriptors()
    terminal = os.isatty(2)
    record_stderr = options.stderr and not terminal
    stdin_read, stdin_write = os.pipe()
    stdout_read, stdout_write = os.pipe()
    stderr_read, stderr_write = os.pipe() if record_stderr else (-1, -1)
    foreground = in_foreground()
    env = environment()
    failure: CannotStart | None = None
    try:
        agent = start_agent(
            options.agent, env, (stdin_read, stdout_write, stderr_write), mask, own_group=not foreground
        )
    except CannotStart as error:
        agent, failure = 0, error
    for fd in (stdin_read, stdout_write, stderr_write, *inherited):
        if fd >= 0:
            let_go(fd)

    start = _describe(options, env, agent, "recorded" if record_stderr else "terminal" if options.stderr else "off")
    recording, journal, trouble = open_journal(
        options.output, options.agent[0], start, lambda why: voice.say(f"recording stopped, traffic goes on: {why}")
    )
    if failure:
        voice.say(str(failure))
        if journal:
            journal.finish(START_FAILED, encode_start_failed(failure.exit_code, failure.code, str(failure)), ())
            start_watch(recording + JOURNAL_SUFFIX, recording, 0, False, mask)
        os._exit(failure.exit_code)

    outputs = [Pump(A2C, stdout_read, 1, journal, ours=True)]
    if record_stderr:
        outputs.append(Pump(STDERR, stderr_read, 2, journal, ours=True))
    for pump in (Pump(C2A, 0, stdin_write, journal, ours=False), *outputs):
        pump.start()
    voice.say(trouble)
    run = Run(agent, foreground, journal)
    start_new_thread(_pass_signals_on, (watched, run))
    watch = start_watch(recording and recording + JOURNAL_SUFFIX, recording, agent, not foreground, mask)

    status = _wait(agent)
    run.exited = True
    exited_at = monotonic_ns()
    try:
        os.write(watch, b"\n")
    except OSError:
        pass  # the watch is gone, and is not needed any more
    _linger(outputs, run)
    if journal:
        streams = [C2A, *(pump.stream for pump in outputs)]
        journal.finish(EXIT, encode(EXIT, status, exited_at), streams)
    _end_like(status)


def _check(options: Options) -> None:
    """Raise Misuse for what can be seen to be wrong before anything was done."""
    if sys.platform == "win32":
        raise Misuse("recording works on Linux and macOS, not yet on Windows")
    for path in (options.output, options.output + JOURNAL_SUFFIX) if options.output else ():
        if os.path.lexists(path):
            raise Misuse(f"{path} exists, and is not overwritten")


def _describe(options: Options, env: dict[str, str], agent: int, stderr: str) -> bytes:
    start = Start()
    start.argv = [os.fsencode(argument) for argument in options.agent]
    try:
        start.cwd = os.getcwdb()
    except OSError:
        pass  # the folder was removed under us
    start.name = os.fsencode(options.name)
    start.tags = [os.fsencode(tag) for tag in options.tags]
    start.env = [os.fsencode(name) for name in env]
    start.stderr = stderr.encode()
    start.version = VERSION.encode()
    start.tee_pid = os.getpid()
    start.agent_pid = agent
    start.wall = time_ns()
    start.monotonic = monotonic_ns()
    return start.encode()


def _pass_signals_on(watched: set[int], run: Run) -> None:
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
            try:
                os.kill(run.agent if run.foreground else -run.agent, number)
            except OSError:
                pass  # it ended in this moment


def _wait(agent: int) -> int:
    """The wait status of the agent; whatever other child ends meanwhile is reaped too."""
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == agent:
            return status


def _linger(outputs: list[Pump], run: Run) -> None:
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


def _end_like(status: int) -> NoReturn:
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
