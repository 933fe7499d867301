"""Why a conversation hangs."""

from __future__ import annotations

from hypothesis import given

from acp_inspect.protocol.connection import new_connection, step
from acp_inspect.protocol.waiting import Reason, Standstill, standstill
from acp_inspect.trace.event import events_of
from acp_inspect.trace.progress import Progress, followed
from tests.protocol.talk import NEW_V1, NEW_V2, answer, ask, exited, notify, text, update
from tests.protocol.test_laws import Lines, traffic
from tests.views.moments import progress_of

PROMPT = ask("C", 7, "session/prompt", sessionId="s1", prompt=[text("Go")])
PERMISSION = ask("A", 1, "session/request_permission", sessionId="s1", toolCall={"toolCallId": "t", "title": "Edit"}, options=[])  # fmt: skip


def found(*lines: str) -> Standstill:
    return standstill(*progress_of("\n".join(lines)))


def reasons(*lines: str) -> list[tuple[int, str]]:
    return [(waiting.request.seq, waiting.reason.value) for waiting in found(*lines).requests]


def test_nothing_is_open() -> None:
    assert found(*NEW_V1) == Standstill((), (), ())
    assert found(*NEW_V1).reason is None
    assert found(*NEW_V1, PROMPT, answer("A", 7, stopReason="end_turn"), exited()).reason is None


def test_the_agent_works() -> None:
    (waiting,) = found(*NEW_V1, PROMPT).requests
    assert (waiting.reason, waiting.progress) == (Reason.AGENT, None)
    (waiting,) = found(*NEW_V1, PROMPT, update("agent_message_chunk", content=text("Hm"))).requests
    assert waiting.progress is not None
    assert (waiting.progress.seq, waiting.progress.what) == (6, "agent_message_chunk")


def test_the_user_is_asked_and_the_prompt_waits_for_that() -> None:
    lines = (*NEW_V1, PROMPT, PERMISSION)
    assert reasons(*lines) == [(5, "blocked"), (6, "user")]
    assert found(*lines).reason is Reason.USER
    assert found(*lines).requests[0].blocked_by == (6,)
    assert found(*lines).requests[1].title == "Edit"
    elicitation = ask(
        "A",
        2,
        "elicitation/create",
        sessionId="s1",
        mode="form",
        message="Which?",
        requestedSchema={"type": "object", "properties": {}},
    )
    asked = found(*NEW_V2, elicitation)
    assert (asked.reason, asked.requests[0].title) == (Reason.USER, "Which?")


def test_the_client_owes_a_file() -> None:
    lines = (*NEW_V1, PROMPT, ask("A", 1, "fs/read_text_file", sessionId="s1", path="/w/a"))
    assert reasons(*lines) == [(5, "blocked"), (6, "client")]
    assert found(*lines).reason is Reason.CLIENT


def test_a_question_in_another_session_blocks_nothing() -> None:
    other = ask("A", 1, "session/request_permission", sessionId="s2", toolCall={"toolCallId": "t"}, options=[])
    assert reasons(*NEW_V1, PROMPT, other) == [(5, "agent"), (6, "user")]


def test_nobody_is_there_to_answer() -> None:
    lines = (*NEW_V1, PROMPT, PERMISSION, exited(1))
    assert reasons(*lines) == [(5, "gone"), (6, "gone")]
    assert found(*lines).reason is Reason.GONE


def test_an_answer_may_be_among_what_could_not_be_read() -> None:
    lines = (*NEW_V1, "A early noise", PROMPT, "A Loading… {", "C noise", answer("A", "7", stopReason="end_turn"))
    (waiting,) = found(*lines).requests
    assert waiting.unread == (7,)
    assert [(orphan.seq, orphan.id) for orphan in waiting.orphans] == [(9, '"7"')]


def test_a_cancelled_one_that_still_waits() -> None:
    (waiting,) = found(*NEW_V1, PROMPT, notify("C", "session/cancel", sessionId="s1")).requests
    assert (waiting.reason, waiting.request.cancelled) == (Reason.AGENT, 6)


def test_v2_works_without_an_open_prompt() -> None:
    running = (*NEW_V2, PROMPT, answer("A", 7, messageId="u"), update("state_update", state="running"))
    (work,) = found(*running).working
    assert (work.session, work.state, work.since, work.reason) == ("s1", "running", 7, Reason.AGENT)
    asked = found(*running, ask("A", 1, "session/request_permission", sessionId="s1", title="May I?", options=[]))
    assert asked.reason is Reason.USER
    assert [(work.reason, work.blocked_by) for work in asked.working] == [(Reason.BLOCKED, (8,))]
    assert found(*running, exited(1)).reason in (Reason.GONE, None)
    assert found(*running, update("state_update", state="idle", stopReason="end_turn")).reason is None


def test_open_tool_calls_are_told_where_something_is_open() -> None:
    call = update("tool_call", toolCallId="t", title="Run", kind="execute", status="in_progress")
    done = update("tool_call_update", toolCallId="t", status="completed")
    assert [(call.id, call.title, call.status, call.first) for call in found(*NEW_V1, PROMPT, call).calls] == [
        ("t", "Run", "in_progress", 6)
    ]
    assert found(*NEW_V1, PROMPT, call, done).calls == ()
    assert found(*NEW_V1, call).calls == ()


@given(traffic())
def test_total(lines: Lines) -> None:
    connection, progress = new_connection(), Progress()
    for number, (stream, raw) in enumerate(lines, 1):
        for event in events_of(stream, raw, seq=connection.seq + 1, at=number, line=number):
            taken = step(connection, event)
            connection, progress = taken.after, followed(progress, taken.event)
            open_ = standstill(connection, progress)
            assert (open_.reason is None) is (not open_.requests and not open_.working)
            assert len(open_.requests) == len(connection.exchanges.pending())
