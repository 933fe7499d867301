"""The objects in a message, with their definitions."""

from __future__ import annotations

from acp_inspect.protocol.schema import load_packaged_schema
from acp_inspect.rules.places import objects, reachable, tag_of

V2 = load_packaged_schema(2, unstable=True)


def test_objects_are_found_in_lists_variants_and_members() -> None:
    block = {"type": "resource", "resource": {"uri": "a:b", "text": "x"}}
    update = {
        "sessionUpdate": "tool_call_update",
        "toolCallId": "t1",
        "content": [{"type": "content", "content": block}, {"type": "terminal", "terminalId": "x"}, 5],
    }
    params = {"sessionId": "s1", "update": update}
    places = objects(V2, "UpdateSessionNotification", params, frozenset({"ContentBlock", "EmbeddedResourceResource"}))
    assert [(place.pointer, place.definition, place.tag) for place in places] == [
        ("", "UpdateSessionNotification", None),
        ("/update", "SessionUpdate", "tool_call_update"),
        ("/update/content/0", "ToolCallContent", "content"),
        ("/update/content/0/content", "ContentBlock", "resource"),
        ("/update/content/0/content/resource", "EmbeddedResourceResource", None),
    ]


def test_a_variant_with_variants_is_found_under_both_names() -> None:
    update = {"sessionUpdate": "state_update", "state": "idle", "stopReason": "end_turn"}
    places = list(objects(V2, "SessionUpdate", update, V2.definitions))
    assert [(place.definition, place.tag) for place in places] == [
        ("SessionUpdate", "state_update"),
        ("StateUpdate", "idle"),
        ("IdleStateUpdate", "end_turn"),
    ]


def test_only_where_a_goal_may_lie_below() -> None:
    assert "ContentBlock" in reachable(V2, "SessionUpdate", "agent_message_chunk")
    assert "ContentBlock" not in reachable(V2, "SessionUpdate", "usage_update")
    usage = {"sessionUpdate": "usage_update", "used": 1, "size": 2}
    assert list(objects(V2, "SessionUpdate", usage, frozenset({"ContentBlock"}))) == []


def test_an_unknown_tag_is_none() -> None:
    assert tag_of(V2, "ContentBlock", {"type": "video"}) is None
    assert tag_of(V2, "ContentBlock", {"type": ["text"]}) is None
    assert tag_of(V2, "ContentBlock", {"type": "text"}) == "text"
    assert tag_of(V2, "Cost", {}) is None
