"""Where v2's diffs stand in a message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.content_blocks import places
from acp_inspect.rules.declare import On
from acp_inspect.rules.faults import body
from acp_inspect.rules.git_patch import Patch, read_patch
from acp_inspect.wire.json_text import Json

ON_DIFFS: Final = (
    On(kinds=("request",), methods=("session/request_permission",)),
    On(kinds=("notification",), updates=("tool_call_update", "tool_call_content_chunk")),
)
"""What a rule about diffs looks at."""


def diffs(case: Case) -> Iterator[tuple[str, dict[str, Json]]]:
    """Each diff, with its pointer into the message."""
    for place in places(case, "ToolCallContent"):
        if place.tag == "diff":
            yield body(case) + place.pointer, place.value


def patches(case: Case) -> Iterator[tuple[str, dict[str, Json], Patch]]:
    """Each diff with a git patch in it, with the pointer to the patch's text."""
    for pointer, diff in diffs(case):
        text = at(diff, "patch", "text")
        if at(diff, "patch", "format") == "git_patch" and isinstance(text, str):
            yield f"{pointer}/patch/text", diff, read_patch(text)


def changes(diff: dict[str, Json]) -> Iterator[tuple[int, dict[str, Json]]]:
    """The changes of a diff that are objects, with their places."""
    given = diff.get("changes")
    for number, change in enumerate(given if isinstance(given, list) else ()):
        if isinstance(change, dict):
            yield number, change
