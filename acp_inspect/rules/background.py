"""Items of the list of background work that v2 state updates carry."""

from __future__ import annotations

from typing import Any, Final

from acp_inspect.rules.case import at
from acp_inspect.wire.json_text import Json

MOST: Final = 20
"""Items of one list that are reported one by one."""
_IDS: Final = {"terminal": "terminalId", "tool_call": "toolCallId", "subagent": "sessionId"}


def identity(work: Json) -> tuple[str, str] | None:
    """The type and id of an item; None for a type that nobody knows."""
    type_ = at(work, "type")
    name = at(work, _IDS.get(type_, "")) if isinstance(type_, str) else None
    return (type_, name) if isinstance(type_, str) and isinstance(name, str) else None


def known_work(session: Any, one: tuple[str, str]) -> Any:
    """What a session holds of an item; None where it was never announced."""
    type_, name = one
    if type_ == "terminal":
        return session.terminals.get(name)
    return session.tool_calls.get(name) if type_ == "tool_call" else session.subagents.get(name)


def is_over(session: Any, one: tuple[str, str]) -> bool | None:
    """Whether an item has ended, as its own updates say; None where they cannot say."""
    held = known_work(session, one)
    if held is None or one[0] == "subagent":
        return None
    return held.exit is not None if one[0] == "terminal" else not held.open


def terminals_of(session: Any, call: str) -> set[str]:
    """The terminals that a tool call's content names."""
    held = session.tool_calls.get(call)
    content = () if held is None else held.content
    return {block["terminalId"] for block in content if block.get("type") == "terminal"}
