"""What rules about the streams must know of earlier lines."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import On
from acp_inspect.rules.not_json import is_half
from acp_inspect.rules.remember import remember
from acp_inspect.trace.event import Ending, Stderr
from acp_inspect.wire.rpc import Malformed, Response, RpcId, Side, decode_line

_MOST: Final = 100
_LONGEST: Final = 1 << 20


class StdioSeen(NamedTuple):
    """What was seen of the streams."""

    crlf: tuple[Side, ...] = ()
    """The sides that ended a line with carriage return and newline."""
    cut: tuple[tuple[Side, int], ...] = ()
    """The sides whose last line is half a message, and its `seq`."""
    signalled: bool = False
    """Whether a signal was passed on to the Agent."""
    exited: int = 0
    """`seq` of the Agent's last exit; 0 = it runs."""
    answers: tuple[tuple[Hashable, int], ...] = ()
    """Responses on stderr: the key of the id, and the `seq`."""
    survived: bool = False
    """Whether the Agent sent something of its own after stdin had ended."""


@remember(
    StdioSeen,
    On(kinds=("request", "notification", "response", "malformed", "blank"), odd=True),
    On(kinds=("stderr", "signalled", "exited")),
)
def seen(known: StdioSeen, case: Case) -> StdioSeen:
    """What was seen after an event that is out of the ordinary."""
    event = case.event
    match case.kind:
        case "signalled":
            return known._replace(signalled=True)
        case "exited":
            return known._replace(exited=case.seq, cut=(), answers=())
        case "stderr":
            return _stderr(known, case)
    side = event.sender
    if side is None:
        return known
    if event.ending is Ending.CRLF and side not in known.crlf:
        known = known._replace(crlf=(*known.crlf, side))
    if event.ending is Ending.NONE and isinstance(event.body, Malformed) and is_half(event.body):
        known = known._replace(cut=(*(entry for entry in known.cut if entry[0] is not side), (side, event.seq)))
    return known


@remember(StdioSeen, On(kinds=("request", "notification")))
def survived(known: StdioSeen, case: Case) -> StdioSeen:
    """Whether the Agent went on after the end of stdin."""
    if case.before.client_ended is None or known.survived or case.sender is not Side.AGENT:
        return known
    return known._replace(survived=True)


def _stderr(known: StdioSeen, case: Case) -> StdioSeen:
    body = case.event.body
    if not isinstance(body, Stderr) or not body.raw.startswith(b"{") or len(body.raw) > _LONGEST:
        return known
    for rpc in decode_line(body.raw):
        match rpc:
            case Response(id=RpcId() as id, message={"jsonrpc": "2.0"}) if len(known.answers) < _MOST:
                return known._replace(answers=(*known.answers, (id.key, case.seq)))
    return known
