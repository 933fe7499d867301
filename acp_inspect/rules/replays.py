"""A replay that its answer ends: the session as it was before, and as the replay tells it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from acp_inspect.protocol.entities import COMPACTION, MESSAGE, TOOL_CALL, Mention
from acp_inspect.rules.case import Case
from acp_inspect.rules.sessions import succeeded


class Replay(NamedTuple):
    """A replay, at the moment before its answer."""

    request: int
    """`seq` of the request."""
    before: Any
    """The session before it, of whichever version; None = the recording does not show it."""
    now: Any
    """The session as the replay tells it."""
    brought: int
    """How many history updates came."""


def finished(case: Case) -> Replay | None:
    """The replay that a successful answer ends."""
    held = case.before.held.sessions.get(case.session) if case.session is not None else None
    window = held.window if held is not None else None
    if window is None or not window.replays or window.request != case.event.answers or not succeeded(case):
        return None
    return Replay(window.request, window.saved, held, window.history)


_IN_ORDER: Final = frozenset({MESSAGE, TOOL_CALL, COMPACTION})


def conversation(session: Any) -> list[Mention]:
    """The messages, tool calls and compactions of a session, in order."""
    return [mention for mention in session.timeline if mention.ref.kind in _IN_ORDER]
