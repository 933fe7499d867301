"""What became of each v2 prompt: whether the Agent answered it, and as which message it inserted it.

A prompt is forgotten once the work it started has ended.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from immutables import Map

from acp_inspect.protocol.connection import Connection
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.state_runs import Runs
from acp_inspect.rules.remember import remember
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Side

USER: Final = frozenset({"user_message", "user_message_chunk"})
OUTPUT: Final = frozenset(
    {"agent_message", "agent_message_chunk", "agent_thought", "agent_thought_chunk", "tool_call_update"}
)
"""Kinds of update that show work in the foreground."""
_PIECES: Final = 256
"""Pieces of a user message that are compared with prompts: joining them costs more with each."""
_MOST: Final = 64
"""Prompts of a session that are followed at once."""


class Prompted(NamedTuple):
    """A prompt; numbers are `seq`s where nothing else is said, and 0 = it did not happen."""

    seq: int
    content: tuple[Json, ...]
    answered: int = 0
    accepted: bool = False
    message: str | None = None
    """The id that the answer gives."""
    seen: bool = False
    """A user message with that id came."""
    echo: str | None = None
    """The id of the new user message with the prompt's content."""
    echoed: int = 0
    echoed_at: int = -1
    """Nanoseconds since the recording's start, -1 = unknown."""
    any_new: bool = False
    """Some new user message came since the prompt."""
    worked: int = 0
    """The first output after the echo, while the prompt was unanswered."""
    idle: int = 0
    """The end of that work, while the prompt was unanswered."""
    deferred: bool = False
    """Accepted while other work went on, which ended since: it may be inserted in the next."""


class Inserted(NamedTuple):
    """All sessions of a connection."""

    sessions: Map[str, tuple[Prompted, ...]] = Map()

    def of(self, session: str | None) -> tuple[Prompted, ...]:
        """The prompts of a session."""
        return () if session is None else self.sessions.get(session, ())


def is_live(connection: Connection, session: str | None) -> bool:
    """Whether what comes for a session is no replay."""
    known = session_of(connection, session)
    return known is None or known.window is None or not known.window.replays


def is_due(prompted: Prompted, case: Case) -> bool:
    """Whether the idle of the case ends the work that an accepted prompt started."""
    if not prompted.accepted:
        return False
    run = case.known(Runs).sessions.get(case.session or "")
    return prompted.deferred or run is None or not run.began or run.began > prompted.answered


def echoes(case: Case, prompted: Prompted) -> bool:
    """Whether the user message of the case is new since the prompt, and says what the prompt says."""
    message = _message(case)
    if message is None or message.first <= prompted.seq or len(message.content) > _PIECES:
        return False
    texts = [block["text"] for block in prompted.content if block["type"] == "text"]
    if not texts:
        return tuple(message.content) == prompted.content
    wanted = "".join(texts)
    return len(wanted) > 0 and message.text == wanted


def _message(case: Case) -> Any:
    """The user message of the case, as it is after it."""
    wanted = at(case.held, "update", "messageId")
    known = session_of(case.after, case.session)
    return known.messages.get(f"user:{wanted}") if known is not None and isinstance(wanted, str) else None


@remember(
    Inserted,
    On(kinds=("request", "response"), methods=("session/prompt",)),
    On(kinds=("request",), methods=("session/resume",)),
    On(kinds=("response",), methods=("session/close", "session/delete")),
    On(kinds=("notification",), updates=(*USER, *OUTPUT, "state_update"), once=Inserted),
)
def grow(known: Inserted, case: Case) -> Inserted:
    """The prompts after an event that concerns them."""
    session = case.session
    if case.version != 2 or session is None:
        return known
    old = known.sessions.get(session, ())
    new = _after(old, case)
    if new is old:
        return known
    return Inserted(known.sessions.set(session, new) if new else known.sessions.delete(session))


def _after(old: tuple[Prompted, ...], case: Case) -> tuple[Prompted, ...]:
    match case.kind, case.method:
        case "request", "session/prompt":
            content = at(case.held, "prompt")
            if case.sender is not Side.CLIENT or not isinstance(content, list):
                return old
            # Who sends the next prompt has taken note that an earlier one was rejected.
            kept = [prompted for prompted in old if prompted.accepted or not prompted.answered]
            return (*kept[1 - _MOST :], Prompted(case.seq, tuple(content)))
        case "response", "session/prompt":
            return tuple(_answered(prompted, case) for prompted in old)
        case ("request", _) | ("response", _):
            return ()
    if not old or case.held is ABSENT or case.sender is not Side.AGENT:
        return old
    update = case.update or ""
    if update == "state_update":
        return _reported(old, case)
    if update in USER:
        return tuple(_echoed(prompted, case) for prompted in old)
    if all(prompted.answered or prompted.worked or not prompted.echoed for prompted in old):
        return old
    return tuple(
        prompted._replace(worked=prompted.worked or case.seq) if prompted.echoed and not prompted.answered else prompted
        for prompted in old
    )


def _answered(prompted: Prompted, case: Case) -> Prompted:
    if prompted.seq != case.event.answers:
        return prompted
    result = case.held
    if not isinstance(result, dict):
        return prompted._replace(answered=case.seq, accepted=case.wire is not ABSENT)
    given = result.get("messageId")
    message = given if isinstance(given, str) else None
    held: Any = session_of(case.before, case.session)
    told = None if held is None or message is None else held.messages.get(f"user:{message}")
    seen = told is not None and told.first > prompted.seq
    return prompted._replace(answered=case.seq, accepted=True, message=message, seen=seen)


def _echoed(prompted: Prompted, case: Case) -> Prompted:
    message = _message(case)
    if message is None:
        return prompted
    if message.id == prompted.message:
        prompted = prompted._replace(seen=True)
    if message.first > prompted.seq and not prompted.any_new and is_live(case.before, case.session):
        prompted = prompted._replace(any_new=True)
    if prompted.echo is None and is_live(case.before, case.session) and echoes(case, prompted):
        prompted = prompted._replace(echo=message.id, echoed=case.seq, echoed_at=case.event.at)
    return prompted


def _reported(old: tuple[Prompted, ...], case: Case) -> tuple[Prompted, ...]:
    if at(case.held, "update", "state") != "idle" or not is_live(case.before, case.session):
        return old
    kept = []
    for prompted in old:
        if not prompted.answered:
            kept.append(prompted._replace(idle=case.seq) if prompted.worked and not prompted.idle else prompted)
        elif prompted.accepted and not prompted.seen and not is_due(prompted, case):
            kept.append(prompted._replace(deferred=True))
        elif not prompted.accepted:
            kept.append(prompted)
    return tuple(kept)
