"""Why a conversation hangs, as text and as JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from acp_inspect.protocol.overview import draw_connection
from acp_inspect.protocol.waiting import standstill
from acp_inspect.views.state import Moment
from acp_inspect.views.why import WhyView, why_json, why_sections
from tests.protocol.talk import NEW_V1, NEW_V2, answer, ask, exited, notify, text, update
from tests.views.moments import progress_of, text_of
from tests.views.test_state_json import members_of

PAGE = Path(__file__).parent.parent.parent / "docs" / "reference" / "state-json.md"
PROMPT = f"C @1 {ask('C', 7, 'session/prompt', sessionId='s1', prompt=[text('Go')])[2:]}"


def view(*lines: str, at: int = -1, live: bool = False) -> WhyView:
    connection, progress = progress_of("\n".join(lines))
    moment = Moment(connection.seq, connection.seq, at)
    found = standstill(connection, progress)
    return WhyView(moment, live, draw_connection(connection), found, progress, {"s1": "A"})


def why(*lines: str, **options: Any) -> str:
    return text_of(why_sections(view(*lines, **options)))


def test_the_user_has_not_decided() -> None:
    permission = ask("A", 1, "session/request_permission", sessionId="s1", toolCall={"toolCallId": "t", "title": "Edit\x1b[2J"}, options=[])  # fmt: skip
    assert (
        why(*NEW_V1, PROMPT, f"A @3 {permission[2:]}", at=10_000_000_000, live=True)
        == """\
Moment 6 of 6 · 10.000 s, and it goes on
        answer      The user has not decided: a permission “Edit␛[2J” waits for the Client (event 6).

A  #5 the Agent owes session/prompt, id 7, for 9.0 s
        waits for   event 6
        progress    event 6 session/request_permission, 7.0 s before
        tool        “Edit␛[2J” is pending since event 6

A  #6 the Client owes session/request_permission, id 1, for 7.0 s
        asks        “Edit␛[2J”
        progress    the client has sent nothing in this session since then

Heard last
        client      event 5 session/prompt, 9.0 s before
        agent       event 6 session/request_permission, 7.0 s before
"""
    )


@pytest.mark.parametrize(
    ("lines", "answered"),
    [
        ((*NEW_V1,), "Nothing is open: no request waits, no session works."),
        ((*NEW_V1, PROMPT), "The Agent has not answered: session/prompt (event 5)."),
        ((*NEW_V1, PROMPT, exited(3)), "The connection is gone (the agent exited with code 3), and 1 request will never be answered."),
        ((*NEW_V1, ask("A", 1, "fs/read_text_file", sessionId="s1", path="/a")), "The Client has not answered: fs/read_text_file (event 5)."),
        ((*NEW_V1, *[ask("C", number, "session/list") for number in range(7)]), "The Agent has not answered: session/list (event 5), session/list (event 6), session/list (event 7), session/list (event 8), session/list (event 9), 2 more."),
        ((*NEW_V2, update("state_update", state="running")), "The Agent has not come to rest."),
    ],
)  # fmt: skip
def test_the_answer_comes_first(lines: tuple[str, ...], answered: str) -> None:
    assert why(*lines).split("\n")[1] == f"        answer      {answered}"


def test_what_may_be_the_missed_answer_is_named() -> None:
    written = why(*NEW_V1, PROMPT, "A Loading", answer("A", "7"), notify("C", "session/cancel", sessionId="s1"))
    assert "1 line of the agent since then could not be read (event 6): the answer may be one of them" in written
    assert 'event 7 answers id "7", which nobody asked; meant for id 7?' in written
    assert "asked for with event 8, and still not answered" in written


def test_what_the_recording_lacks_is_told() -> None:
    gap = '= {"control":"gap","stream":null,"size":null,"reason":"full"}'
    assert "an answer may have fallen into one" in why(*NEW_V1, PROMPT, gap)
    assert "begins in the middle" in why(PROMPT)


def test_json() -> None:
    written = json.loads(why_json(view(*NEW_V1, PROMPT, "A Loading", answer("A", "7"), at=4_000_000_000)))
    (request,) = written["requests"]
    assert (written["reason"], request["reason"], request["age"], request["id"]) == ("agent", "agent", 3, 7)
    assert (request["unread"], request["orphans"], request["progress"]) == ([6], [7], None)
    assert written["heard"]["client"] == {"seq": 5, "t": 1, "age": 3, "what": "session/prompt"}
    page = set(re.findall(r"`([a-z_]+)`", PAGE.read_text()))
    working = json.loads(why_json(view(*NEW_V2, update("tool_call_update", toolCallId="t"), update("state_update", state="running"))))  # fmt: skip
    assert working["working"]
    assert working["tools"]
    assert members_of(written) | members_of(working) <= page
