"""Tool calls in messages, as rules about them ask: where one is told, and whether an unknown one can be older."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.wire.json_text import Json

ON_CALLS: Final = (
    On(kinds=("request",), methods=("session/request_permission",)),
    On(kinds=("notification",), updates=("tool_call", "tool_call_update")),
)
"""What a rule about the members of tool calls looks at."""


def told_calls(case: Case) -> Iterator[tuple[str, dict[str, Json]]]:
    """The tool calls that a message tells of, as they stand on the wire, with their pointers into the message."""
    if case.kind == "notification":
        if case.update == "tool_call_update" or (case.update == "tool_call" and case.version == 1):
            yield from _object(case, "update")
    elif case.kind == "request":
        yield from _object(case, *(("toolCall",) if case.version == 1 else ("subject", "toolCall")))


def _object(case: Case, *path: str) -> Iterator[tuple[str, dict[str, Json]]]:
    call = at(case.wire, *path)
    if isinstance(call, dict):
        yield "/".join(("/params", *path)), call


def items(call: dict[str, Json], name: str) -> Iterator[tuple[int, dict[str, Json]]]:
    """The objects in a list of a tool call, with their places."""
    given = call.get(name)
    for place, item in enumerate(given if isinstance(given, list) else ()):
        if isinstance(item, dict):
            yield place, item


def history_is_known(case: Case, session: Any) -> bool:
    """Whether the recording shows all that a session told so far. What was resumed or forked has an older part."""
    if session is None or case.partial or case.before.surface is not case.after.surface:
        return False
    window = session.window
    return session.origin == "new" or bool(session.replays) or (window is not None and window.replays)


def in_replay(session: Any) -> bool:
    """Whether what comes for a session is history."""
    return session is not None and session.window is not None and session.window.replays
