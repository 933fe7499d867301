"""The annotator: judges a recording while the recorder fills it. A process of its own, so that no rule can hurt either.

    python -m acp_inspect.record.annotate RECORDING

It judges what is there, then waits for a byte on its stdin, which the recorder writes after each commit, and ends when
the recording is finished and judged, or gone. If it dies, the next command that wants findings makes them.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from acp_inspect.errors import AcpInspectError
from acp_inspect.store.findings import Annotator


def main(arguments: list[str]) -> int:
    """The exit code: 0 judged to its end, else that of the error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    os.nice(19)
    path = Path(arguments[0])
    try:
        annotator = Annotator(path)
        while not annotator.advance():
            if not os.read(0, 65_536):
                # The recorder is gone: what it wrote last may be the end.
                annotator.advance()
                return 0
    except AcpInspectError as error:
        sys.stderr.write(f"acp-inspect: {error}\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
