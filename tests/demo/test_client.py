"""The scenarios of the demo, played with the real agent process, in both protocol versions."""

from __future__ import annotations

from base64 import b64decode
from functools import partial
from pathlib import Path

import pytest

from acp_inspect.demo import client, story
from acp_inspect.demo.faults import FAULTS
from acp_inspect.demo.talk import Talk
from acp_inspect.trace.event import Outcome
from acp_inspect.wire.rpc import Malformed, Request, Response
from tests.demo.stage import Played, play
from tests.schema_verdict import schema_faults

versions = pytest.mark.parametrize("version", [1, 2])


def say(*texts: str, reopen: bool = False) -> partial[None]:
    return partial(client.words, texts=list(texts), reopen=reopen)


def problems(played: Played) -> set[str]:
    """What is wrong with a conversation, as far as wire, correlation and the protocol's schema tell."""
    found = {f"malformed {event.body.kind}" for event in played.events if isinstance(event.body, Malformed)}
    found |= {
        str(event.outcome)
        for event in played.events
        if event.outcome in (Outcome.ORPHAN, Outcome.DUPLICATE, Outcome.LATE, Outcome.ERROR)
    }
    found |= {f"unanswered {request.method}" for request in played.analysis.exchanges.pending()}
    assert played.analysis.handshake.version is not None
    return found | set(schema_faults(played.events, played.analysis.handshake.version))


def stop_reasons(played: Played) -> list[str]:
    """How turns (v1) or activities (v2) ended."""
    if played.analysis.handshake.version == 2:
        return [update["stopReason"] for update in played.updates("state_update") if "stopReason" in update]
    reasons = []
    for event in played.events:
        match event.body:
            case Response(result={"stopReason": str(reason)}):
                reasons.append(reason)
    return reasons


@versions
def test_the_tour_is_without_fault_and_really_mends_the_project(tmp_path: Path, version: int) -> None:
    played = play(client.tour, tmp_path, version)
    assert played.code == 0
    assert problems(played) == set()
    assert (tmp_path / story.GREETING).read_text(encoding="utf-8") == story.MENDED
    assert stop_reasons(played) == ["end_turn", "cancelled"]
    assert played.analysis.handshake.version == version
    assert played.analysis.handshake.client.name == "sample-client"
    assert played.analysis.handshake.agent.name == "sample-agent"
    assert [notice["title"] for notice in played.updates("notice")] == [story.NOTICE["title"]]


@versions
def test_the_first_test_run_fails_and_the_second_passes(tmp_path: Path, version: int) -> None:
    played = play(say("/fix"), tmp_path, version)
    ends = [update["status"] for update in played.updates("tool_call_update") if "status" in update]
    final = [status for status in ends if status in ("completed", "failed")]
    # Run the tests, read, edit, run the tests again.
    assert final == ["failed", "completed", "completed", "completed"]


def test_in_v2_the_terminal_shows_what_the_tests_said(tmp_path: Path) -> None:
    played = play(say("/fix"), tmp_path, 2)
    output = b"".join(b64decode(update["data"], validate=True) for update in played.updates("terminal_output_chunk"))
    assert "FAILED (failures=2)" in output.decode()
    assert output.decode().rstrip().endswith("OK")
    codes = [u["exitStatus"]["exitCode"] for u in played.updates("terminal_update") if "exitStatus" in u]
    assert codes == [1, 0]


@versions
def test_a_refused_edit_is_not_made(tmp_path: Path, version: int) -> None:
    played = play(say("/fix"), tmp_path, version, answer="reject_once")
    assert problems(played) == set()
    assert (tmp_path / story.GREETING).read_text(encoding="utf-8") == story.BROKEN
    assert stop_reasons(played) == ["end_turn"]
    assert played.updates("tool_call_update")[-1]["status"] == "failed"


@versions
def test_a_cancelled_question_ends_the_turn_as_cancelled(tmp_path: Path, version: int) -> None:
    played = play(client.question, tmp_path, version, answer="none")
    assert problems(played) == set()
    assert stop_reasons(played) == ["cancelled"]
    assert (tmp_path / story.GREETING).read_text(encoding="utf-8") == story.BROKEN
    # In v2 the Agent takes its own question back; in v1 the Client closes it.
    assert played.kinds().count("$/cancel_request") == version - 1


def test_without_the_capability_a_v1_notice_becomes_a_message(tmp_path: Path) -> None:
    played = play(say("/fix"), tmp_path, 1, notices=False)
    assert played.updates("notice") == []
    said = "".join(update["content"]["text"] for update in played.updates("agent_message_chunk"))
    assert story.NOTICE["title"] in said


@versions
def test_the_history_is_replayed_once_without_notices(tmp_path: Path, version: int) -> None:
    played = play(say("/fix", reopen=True), tmp_path, version)
    kinds = played.kinds()
    start = kinds.index("session/load" if version == 1 else "session/resume")
    replayed = kinds[start + 1 :]
    assert replayed[0] == ("user_message_chunk" if version == 1 else "user_message")
    assert replayed.count("tool_call" if version == 1 else "tool_call_update") == 4
    assert "notice" not in replayed
    assert "usage_update" not in replayed
    if version == 2:
        # The state comes after the history and before the answer.
        assert replayed[-2:] == ["state_update", "session/resume"]


@versions
def test_two_sessions_work_at_the_same_time(tmp_path: Path, version: int) -> None:
    played = play(client.two, tmp_path, version)
    assert problems(played) == set()
    sessions = [event.session for event, kind in zip(played.events, played.kinds(), strict=True) if "chunk" in kind]
    first, second = dict.fromkeys(sessions)
    assert sessions.index(second) < len(sessions) - 1 - sessions[::-1].index(first)


def test_background_work_ends_outside_of_any_activity(tmp_path: Path) -> None:
    played = play(client.background, tmp_path, 2)
    assert problems(played) == set()
    states = [(update["state"], len(update["background"])) for update in played.updates("state_update")]
    assert states[0] == ("running", 0)
    assert ("idle", 1) in states
    assert states[-1] == ("idle", 0)
    assert [u["exitStatus"] for u in played.updates("terminal_update") if "exitStatus" in u] == [{"exitCode": 0}]


def test_a_prompt_that_was_not_inserted_is_cancelled_with_the_first(tmp_path: Path) -> None:
    played = play(client.queue, tmp_path, 2)
    assert stop_reasons(played) == ["cancelled"]
    assert len(played.updates("user_message")) == 1
    outcomes = [event.outcome for event in played.events if event.method == "session/prompt" and event.outcome]
    assert outcomes == [Outcome.OK, Outcome.CANCELLED]


@versions
def test_every_fault_is_what_it_says(tmp_path: Path, version: int) -> None:
    played = play(client.faults, tmp_path, version, notices=False)
    found = problems(played)
    assert {"malformed not-json", "malformed neither-method-nor-result", "orphan", "lost"} <= found
    kinds = played.kinds()
    reopened = kinds.index("session/load" if version == 1 else "session/resume")
    assert "notice" in kinds[:reopened]
    assert "notice" in kinds[reopened:]
    ids = [event.body.id.text for event in played.events if isinstance(event.body, Request) and event.sender == "agent"]
    assert ids == ["1000", "1000"]
    assert "many" in [update["used"] for update in played.updates("usage_update")]


@versions
@pytest.mark.parametrize("fault", FAULTS)
def test_the_connection_outlives_each_fault(tmp_path: Path, version: int, fault: str) -> None:
    played = play(say(f"/faults {fault}", "Still there?"), tmp_path, version)
    said = "".join(update["content"]["text"] for update in played.updates("agent_message_chunk"))
    assert "You said: Still there?" in said
    assert played.code == 0


def test_the_agent_speaks_the_version_it_is_asked_for(tmp_path: Path) -> None:
    def scenario(talk: Talk) -> None:
        talk.initialize()
        talk.list_sessions()

    for version in (1, 2):
        played = play(scenario, tmp_path, version)
        assert played.analysis.handshake.version == version
        assert played.kinds() == ["initialize", "initialize", "session/list", "session/list"]
