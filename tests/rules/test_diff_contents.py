"""v2's diffs and their patches, wherever they stand."""

from __future__ import annotations

from typing import Any

from acp_inspect.rules.diff_contents import changes, diffs, patches
from tests.rules.exchanges import agent, last_case, update, v2

DIFF: dict[str, Any] = {
    "type": "diff",
    "changes": [{"operation": "modify", "path": "/a"}, 5],
    "patch": {"format": "git_patch", "text": "diff --git /a /a\n"},
}


def test_diffs_of_updates_chunks_and_permissions() -> None:
    listed = last_case([*v2(), update("tool_call_update", toolCallId="t", content=[{"type": "terminal"}, DIFF])])
    assert [pointer for pointer, _ in diffs(listed)] == ["/params/update/content/1"]
    chunk = last_case([*v2(), update("tool_call_content_chunk", toolCallId="t", content=DIFF)])
    assert [pointer for pointer, _ in diffs(chunk)] == ["/params/update/content"]
    subject = {"type": "tool_call", "toolCall": {"toolCallId": "t", "content": [DIFF]}}
    ask = {"sessionId": "s1", "title": "?", "subject": subject, "options": []}
    asked = last_case([*v2(), agent(id=1, method="session/request_permission", params=ask)])
    assert [pointer for pointer, _ in diffs(asked)] == ["/params/subject/toolCall/content/0"]


def test_patches_are_those_of_git() -> None:
    other = {**DIFF, "patch": {"format": "_mine", "text": "diff --git /a /a\n"}}
    case = last_case(
        [*v2(), update("tool_call_update", toolCallId="t", content=[DIFF, other, {**DIFF, "patch": None}])]
    )
    assert [pointer for pointer, _, _ in patches(case)] == ["/params/update/content/0/patch/text"]


def test_changes_that_are_no_objects_are_left_out() -> None:
    assert [number for number, _ in changes(DIFF)] == [0]
    assert list(changes({"changes": "none"})) == []
