"""Where content blocks stand in a message, found fast: most messages are chunks of plain text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import On
from acp_inspect.rules.places import Place, objects
from acp_inspect.wire.rpc import ABSENT

BLOCK_CHUNKS: Final = (
    "user_message_chunk",
    "agent_message_chunk",
    "agent_thought_chunk",
    "session_message_chunk",
    "compaction_summary_chunk",
)
"""Updates whose `content` is one block."""
BLOCK_LISTS: Final = ("user_message", "agent_message", "agent_thought", "session_message", "compaction_update")
"""Updates with a list of blocks."""
_TOOL_CALLS: Final = ("tool_call", "tool_call_update", "tool_call_content_chunk")

ON_BLOCKS: Final = (
    On(kinds=("request",), methods=("session/prompt", "session/request_permission")),
    On(kinds=("notification",), updates=(*BLOCK_CHUNKS, *BLOCK_LISTS, *_TOOL_CALLS), rich=True),
)
"""What a rule about content blocks looks at."""


def places(case: Case, *definitions: str) -> Sequence[Place]:
    """The objects of these definitions in a message that may hold content blocks; pointers as in `Place`.

    `definitions`: among those of `_GOALS`.
    """
    if not case.rich:
        return ()
    return [place for place in _all(case) if place.definition in definitions]


_GOALS: Final = frozenset({"Annotations", "ContentBlock", "EmbeddedResourceResource", "Icon", "ToolCallContent"})


@lru_cache(maxsize=1)
def _all(case: Case) -> tuple[Place, ...]:
    """Walked once for all rules that look at the case."""
    definition = case.step.definition
    if definition is None or case.wire is ABSENT:
        return ()
    found = objects(case.after.surface.schema, definition, case.wire, _GOALS)
    return tuple(place for place in found if place.definition in _GOALS)
