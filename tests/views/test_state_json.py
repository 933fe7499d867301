"""The state as JSON: the members that the reference page promises, with the values of the wire."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from acp_inspect.protocol.entities import Notice
from acp_inspect.views.state import PARTS, LinkView
from acp_inspect.views.state_json import SETUP, state_json
from acp_inspect.wire.transcript import Entry, print_transcript
from tests.protocol.talk import NEW_V1, NEW_V2, ask, text, update
from tests.protocol.test_laws import Lines, traffic
from tests.views.moments import recorded, state_view

PAGE = Path(__file__).parent.parent.parent / "docs" / "reference" / "state-json.md"


def state(*lines: str, **options: Any) -> Any:
    return json.loads(state_json(state_view("\n".join(lines), **options)))


def test_the_whole() -> None:
    shown = state(f"C @0 {NEW_V2[0][2:]}", *NEW_V2[1:], f"A @1.5 {update('agent_message', messageId='m', content=[text('Hi')])[2:]}")  # fmt: skip
    assert (shown["recording"], shown["moment"], shown["of"], shown["t"]) == ("/r/a.acprec", 5, 5, 1.5)
    assert shown["connection"]["version"] == 2
    assert shown["connection"]["agent"] == {"name": "a", "title": None, "version": "1", "capabilities": {"session": {}}}
    (session,) = shown["sessions"]
    assert (session["letter"], session["id"], session["origin"], session["cwd"]) == ("A", "s1", "new", "/w")
    assert session["timeline"] == [{"kind": "message", "key": "agent:m"}]
    assert session["messages"] == [
        {
            "key": "agent:m", "role": "agent", "id": "m", "text": "Hi", "blocks": [text("Hi")], "origin": "agent",
            "replayed": False, "meta": None, "first": 5, "last": 5,
        }
    ]  # fmt: skip


def test_a_tool_call_has_input_and_output_where_they_were_given() -> None:
    given: dict[str, Any] = {"rawInput": {"a": None}}
    cleared: dict[str, Any] = {"rawInput": None}
    calls = [
        state(*NEW_V2, *(update("tool_call_update", toolCallId="t", **members) for members in updates))
        for updates in ([given], [given, cleared])
    ]
    (first,), (second,) = ([call for session in shown["sessions"] for call in session["tools"]] for shown in calls)
    assert first["raw_input"] == {"a": None}
    assert not {"raw_input", "raw_output"} & second.keys()


def test_ids_keep_their_type() -> None:
    prompts = [ask("C", id_, "session/prompt", sessionId="s1", prompt=[]) for id_ in (1, "1")]
    shown = state(*NEW_V1, *prompts)
    assert [request["id"] for request in shown["pending"]] == [1, "1"]
    assert [prompt["id"] for prompt in shown["sessions"][0]["prompts"]] == [1, "1"]
    assert [request["owner"] for request in shown["sessions"][0]["pending"]] == ["agent", "agent"]


@pytest.mark.parametrize("part", sorted(PARTS))
def test_only_a_part(part: str) -> None:
    shown = state(recorded("v2/tour.acp"), parts=[part])
    members = set(SETUP) if part == "setup" else {part}
    for session in shown["sessions"]:
        everything = set(PARTS) - {"setup"} | set(SETUP) | {"timeline"}
        assert session.keys() & everything == members
    assert ("pending" in shown) is (part == "pending")


def test_the_timeline_names_what_stands_in_the_lists() -> None:
    for name in ("v1/tour.acp", "v2/tour.acp", "v1/notice-replayed.acp", "v2/permission-refused.acp"):
        for session in state(recorded(name))["sessions"]:
            keys = {
                "message": [message["key"] for message in session["messages"]],
                "tool_call": [call["id"] for call in session["tools"]],
                "notice": list(range(len(session["notices"]))),
                "plan": [plan["id"] for plan in session["plans"]],
                "permission": [permission["seq"] for permission in session["permissions"]],
            }
            named: dict[str, list[Any]] = {kind: [] for kind in keys}
            for mention in session["timeline"]:
                named[mention["kind"]].append(mention["key"])
            assert {kind: sorted(found, key=str) for kind, found in named.items()} == {
                kind: sorted(found, key=str) for kind, found in keys.items()
            }


def test_links() -> None:
    notice = Notice("warning", "Old", None, None, 9)
    link = LinkView("s1", "yesterday", "/r/y.acprec", 1_500_000_000, True, 4, 90, 80, 2, 12, (notice,))
    (shown,) = state(*NEW_V1, links=(link,))["linked"]
    assert shown["started_at"] == 1.5
    assert shown["notices"][0]["title"] == "Old"
    assert shown["notices"][0]["origin"] == "live"
    assert "linked" not in state(*NEW_V1)


def members_of(value: Any) -> set[str]:
    """Every member name in a value, but those of JSON that crossed the wire."""
    names: set[str] = set()
    wire = {"capabilities", "auth", "auth_methods", "blocks", "content", "raw_input", "raw_output", "meta", "locations",
            "options", "subject", "error", "usage", "cost", "config", "commands", "modes", "listed", "exit", "request",
            "background", "update", "providers", "state"}  # fmt: skip
    if isinstance(value, dict):
        for name, member in value.items():
            names.add(name)
            if name not in wire:
                names |= members_of(member)
    elif isinstance(value, list):
        for item in value:
            names |= members_of(item)
    return names


def test_the_reference_page_has_every_member() -> None:
    page = set(re.findall(r"`([a-z_]+)`", PAGE.read_text()))
    notice = Notice("warning", "Old", None, None, 9)
    link = LinkView("s1", "y", "/r/y.acprec", None, None, 4, 90, 80, 2, 12, (notice,))
    for path in sorted((PAGE.parent.parent.parent / "recordings").glob("v*/*.acp")):
        assert members_of(state(path.read_text(), links=(link,))) <= page, path


@given(traffic())
def test_any_state_has_a_json(lines: Lines) -> None:
    transcript = print_transcript(Entry(stream, raw) for stream, raw in lines)
    written = state_json(state_view(transcript))
    assert written.isprintable()
    assert json.loads(written)["moment"] >= 0
