"""Content blocks are found wherever they stand."""

from __future__ import annotations

import pytest

from acp_inspect.rules.content_blocks import places
from acp_inspect.wire.transcript import Entry
from tests.rules.exchanges import agent, client, last_case, text, update, v2

LINK = {"type": "resource_link", "name": "a", "uri": "a:b", "icons": [{"src": "https://a"}], "annotations": {}}


@pytest.mark.parametrize(
    ("entry", "pointer"),
    [
        (client(id=2, method="session/prompt", params={"sessionId": "s1", "prompt": [text("x"), LINK]}), "/prompt/1"),
        (update("agent_message_chunk", messageId="m", content=LINK), "/update/content"),
        (update("agent_message", messageId="m", content=[LINK]), "/update/content/0"),
        (update("compaction_update", compactionId="c", status="completed", summary=[LINK]), "/update/summary/0"),
        (
            update("tool_call_update", toolCallId="t", content=[{"type": "content", "content": LINK}]),
            "/update/content/0/content",
        ),
        (
            update("tool_call_content_chunk", toolCallId="t", content={"type": "content", "content": LINK}),
            "/update/content/content",
        ),
    ],
)
def test_where_blocks_stand(entry: Entry, pointer: str) -> None:
    case = last_case([*v2(), entry])
    assert pointer in [place.pointer for place in places(case, "ContentBlock")]
    assert [place.pointer for place in places(case, "Icon")] == [f"{pointer}/icons/0"]
    assert [place.pointer for place in places(case, "Annotations")] == [f"{pointer}/annotations"]


def test_plain_text_is_passed_over_and_annotated_text_is_not() -> None:
    chunk = update("agent_message_chunk", messageId="m", content=text("x"))
    assert places(last_case([*v2(), chunk]), "ContentBlock") == ()
    noted = update("agent_message_chunk", messageId="m", content={**text("x"), "annotations": {}})
    assert len(places(last_case([*v2(), noted]), "ContentBlock", "Annotations")) == 2


def test_no_blocks_where_there_are_none() -> None:
    assert list(places(last_case([*v2(), agent(method="_own", params={})]), "ContentBlock")) == []
