"""With which system prompt each session was created."""

from __future__ import annotations

from typing import NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.rules.sessions import CREATIONS, asked, succeeded
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT


class Created(NamedTuple):
    """A session's creation."""

    prompt: Json
    """As the Agent read it; None = none."""
    seq: int
    """Of the request."""


class SystemPrompts(NamedTuple):
    """The system prompts of the sessions that this connection created, by session."""

    created: Map[str, Created] = Map()


@remember(SystemPrompts, On(kinds=("response",), methods=CREATIONS))
def created(known: SystemPrompts, case: Case) -> SystemPrompts:
    """The system prompts after a new session."""
    made, prompt = at(case.wire, "sessionId"), asked(case, "systemPrompt")
    if not succeeded(case) or not isinstance(made, str):
        return known
    new = Created(None if prompt is ABSENT else prompt, case.event.answers or 0)
    return known._replace(created=known.created.set(made, new))
