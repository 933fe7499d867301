"""The tee: stands in the agent's place, moves its bytes unchanged, and notes them in the journal first.

One thread a stream does blocking read, append to the journal, blocking write; nothing is queued, so back-pressure is
the pipes' own and memory is bounded: at most two copies of one 64 KiB chunk a stream. No descriptor that the client
gave us has its flags changed. Because the journal comes first, whatever the other side saw is in it, even after
`kill -9`; because of that, too, a disk that hangs (rather than fails) would hold the traffic up.

What the two sides see is what they would see without a tee:

- End of file goes on at once, in each direction by itself.
- A side that stops reading: the other one gets its broken pipe (SIGPIPE, EPIPE) at a later write than it would have,
  because one chunk was already taken. What the agent had written by then is still read and recorded, not more:
  an agent that would end at a broken pipe must not live on because of us.
- TERM, INT, HUP, QUIT, USR1 and USR2 go to the agent's group (see `record.spawn`).
- The tee ends when the agent has exited and its stdout and stderr have ended. If something the agent left behind holds
  them open, the tee waits `relay.LINGER` seconds after the exit, passes on what is in the pipes by then, and goes; a
  signal cuts the waiting short, a second one ends it. It ends with the agent's exit code, or by the agent's signal.
- A stderr that is a terminal is passed through untouched and unrecorded: a full-screen agent could not use a pipe.

Nothing is ever printed on stdout, and at most one line a run on stderr, dropped rather than waited for.

The start is lean: only what starting the agent needs is imported before, the rest (`record.relay`) while it starts; and
nothing that costs time (`signal`, `subprocess`, `typing`, even `__future__`).
"""

import os
import sys

from acp_inspect.record.options import JOURNAL_SUFFIX, USAGE, Misuse, Options, one_line, own, parse
from acp_inspect.record.spawn import start_agent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

MISUSE = 2
"""The exit code for a command line that makes no sense."""


def main(arguments: list[str]) -> "NoReturn":
    """Run `acp-inspect record` with the arguments after the word `record`; ends the process."""
    try:
        options = parse(arguments)
        _check(options)
    except Misuse as misuse:
        if "--quiet" not in own(arguments):
            _complain(one_line(f"{misuse}; usage: {USAGE}"))
        os._exit(MISUSE)
    agent = start_agent(options.agent, options.stderr)

    from acp_inspect.record.relay import relay

    relay(options, agent)


def _complain(line: bytes) -> None:
    """Write it to stderr, if there is one."""
    try:
        os.write(2, line)
    except OSError:
        return


def _check(options: Options) -> None:
    """Raise Misuse for what can be seen to be wrong before anything was done."""
    if sys.platform == "win32":
        raise Misuse("recording works on Linux and macOS, not yet on Windows")
    for path in (options.output, options.output + JOURNAL_SUFFIX) if options.output else ():
        if os.path.lexists(path):
            raise Misuse(f"{path} exists, and is not overwritten")
