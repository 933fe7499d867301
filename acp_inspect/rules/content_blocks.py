"""Where content blocks stand in a message, found fast: most messages are chunks of plain text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case, at
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
    On(kinds=("notification",), updates=(*BLOCK_CHUNKS, *BLOCK_LISTS, *_TOOL_CALLS)),
)
"""What a rule about content blocks looks at."""


def places(case: Case, *definitions: str) -> Iterator[Place]:
    """The objects of these definitions in a message that may hold content blocks; pointers as in `Place`."""
    definition = case.step.definition
    if definition is None or case.wire is ABSENT:
        return
    block = at(case.wire, "update", "content")
    if isinstance(block, dict) and block.get("type") == "text" and "annotations" not in block:
        return
    goals = frozenset(definitions)
    for place in objects(case.after.surface.schema, definition, case.wire, goals):
        if place.definition in goals:
            yield place
