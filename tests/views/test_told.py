"""Summaries that know the state."""

from __future__ import annotations

import pytest
from hypothesis import given

from acp_inspect.protocol.connection import new_connection, step
from acp_inspect.trace.event import events_of
from acp_inspect.views.told import told
from tests.protocol.talk import NEW_V1, NEW_V2, answer, ask, text, update
from tests.protocol.test_laws import Lines, traffic
from tests.protocol.traffic import steps


def summaries(*lines: str) -> list[str | None]:
    """Of the lines after the first four."""
    return [told(taken) for taken in steps("\n".join(lines))][4:]


def test_an_update_of_a_tool_call_has_its_title_and_status() -> None:
    made = update("tool_call", toolCallId="t", title="Run tests", kind="execute", status="pending")
    assert summaries(*NEW_V1, made, update("tool_call_update", toolCallId="t", locations=[])) == [
        "execute “Run tests” pending",
        "execute “Run tests” pending",
    ]
    assert summaries(*NEW_V1, made, update("tool_call_update", toolCallId="t", status="failed"))[-1] == (
        "execute “Run tests” failed"
    )
    chunk = {"type": "content", "content": text("output")}
    assert summaries(
        *NEW_V2,
        update("tool_call_update", toolCallId="t", title="Run"),
        update("tool_call_content_chunk", toolCallId="t", content=chunk),
    )[-1] == ("other “Run” pending “output”")


def test_a_chunk_comes_after_the_text_so_far() -> None:
    chunks = [update("agent_message_chunk", messageId="m", content=text(word)) for word in ("I will ", "read ", "it")]
    assert summaries(*NEW_V2, *chunks) == [None, "“read ” after “I will ”", "“it” after “I will read ”"]
    long = [update("agent_message_chunk", messageId="m", content=text(f"{number:03} ")) for number in range(40)]
    assert summaries(*NEW_V2, *long)[-1] == ("“039 ” after “…029 030 031 032 033 034 035 036 037 038 ”")


def test_a_chunk_of_v1_without_id_knows_its_run() -> None:
    chunks = [update("agent_thought_chunk", content=text(word)) for word in ("a", "b")]
    other = update("agent_message_chunk", content=text("c"))
    assert summaries(*NEW_V1, *chunks, other) == [None, "“b” after “a”", None]


def test_an_answer_names_the_option_and_what_it_was_about() -> None:
    options = [{"optionId": "o", "name": "Allow", "kind": "allow_once"}]
    asked = ask(
        "A",
        9,
        "session/request_permission",
        sessionId="s1",
        toolCall={"toolCallId": "t", "title": "Edit"},
        options=options,
    )
    chosen = answer("C", 9, outcome={"outcome": "selected", "optionId": "o"})
    assert summaries(*NEW_V1, asked, chosen)[-1] == "selected “Allow” for “Edit”"
    unknown = answer("C", 9, outcome={"outcome": "selected", "optionId": "x"})
    assert summaries(*NEW_V1, asked, unknown)[-1] == "selected “x” for “Edit”"
    assert summaries(*NEW_V1, asked, answer("C", 9, outcome={"outcome": "cancelled"}))[-1] is None


def test_terminals_have_their_command() -> None:
    lines = [
        *NEW_V1,
        ask("A", 1, "terminal/create", sessionId="s1", command="ls", args=["-l"]),
        answer("C", 1, terminalId="t"),
    ]
    assert summaries(*lines, ask("A", 2, "terminal/output", sessionId="s1", terminalId="t"))[-1] == "t “ls -l”"
    chunk = update("terminal_output_chunk", terminalId="t", data="aGk=")
    assert summaries(*NEW_V2, update("terminal_update", terminalId="t", command="ls"), chunk)[-1] == "“ls” “hi”"
    assert summaries(*NEW_V2, chunk)[-1] is None


@pytest.mark.parametrize(
    "line", ["E noise", answer("A", 99), ask("C", 5, "session/list"), update("usage_update", used=1, size=2)]
)
def test_what_the_state_adds_nothing_to(line: str) -> None:
    assert summaries(*NEW_V1, line) == [None]


def test_what_its_receiver_loses_is_no_part_of_the_text() -> None:
    chunk = update("agent_message_chunk", messageId="m", content=text("a"))
    lost = update("agent_message_chunk", messageId="m", content={"type": "text"})
    assert summaries(*NEW_V2, chunk, lost) == [None, None]


def test_it_is_inert() -> None:
    made = update("tool_call", toolCallId="t", title="\x1b[2J\u202e", kind="read", status="pending")
    assert summaries(*NEW_V1, made) == ["read “␛[2J⟨RLO⟩” pending"]


@given(traffic())
def test_total(lines: Lines) -> None:
    connection = new_connection()
    for number, (stream, raw) in enumerate(lines, 1):
        for event in events_of(stream, raw, seq=connection.seq + 1, at=number, line=number):
            taken = step(connection, event)
            connection = taken.after
            assert (told(taken) or "").isprintable()
