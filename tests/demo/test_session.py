"""What a session remembers for a replay, and which sessions a request may name."""

from __future__ import annotations

import pytest

from acp_inspect.demo.connection import RpcError
from acp_inspect.demo.session import Session, Sessions, choose_model, model_option


def test_chunks_without_an_id_stand_alone() -> None:
    session = Session("/p")
    chunk = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "a"}}
    session.remember(chunk)
    session.remember(chunk)
    assert session.history == [chunk, chunk]


def test_updates_of_one_tool_call_become_one_with_the_kind_of_the_first() -> None:
    session = Session("/p")
    session.remember({"sessionUpdate": "tool_call", "toolCallId": "c", "title": "Read", "status": "pending"})
    session.remember({"sessionUpdate": "agent_message_chunk", "content": {}})
    session.remember({"sessionUpdate": "tool_call_update", "toolCallId": "c", "status": "completed"})
    assert session.history == [
        {"sessionUpdate": "tool_call", "toolCallId": "c", "title": "Read", "status": "completed"},
        {"sessionUpdate": "agent_message_chunk", "content": {}},
    ]


def test_remembering_does_not_change_what_was_sent() -> None:
    session = Session("/p")
    sent = {"sessionUpdate": "plan", "entries": [1]}
    session.remember(sent)
    session.remember({"sessionUpdate": "plan", "entries": [2]})
    assert sent["entries"] == [1]
    assert session.history == [{"sessionUpdate": "plan", "entries": [2]}]


def test_messages_and_thoughts_with_one_id_are_two_things() -> None:
    session = Session("/p")
    session.remember({"sessionUpdate": "agent_message", "messageId": "m"})
    session.remember({"sessionUpdate": "agent_thought", "messageId": "m"})
    assert len(session.history) == 2


def test_a_closed_session_is_known_but_not_active() -> None:
    sessions = Sessions()
    session = sessions.open({"cwd": "/p"})
    params = {"sessionId": session.id}
    assert sessions.active(params) is session
    sessions.close(session)
    assert sessions.known(params) is session
    assert session.cancelled.is_set()
    with pytest.raises(RpcError) as caught:
        sessions.active(params)
    # -32002 with the session's id is what both versions say for a session that is not there.
    assert caught.value.body["code"] == -32002
    assert caught.value.body["data"] == params
    sessions.reopen(session)
    assert sessions.active(params) is session


def test_an_unknown_session_is_refused() -> None:
    with pytest.raises(RpcError) as caught:
        Sessions().known({"sessionId": "nowhere"})
    assert caught.value.body == {"code": -32002, "message": "No such session", "data": {"sessionId": "nowhere"}}


def test_the_model_is_one_of_those_offered() -> None:
    session = Session("/p")
    choose_model(session, {"configId": "model", "value": "sample-small"})
    assert model_option(session, "id")[0]["currentValue"] == "sample-small"
    for params in ({"configId": "model", "value": "other"}, {"configId": "mode", "value": "sample-large"}):
        with pytest.raises(RpcError) as caught:
            choose_model(session, params)
        assert caught.value.code == -32602
    assert session.model == "sample-small"
