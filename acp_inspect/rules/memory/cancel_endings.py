"""How the connection ended: which side first, when, and whether the agent's process failed."""

from __future__ import annotations

from typing import NamedTuple

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.control import Exited, StartFailed, StreamEnded
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.rpc import Side


class Ending(NamedTuple):
    """0 = it did not happen; times are nanoseconds since the recording's start, -1 = unknown."""

    client: int = 0
    """`seq` of the end of what the Client sends."""
    client_at: int = -1
    agent: int = 0
    """`seq` of the end of what the Agent sends, or of its process, whichever came first."""
    agent_at: int = -1
    failed: bool = False
    """A signal or an exit code other than 0 ended the agent."""

    @property
    def over(self) -> bool:
        """Whether a side ended; otherwise the recording was cut, and what is missing may have come later."""
        return bool(self.client or self.agent)

    @property
    def by_client(self) -> bool:
        """Whether the Client ended first."""
        return self.client > 0 and (not self.agent or self.client < self.agent)

    def of(self, side: Side) -> tuple[int, int]:
        """`seq` and time of a side's end, or of the other's where it has none."""
        first = (self.client, self.client_at), (self.agent, self.agent_at)
        mine, other = first if side is Side.CLIENT else reversed(first)
        return mine if mine[0] else other


@remember(Ending, On(kinds=("stream-ended", "exited", "start-failed")), On(kinds=("request",), methods=("initialize",)))
def end(known: Ending, case: Case) -> Ending:
    """The ending after what the recorder saw."""
    if case.kind == "request":
        # Recordings that were put together go on with another connection.
        return Ending() if case.sender is Side.CLIENT and known.over else known
    seq, at = case.seq, case.event.at
    match case.event.body:
        case StreamEnded(stream=Stream.CLIENT_TO_AGENT) if not known.client:
            return known._replace(client=seq, client_at=at)
        case StreamEnded(stream=Stream.AGENT_TO_CLIENT) if not known.agent:
            return known._replace(agent=seq, agent_at=at)
        case Exited(code=code, signal=signal):
            known = known._replace(failed=signal is not None or code not in (0, None))
            return known if known.agent else known._replace(agent=seq, agent_at=at)
        case StartFailed() if not known.agent:
            return known._replace(agent=seq, agent_at=at, failed=True)
    return known
