"""The sample agent: `python -m acp_inspect.demo.agent`. Speaks ACP v1 and v2 over stdio, needs no model and no network.

It does what it says: it reads and edits real files and runs real commands, through the Client where v1 wants it so.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import Protocol

from acp_inspect.demo.agent_v1 import AgentV1
from acp_inspect.demo.agent_v2 import AgentV2
from acp_inspect.demo.connection import INVALID_PARAMS, Connection, Reply, RpcError
from acp_inspect.demo.story import Pace, log
from acp_inspect.version import VERSION
from acp_inspect.wire.json_text import Json

INFO = {"name": "sample-agent", "title": "Sample Agent", "version": VERSION}


class Speaker(Protocol):
    """The agent in one protocol version."""

    def initialized(self) -> Json:
        """The result of `initialize`."""

    def requested(self, method: str, params: Json, reply: Reply) -> None:
        """Answer a request."""

    def notified(self, method: str, params: Json) -> None:
        """Take a notification."""


class Agent:
    """Answers `initialize`, then speaks the version that was agreed."""

    def __init__(self, connection: Connection, pace: Pace) -> None:
        self._connection = connection
        self._pace = pace
        self._speaker: Speaker | None = None

    def requested(self, method: str, params: Json, reply: Reply) -> None:
        """Answer a request of the Client."""
        if method == "initialize":
            offered = params.get("protocolVersion")
            if not isinstance(offered, int):
                raise RpcError(INVALID_PARAMS, "protocolVersion is no integer")
            speaker = AgentV2 if offered >= 2 else AgentV1
            self._speaker = speaker(self._connection, self._pace, INFO, params)
            reply(self._speaker.initialized())
        elif self._speaker is None:
            raise RpcError(-32600, "initialize comes first")
        else:
            self._speaker.requested(method, params, reply)

    def notified(self, method: str, params: Json) -> None:
        """Take a notification of the Client."""
        if self._speaker is not None:
            self._speaker.notified(method, params)


def main(argv: list[str]) -> int:
    """Serve one Client on stdin and stdout until it closes stdin. Exit code 0."""
    parser = argparse.ArgumentParser(prog="python -m acp_inspect.demo.agent", description=__doc__)
    parser.add_argument("--pace", type=float, default=1.0, help="1 is made for the eye, 0.05 for tests")
    pace = Pace(parser.parse_args(argv).pace)
    log(f"sample-agent {VERSION} reads ACP v1 and v2 on stdin")
    connection = Connection(sys.stdin.buffer, os.fdopen(os.dup(1), "wb", buffering=0))
    connection.serve(Agent(connection, pace))
    log("sample-agent: the Client has gone, good bye")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
