"""What the newest draft of v2 asks to remember: completed replays, and keys of prompts."""

from __future__ import annotations

from typing import NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


class Replays(NamedTuple):
    """Replays that the Agent called complete."""

    completed: Map[str, int] = Map()
    """The `seq` of the last such session/resume, by session."""


class Keys(NamedTuple):
    """The idempotency keys of prompts."""

    prompts: Map[tuple[str | None, str], tuple[int, Json]] = Map()
    """`seq` and content of the first prompt, by session and key."""


@remember(Replays, On(kinds=("notification",), updates=("replay_complete",)))
def completed(known: Replays, case: Case) -> Replays:
    """The replays that are complete after an update."""
    session = case.before.held.sessions.get(case.session or "")
    window = getattr(session, "window", None)
    if window is None or not window.replays:
        return known
    return Replays(known.completed.set(case.session or "", window.request))


@remember(Keys, On(kinds=("request",), methods=("session/prompt",)))
def used(known: Keys, case: Case) -> Keys:
    """The keys after a prompt."""
    key = at(case.wire, "idempotencyKey")
    if not isinstance(key, str) or case.sender is not Side.CLIENT or (case.session, key) in known.prompts:
        return known
    return Keys(known.prompts.set((case.session, key), (case.seq, at(case.wire, "prompt"))))
