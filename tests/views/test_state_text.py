"""The state as text. The golden files were read against the lines of their recordings."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from acp_inspect.protocol.entities import Notice
from acp_inspect.views.state import PARTS, LinkView
from acp_inspect.views.state_text import state_sections
from acp_inspect.views.visible import cells_of
from acp_inspect.wire.transcript import Entry, print_transcript
from tests.protocol.talk import NEW_V1, NEW_V2, answer, ask, exited, text, update
from tests.protocol.test_laws import Lines, traffic
from tests.views.moments import recorded, shown, state_view, text_of

GOLDEN = Path(__file__).parent.parent / "golden" / "state"


@pytest.mark.parametrize("name", ["v1/gemini-tools", "v1/codex-load", "v2/claude-resume", "v1/tour", "v2/tour"])
def test_the_end_of_a_recording(name: str) -> None:
    written = text_of(state_sections(shown(recorded(f"{name}.acp")), full=True))
    assert written == (GOLDEN / f"{name.replace('/', '-')}.txt").read_text()


def test_eighty_columns_hold_everything() -> None:
    wide = text_of(state_sections(shown(recorded("v1/tour.acp"))))
    narrow = text_of(state_sections(shown(recorded("v1/tour.acp"))), 80)
    assert max(map(cells_of, narrow.split("\n"))) == 80
    assert max(map(cells_of, wide.split("\n"))) > 80
    assert "".join(wide.split()).replace("│", "") == "".join(narrow.split()).replace("│", "")


HOSTILE = "\x1b]0;owned\x07\r[bold]\u202e<b>\x9b31m\n\x1b[2J"


@pytest.mark.parametrize("talk", [NEW_V1, NEW_V2])
def test_text_of_the_wire_is_inert(talk: tuple[str, ...]) -> None:
    lines = [
        *talk,
        update("agent_message_chunk", messageId=HOSTILE, content=text(HOSTILE)),
        update("tool_call_update", toolCallId=HOSTILE, title=HOSTILE, kind=HOSTILE, locations=[{"path": HOSTILE}]),
        update("tool_call_update", toolCallId="t", content=[{"type": "content", "content": text(HOSTILE)}]),
        update("tool_call_update", toolCallId="d", content=[{"type": HOSTILE, "x": HOSTILE}]),
        update("notice", severity=HOSTILE, title=HOSTILE, description=HOSTILE),
        update("plan", entries=[{"content": HOSTILE, "priority": "high", "status": "pending"}]),
        update("terminal_update", terminalId=HOSTILE, command=HOSTILE, output={"data": "G10wO2EH"}),
        update("session_info_update", title=HOSTILE),
        update("usage_update", used=HOSTILE, size=1),
        update("available_commands_update", availableCommands=[{"name": HOSTILE, "description": HOSTILE}]),
        update(HOSTILE, what=HOSTILE),
        ask("A", HOSTILE, "session/request_permission", sessionId="s1", title=HOSTILE, options=[], toolCall={"toolCallId": HOSTILE}),
        ask("A", 9, HOSTILE, sessionId=HOSTILE),
    ]  # fmt: skip
    for full in (False, True):
        written = text_of(state_sections(state_view("\n".join(lines)), full=full))
        assert "␛" in written
        assert {character for character in written if not character.isprintable()} == {"\n"}


def test_a_long_text_is_cut_and_says_so() -> None:
    long = "\n".join(f"line {number}" for number in range(100))
    view = shown("\n".join([*NEW_V1, update("agent_message_chunk", content=text(long))]))
    assert "… 60 lines more; --full shows them" in text_of(state_sections(view))
    assert "line 40" not in text_of(state_sections(view))
    assert "line 99" in text_of(state_sections(view, full=True))


def test_notices_stand_apart_from_the_conversation() -> None:
    view = shown("\n".join([*NEW_V1, update("agent_message_chunk", content=text("Hi")), update("notice", severity="error", title="Disk full")]))  # fmt: skip
    assert text_of(state_sections(view)).endswith("""
Conversation
     5  agent       Hi

Notices
     6  error       ✖ Disk full
""")


def test_what_waits_is_told_with_whose_turn_it_is() -> None:
    prompt = ask("C", 7, "session/prompt", sessionId="s1", prompt=[text("Go")])
    lines = [f"C @1 {NEW_V1[0][2:]}", *NEW_V1[1:], f"C @2.5 {prompt[2:]}"]
    lines.append(f"A @4 {ask('A', 'p', 'session/request_permission', sessionId='s1', toolCall={'toolCallId': 't'}, options=[])[2:]}")  # fmt: skip
    written = text_of(state_sections(shown("\n".join(lines))))
    assert "     5  agent       the Agent owes session/prompt, id 7, for 1.5 s\n" in written
    assert '     6  client      the Client owes session/request_permission, id "p", for 0 µs\n' in written
    assert "waits for the Client" in written


def test_the_end_of_the_agent_is_told() -> None:
    prompt = ask("C", 7, "session/prompt", sessionId="s1", prompt=[text("Go")])
    written = text_of(state_sections(shown("\n".join([*NEW_V1, prompt, exited(3)]))))
    assert "closed: the agent exited with code 3" in written
    assert "(no answer can come any more)" in written
    assert "the connection is gone; this is how it was" in written


@pytest.mark.parametrize("part", sorted(PARTS))
def test_only_a_part(part: str) -> None:
    titles = {
        "messages": "user  ", "tools": "✔ completed  read", "permissions": "permission", "notices": "Notices",
        "plans": "Plan", "terminals": "Terminals", "files": "Files", "prompts": "Prompts", "setup": "options",
    }  # fmt: skip
    lines = recorded("v1/tour.acp").split("\n")
    middle = "\n".join(lines[: next(place for place, line in enumerate(lines) if "session/load" in line)])
    written = text_of(state_sections(state_view(middle, parts=[part])))
    assert {name for name, title in titles.items() if title in written} == ({part} & titles.keys())


def test_links_are_listed_with_what_is_known_there() -> None:
    notice = Notice("warning", "Old one", None, None, 9)
    link = LinkView("s1", "yesterday", "/r/y.acprec", 0, True, 4, 90, 80, 2, 12, (notice,))
    written = text_of(state_sections(state_view("\n".join(NEW_V1), links=(link,))))
    assert "A s1 in yesterday" in written
    assert "earlier" in written
    assert "events 4 to 90, 2 prompts, 12 messages, 1 notice" in written
    assert "warning: Old one" in written
    assert "none of these sessions" in text_of(state_sections(state_view("\n".join(NEW_V1), links=())))


@given(traffic())
def test_any_state_has_a_text(lines: Lines) -> None:
    transcript = print_transcript(Entry(stream, raw) for stream, raw in lines)
    for width in (None, 80, 25):
        written = text_of(state_sections(state_view(transcript)), width)
        assert all(character.isprintable() or character == "\n" for character in written)


def test_an_answer_to_nobody_is_no_matter_of_the_state() -> None:
    assert "Waiting" not in text_of(state_sections(shown("\n".join([*NEW_V1, answer("A", 99)]))))
