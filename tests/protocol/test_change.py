"""What changed between two moments."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immutables import Map

from acp_inspect.protocol.change import (
    BOOKKEEPING,
    ENTITIES,
    MEMBERS,
    SERIES,
    SINGLES,
    Change,
    changes,
    same,
)
from acp_inspect.protocol.connection import Connection, new_connection, step
from acp_inspect.protocol.entities import Ref
from acp_inspect.protocol.v1.state import Session as SessionV1
from acp_inspect.protocol.v2.state import Session as SessionV2
from acp_inspect.trace.chain import Chain
from acp_inspect.wire.rpc import ABSENT
from tests.protocol.talk import NEW_V1, NEW_V2, answer, ask, exited, notify, text, update
from tests.protocol.test_laws import Lines, drawn, moments, traffic
from tests.protocol.traffic import raw_events


def told(*lines: str) -> list[tuple[Any, ...]]:
    """What the last line changed: session, kind, key, member, old, new."""
    connections = [new_connection()]
    for event in raw_events("\n".join(lines)):
        connections.append(step(connections[-1], event).after)
    return [
        (change.session, *change.ref, change.member, change.old, change.new)
        for change in changes(connections[-2], connections[-1])
    ]


@pytest.mark.parametrize("session", [SessionV1, SessionV2])
def test_every_field_of_a_session_is_compared_or_known_to_repeat_others(session: type[Any]) -> None:
    tables = [set(ENTITIES), set(SERIES), set(SINGLES), set(MEMBERS), set(BOOKKEEPING)]
    assert set(session._fields) <= set().union(*tables)
    assert sum(map(len, tables)) == len(set().union(*tables))


def test_a_new_message_came_as_a_whole() -> None:
    (change,) = told(*NEW_V1, update("agent_message_chunk", content=text("Hi")))
    assert change[:5] == ("s1", "message", "agent:~1", "", ABSENT)
    assert change[5].text == "Hi"


def test_a_chunk_is_what_its_message_grew_by() -> None:
    connections = [new_connection()]
    chunks = [update("agent_message_chunk", messageId="m", content=text(word)) for word in ("a", "b", "c")]
    for event in raw_events("\n".join([*NEW_V2, *chunks])):
        connections.append(step(connections[-1], event).after)
    (change,) = changes(connections[-2], connections[-1])
    assert (change.ref, change.member) == (Ref("message", "agent:m"), "content")
    assert change.appended == [text("c")]
    (change,) = changes(connections[-3], connections[-1])
    assert change.appended == [text("b"), text("c")]
    (change,) = changes(connections[-1], connections[-3])
    assert change.appended is None
    assert [len(change.old), len(change.new)] == [3, 1]


def test_a_tool_call_tells_its_members_from_old_to_new() -> None:
    assert told(
        *NEW_V2,
        update("tool_call_update", toolCallId="t", title="Read", status="pending"),
        update("tool_call_update", toolCallId="t", title="Read a.py", status="completed"),
    ) == [
        ("s1", "tool_call", "t", "title", "Read", "Read a.py"),
        ("s1", "tool_call", "t", "status", "pending", "completed"),
    ]


def test_nothing_changed_is_nothing() -> None:
    same_again = update("usage_update", used=1, size=2)
    assert told(*NEW_V1, same_again, same_again) == []
    assert told(*NEW_V1, "E a line of stderr") == []


def test_a_request_comes_waits_is_cancelled_and_goes() -> None:
    prompt = ask("C", 7, "session/prompt", sessionId="s1", prompt=[text("Go")])
    came = [change for change in told(*NEW_V1, prompt) if change[1] == "request"]
    assert [(change[0], change[3], change[4]) for change in came] == [("s1", "", ABSENT)]
    assert came[0][5].method == "session/prompt"
    cancelled = told(*NEW_V1, prompt, notify("C", "session/cancel", sessionId="s1"))
    assert ("s1", "request", "5", "cancelled", None, 6) in cancelled
    gone = told(*NEW_V1, prompt, answer("A", 7, stopReason="end_turn"))
    assert [change[4].seq for change in gone if change[1] == "request" and change[5] is ABSENT] == [5]
    assert ("s1", "activity", "", "state", "running", "idle") in gone
    assert ("s1", "prompt", "5", "stop_reason", None, "end_turn") in gone


def test_the_end_of_the_agent_is_the_connection_s() -> None:
    assert (None, "connection", "", "closed", None, "the agent exited with code 3") in told(*NEW_V1, exited(3))


def test_a_notice_comes_and_a_plan_goes() -> None:
    (notice,) = told(*NEW_V1, update("notice", severity="info", title="Hello"))
    assert notice[:5] == ("s1", "notice", "0", "", ABSENT)
    plan = update("plan_update", plan={"planId": "p", "type": "items", "entries": []})
    (gone,) = told(*NEW_V2, plan, update("plan_removed", planId="p"))
    assert (gone[:4], gone[5]) == (("s1", "plan", "p", ""), ABSENT)


def test_a_session_comes_with_what_it_brings() -> None:
    came = told(*NEW_V1)
    assert [change[:4] for change in came if change[1] == "session"] == [("s1", "session", "", "")]
    assert ("s1", "setup", "", "cwd", None, "/w") in came


def test_a_long_text_is_not_read_to_find_a_chunk() -> None:
    class Unread(dict[str, Any]):
        def __eq__(self, other: object) -> bool:
            raise AssertionError("read")

        __hash__ = None

    connection = new_connection()
    for event in raw_events("\n".join([*NEW_V2, update("agent_message_chunk", messageId="m", content=text("a"))])):
        connection = step(connection, event).after
    session = connection.held.sessions["s1"]
    message = session.messages["agent:m"]

    def at(content: Chain[Any], seq: int) -> Connection:
        longer = session._replace(
            messages=session.messages.set("agent:m", message._replace(content=content)),
            touched=(Ref("message", "agent:m"),),
        )
        held = connection.held._replace(sessions=connection.held.sessions.set("s1", longer))
        return connection._replace(held=held, seq=seq)

    content: Chain[Any] = Chain(Unread(text("a")) for _ in range(1_000))
    (change,) = changes(at(content, 10), at(content.append(text("b")), 11))
    assert change.appended == [text("b")]


def _keyed(found: list[Change]) -> set[tuple[Any, ...]]:
    return {(change.session, change.ref, change.member) for change in found}


@given(traffic())
def test_the_short_way_for_neighbours_finds_what_the_long_way_finds(lines: Lines) -> None:
    found = moments(lines)
    for before, after in pairwise(found):
        near = changes(before, after)
        far = changes(before._replace(seq=-9), after)
        assert _keyed(near) == _keyed(far)


@given(traffic(), st.data())
def test_what_looks_different_has_changed_and_back_again(lines: Lines, data: st.DataObject) -> None:
    found = moments(lines)
    one, other = (found[data.draw(st.integers(0, len(found) - 1))] for _ in range(2))
    there, back = changes(one, other), changes(other, one)
    assert changes(one, one) == []
    if not there:
        assert _without_places(drawn(one)) == _without_places(drawn(other))
    whole = {change.session for change in [*there, *back] if change.ref.kind == "session"}
    assert {key for key in _keyed(there) if key[0] not in whole} == {key for key in _keyed(back) if key[0] not in whole}


def _without_places(picture: Any) -> Any:
    """A picture as nested lists, without what only says when something was mentioned."""
    if hasattr(picture, "__dataclass_fields__"):
        return {
            name: _without_places(getattr(picture, name))
            for name in picture.__dataclass_fields__
            if name not in ("first", "last", "seq", "since")
        }
    if hasattr(picture, "_fields"):
        return {
            name: _without_places(getattr(picture, name))
            for name in picture._fields
            if name not in ("first", "last", "since")
        }
    if isinstance(picture, list | tuple):
        return list(map(_without_places, picture))
    return picture


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (0, False),
        (1, 1.0),
        ([1], [True]),
        ({"a": {"b": 1}}, {"a": {"b": True}}),
        ({"a": 1}, {"b": 1}),
        ([1], (1,)),
        (Chain([1]), Chain([True])),
        (Map({"a": 1}), Map({"a": 1.0})),
        (ABSENT, None),
    ],
)
def test_values_that_python_takes_for_equal_and_json_does_not(one: Any, other: Any) -> None:
    assert same(one, one)
    assert not same(one, other)
