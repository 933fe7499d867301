"""Replayed notices: each level of evidence, what is legal, and recordings that know of each other."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from acp_inspect.rules.declare import Evidence, Finding, Level
from acp_inspect.rules.memory.notice_history import notices_of, with_earlier
from acp_inspect.wire.transcript import Entry
from tests.rules.exchanges import agent, client, followed, found, text, update, v1, v2

RULE = "notice/replayed"
NOTICE = {"severity": "warning", "title": "Rate limited"}


def notice(**members: Any) -> Entry:
    return update("notice", **(NOTICE | members))


def says(words: str) -> Entry:
    return update("agent_message_chunk", content=text(words))


def asks(words: str) -> Entry:
    return update("user_message_chunk", content=text(words))


def turn(number: int, *inside: Entry) -> list[Entry]:
    prompt = client(id=number, method="session/prompt", params={"sessionId": "s1", "prompt": [text("Hi")]})
    return [prompt, *inside, agent(id=number, result={"stopReason": "end_turn"})]


def load(number: int, *inside: Entry, ok: bool = True) -> list[Entry]:
    asked = client(id=number, method="session/load", params={"sessionId": "s1", "cwd": "/work", "mcpServers": []})
    answer = agent(id=number, result={}) if ok else agent(id=number, error={"code": -32603, "message": "no"})
    return [asked, *inside, answer]


def only(findings: list[Finding]) -> Finding:
    assert len(findings) == 1, findings
    return findings[0]


OPEN = v1(session={"notices": {}})
LIVE = turn(2, notice(), says("Hello"))


def graded(*parts: list[Entry]) -> tuple[Evidence | None, Level]:
    finding = only(found(RULE, *parts))
    return finding.evidence, finding.level


def test_e0_alone_in_the_window_may_be_new() -> None:
    assert graded(OPEN, load(3, notice())) == (Evidence.E0, Level.INFO)


@pytest.mark.parametrize("window", [[notice(), asks("Hi")], [asks("Hi"), notice()]])
def test_e0_at_an_edge_of_the_history_may_be_new(window: list[Entry]) -> None:
    assert graded(OPEN, load(3, *window)) == (Evidence.E0, Level.INFO)


def test_e1_inside_the_history_may_be_new() -> None:
    assert graded(OPEN, load(3, asks("Hi"), notice(), says("Hello"))) == (Evidence.E1, Level.INFO)


def test_e2_the_same_was_live_but_nothing_follows() -> None:
    assert graded(OPEN, LIVE, load(3, asks("Hi"), says("Hello"), notice())) == (Evidence.E2, Level.INFO)


def test_e2_the_same_was_live_and_the_same_follows() -> None:
    assert graded(OPEN, LIVE, load(3, notice(), says("Hello"))) == (Evidence.E2, Level.WARNING)


def test_e1_and_e2_the_same_was_live_and_it_stands_inside_the_history() -> None:
    window = load(3, asks("Hi"), says("Other"), notice(), asks("More"))
    assert graded(OPEN, LIVE, window) == (Evidence.E1_E2, Level.WARNING)


def test_e3_it_stands_where_it_stood_live() -> None:
    finding = only(found(RULE, OPEN, LIVE, load(3, asks("Hi"), notice(), says("Hello"))))
    assert (finding.evidence, finding.level) == (Evidence.E3, Level.WARNING)
    assert finding.seq == 11
    assert finding.related == (9, 6), "the load and the live notice"


def test_e3_knows_streamed_text_again_in_one_piece() -> None:
    live = turn(2, says("I will "), says("look."), update("tool_call", toolCallId="t1", title="Look"), notice())
    live = [*live[:-1], says("Done."), live[-1]]
    call = update("tool_call", toolCallId="t1", title="Look")
    assert graded(OPEN, live, load(3, asks("Hi"), says("I will look."), call, notice(), says("Done. Bye"))) == (
        Evidence.E3,
        Level.WARNING,
    )


def test_e4_marked_as_replayed() -> None:
    assert graded(OPEN, load(3, notice(_meta={"example.com/replayed": True}))) == (Evidence.E4, Level.WARNING)


def test_e4_the_time_it_had_live() -> None:
    meta = {"example.com": {"timestamp": "2026-11-01T10:00:00Z"}}
    window = load(3, asks("Hi"), says("Hello"), notice(_meta=meta))
    assert graded(OPEN, turn(2, notice(_meta=meta)), window) == (Evidence.E4, Level.WARNING)


@pytest.mark.parametrize(
    ("time", "evidence"),
    [
        ("2026-11-01T09:59:00Z", Evidence.E4),
        (1793527140, Evidence.E4),
        (1793527140000, Evidence.E4),
        ("2026-11-01T10:00:07Z", Evidence.E0),
        ("2026-11-01T10:00:07", Evidence.E0),
        (True, Evidence.E0),
        (10**400, Evidence.E0),
    ],
)
def test_e4_a_time_from_before_the_request(time: object, evidence: Evidence) -> None:
    memory = with_earlier(Map(), [], started=1793527200 * 10**9)  # 2026-11-01T10:00:00Z
    window = load(3, notice(_meta={"createdAt": time}))
    entries = [Entry(entry.stream, entry.raw, 5 * 10**9) for entry in [*OPEN, *window]]
    assert only(found(RULE, entries, memory=memory)).evidence is evidence


def test_e5_two_replays_have_it_at_the_same_place() -> None:
    window = [asks("Hi"), notice(), says("Hello")]
    first, second = found(RULE, OPEN, load(3, *window), load(4, *window))
    assert (first.evidence, second.evidence) == (Evidence.E1, Evidence.E5)
    assert second.level is Level.WARNING
    assert second.related == (10, 7)


def test_a_live_notice_is_none_that_is_replayed() -> None:
    assert found(RULE, OPEN, LIVE, load(3, asks("Hi"), says("Hello")), [notice()], turn(4, notice())) == []


def test_the_window_of_another_session_does_not_count() -> None:
    other = [
        client(id=3, method="session/load", params={"sessionId": "s2", "cwd": "/work", "mcpServers": []}),
        notice(),
        agent(id=3, result={}),
    ]
    assert found(RULE, OPEN, LIVE, other) == []


def test_a_load_that_is_refused_has_replayed_too() -> None:
    assert graded(OPEN, LIVE, load(3, asks("Hi"), notice(), says("Hello"), ok=False)) == (Evidence.E3, Level.WARNING)


def test_a_recording_that_ends_in_the_window_is_graded_by_what_it_has() -> None:
    assert graded(OPEN, LIVE, load(3, asks("Hi"), notice(), says("Hello"))[:-1]) == (Evidence.E3, Level.WARNING)


def test_a_notice_that_the_client_drops_is_none() -> None:
    assert found(RULE, OPEN, load(3, update("notice", title="Rate limited"))) == []


def test_plain_resumes_replay_nothing() -> None:
    resume = [
        client(id=3, method="session/resume", params={"sessionId": "s1", "cwd": "/work", "mcpServers": []}),
        notice(),
        agent(id=3, result={}),
    ]
    assert found(RULE, OPEN, LIVE, resume) == []
    again = only(found("notice/replayed-on-resume", OPEN, LIVE, resume))
    assert (again.level, again.evidence) == (Level.INFO, Evidence.E2)


def v2_turn() -> list[Entry]:
    return [
        client(id=2, method="session/prompt", params={"sessionId": "s1", "prompt": [text("Hi")]}),
        agent(id=2, result={"messageId": "m1"}),
        update("user_message", messageId="m1", content=[text("Hi")]),
        notice(),
        update("agent_message_chunk", messageId="a1", content=text("Hello")),
    ]


def v2_resume(*inside: Entry, **members: Any) -> list[Entry]:
    params = {"sessionId": "s1", "cwd": "/work", **members}
    return [client(id=3, method="session/resume", params=params), *inside, agent(id=3, result={})]


def test_v2_windows_are_resumes_with_a_replay() -> None:
    inside = (
        update("user_message", messageId="m1", content=[text("Hi")]),
        notice(),
        update("agent_message", messageId="a1", content=[text("Hello")]),
    )
    replay = v2_resume(*inside, replayFrom={"type": "start"})
    assert graded(v2(), v2_turn(), replay) == (Evidence.E3, Level.WARNING)
    assert found(RULE, v2(), v2_turn(), v2_resume(notice())) == []
    assert found(RULE, v2(), v2_turn(), v2_resume(notice(), replayFrom=None)) == []


def test_other_recordings_of_the_session_are_evidence() -> None:
    _, earlier = followed([*OPEN, *LIVE], [RULE])
    memory = with_earlier(Map(), notices_of(earlier.memory, "monday"))
    window = load(3, asks("Hi"), notice(), says("Hello"))
    assert only(found(RULE, OPEN, window)).evidence is Evidence.E1
    finding = only(found(RULE, OPEN, window, memory=memory))
    assert (finding.evidence, finding.level) == (Evidence.E3, Level.WARNING)
    assert "monday" in finding.message
    assert finding.related == (5,), "only events of this recording"


def test_other_recordings_replays_are_evidence() -> None:
    window = load(3, asks("Hi"), notice(), says("Hello"))
    _, earlier = followed([*OPEN, *window], [RULE])
    memory = with_earlier(Map(), notices_of(earlier.memory, "monday"))
    assert only(found(RULE, OPEN, window, memory=memory)).evidence is Evidence.E5
