"""How an Agent uses message ids: on which chunks of a v1 turn it puts them, and where it leaves them out."""

from __future__ import annotations

from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.rpc import Side

CHUNKS: Final = ("user_message_chunk", "agent_message_chunk", "agent_thought_chunk")


class Turn(NamedTuple):
    """A session since its last prompt or load."""

    named: frozenset[str] = frozenset()
    """Kinds of chunks that came with an id."""
    nameless: frozenset[str] = frozenset()
    user: int = 0
    """The session's first user message without an id; 0 = none yet, or it is reported."""


class MessageIds(NamedTuple):
    """All sessions of a connection."""

    turns: Map[str, Turn] = Map()
    used: bool = False
    """Whether the Agent has put an id on any chunk."""


@remember(
    MessageIds,
    On(kinds=("notification",), updates=CHUNKS),
    On(kinds=("request",), methods=("session/prompt", "session/load")),
)
def grow(known: MessageIds, case: Case) -> MessageIds:
    """The use of ids after a chunk, or once a turn or a replay begins."""
    session = case.session
    if session is None or case.version != 1:
        return known
    turn = known.turns.get(session)
    if case.kind == "request":
        if turn is None:
            return known
        return known._replace(turns=known.turns.set(session, Turn(user=turn.user)))
    update = at(case.held, "update")
    kind = case.update
    if case.sender is not Side.AGENT or not isinstance(update, dict) or kind is None:
        return known
    turn = turn or Turn()
    if update.get("messageId") is not None:
        if kind in turn.named and known.used:
            return known
        # What waited is reported now, see update/user-message-without-id.
        turns = known.turns if known.used else known.turns.update({one: _told(old) for one, old in known.turns.items()})
        turn = _told(turn) if not known.used else turn
        return MessageIds(turns.set(session, turn._replace(named=turn.named | {kind})), used=True)
    if kind in turn.nameless:
        return known
    waits = case.seq if kind == "user_message_chunk" and turn.user == 0 and not known.used else turn.user
    turn = turn._replace(nameless=turn.nameless | {kind}, user=waits)
    return known._replace(turns=known.turns.set(session, turn))


def _told(turn: Turn) -> Turn:
    return turn._replace(user=0)
