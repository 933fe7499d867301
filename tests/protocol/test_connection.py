"""Negotiation, capabilities, pending requests, closing; and what holds for any step: pure, total, in order."""

from __future__ import annotations

import json
from typing import Any

import pytest

from acp_inspect.protocol.connection import Basis, Connection, fold, new_connection, step, version_of
from acp_inspect.protocol.problem import Effect
from acp_inspect.wire.json_text import ExactNumber
from tests.protocol.outline import outline
from tests.protocol.talk import (
    NEW_V1,
    NEW_V2,
    V1,
    V2,
    answer,
    ask,
    exited,
    held,
    line,
    notify,
    refuse,
    talked,
    text,
    update,
)
from tests.protocol.traffic import raw_events, steps


def initialize(version: Any, **params: Any) -> str:
    return ask("C", "i", "initialize", protocolVersion=version, **params)


INFO = {"name": "a", "version": "1"}


def test_before_anything() -> None:
    connection = new_connection()
    assert (connection.version, connection.basis, connection.surface.version) == (None, Basis.ASSUMED, 2)
    assert outline(connection)["conn"]["state"] == "new"


def test_the_agent_decides_the_version() -> None:
    offered = talked(initialize(2, info=INFO))
    assert (offered.offered, offered.version, offered.surface.version) == (2, None, 2)
    assert (offered.basis, offered.state) == (Basis.OFFERED, "initializing")
    answered = talked(initialize(2, info=INFO), answer("A", "i", protocolVersion=1))
    assert (answered.offered, answered.version, answered.surface.version) == (2, 1, 1)
    assert (answered.basis, answered.state) == (Basis.ANSWERED, "ready")
    upwards = talked(initialize(1), answer("A", "i", protocolVersion=2, info=INFO))
    assert (upwards.offered, upwards.version, upwards.surface.version) == (1, 2, 2)


def test_a_version_of_the_future_is_read_as_the_newest() -> None:
    connection = talked(initialize(3, info=INFO), answer("A", "i", protocolVersion=3, info=INFO))
    assert (connection.version, connection.surface.version) == (3, 2)


def test_capabilities_after_salvaging() -> None:
    capabilities = {"terminal": "yes", "fs": {"readTextFile": True, "writeTextFile": 1}, "session": {"notices": {}}}
    connection = talked(
        initialize(1, clientCapabilities=capabilities, clientInfo={"name": "no version"}),
        answer("A", "i", protocolVersion=1, agentCapabilities={"loadSession": "yes"}, agentInfo=INFO),
    )
    assert connection.client.capabilities == {
        "terminal": False,
        "fs": {"readTextFile": True, "writeTextFile": False},
        "session": {"notices": {}},
    }
    assert connection.client.info is None
    assert (connection.agent.info, connection.agent.capabilities) == (INFO, {"loadSession": False})


def test_who_is_answered_an_older_version_advertised_by_the_newer_ones_names() -> None:
    # To the v1 Agent the capabilities of a v2 request are members that it does not know.
    offer = initialize(2, info=INFO, capabilities={"elicitation": {"form": {}}})
    assert talked(offer).client.capabilities == {"elicitation": {"form": {}}}
    connection = talked(offer, answer("A", "i", protocolVersion=1))
    assert (connection.client.info, connection.client.capabilities) == (None, {})


def test_login_methods_that_are_valid() -> None:
    methods = [{"methodId": "m", "type": "agent", "name": "M"}, {"methodId": "broken"}]
    lines = [initialize(2, info=INFO), answer("A", "i", protocolVersion=2, info=INFO, authMethods=methods)]
    assert talked(*lines).auth_methods == tuple(methods[:1])


def test_a_refused_initialize_and_another_one() -> None:
    refused = [initialize(2, info=INFO), refuse("A", "i", -32022)]
    connection = talked(*refused)
    assert (connection.state, connection.version) == ("failed", None)
    again = talked(*refused, initialize(1), answer("A", "i", protocolVersion=1))
    assert (again.state, again.version, again.offered) == ("ready", 1, 1)


def test_an_answer_that_the_client_rejects_still_shows_the_version() -> None:
    connection = talked(initialize(2, info=INFO), answer("A", "i", protocolVersion=2))
    assert (connection.state, connection.version, connection.surface.version) == ("failed", 2, 2)


@pytest.mark.parametrize("version", ["1", None, True, 1.5, -1, 70_000, float("inf"), [1]])
def test_what_is_no_version(version: Any) -> None:
    assert version_of({"protocolVersion": version}) is None


def test_what_is_a_version() -> None:
    assert version_of({"protocolVersion": 2}) == 2
    assert version_of({"protocolVersion": ExactNumber("1.0")}) == 1
    assert version_of([1]) is None


def test_initialize_again_replaces_all_of_it() -> None:
    again = [initialize(1, clientCapabilities={"terminal": True}), answer("A", "i", protocolVersion=1, agentInfo=INFO)]
    connection = talked(*V1, *again)
    assert (connection.client.capabilities, connection.agent.info) == ({"terminal": True}, INFO)
    # Sessions of one version mean nothing in the other.
    other = [initialize(2, info=INFO), answer("A", "i", protocolVersion=2, info=INFO)]
    connection = talked(*NEW_V1, *other)
    assert (connection.surface.version, len(connection.held.sessions)) == (2, 0)


def test_an_offer_is_read_by_the_version_that_it_offers() -> None:
    capabilities: dict[str, Any] = {"elicitation": {"form": {}}}
    assert talked(*V1, initialize(2, info=INFO, capabilities=capabilities)).client.capabilities == capabilities


def test_evidence_counts_again_after_a_refused_initialize() -> None:
    connection = talked(initialize(2, info=INFO), refuse("A", "i"), update("plan", entries=[]))
    assert (connection.surface.version, connection.basis) == (1, Basis.EVIDENCE)
    assert connection.held.sessions["s1"].plans


def test_what_came_between_offer_and_answer_is_read_as_answered() -> None:
    early = update("tool_call", toolCallId="t", title="T")
    lines = [initialize(2, info=INFO), early, answer("A", "i", protocolVersion=1)]
    assert held(*lines)["toolCalls"]["t"]["title"] == "T"
    assert held(*lines[:2])["unknown"]


UNCERTAIN = update("agent_message_chunk", messageId="m", content=text("a"))


def test_a_recording_from_the_start_is_not_partial() -> None:
    started = f"= {json.dumps({'control': 'started', 'argv': ['a'], 'pid': 1})}"
    assert talked(*V1).partial is False
    assert talked(started, UNCERTAIN).partial is False
    assert talked("E log").partial is None


def test_pending_both_ways() -> None:
    lines = [
        ask("C", 1, "session/prompt", sessionId="s1", prompt=[]),
        ask("A", 1, "_own", sessionId="s1"),
        ask("C", "1", "session/list"),
    ]
    found = held(*NEW_V1, *lines)
    assert found["conn"]["pending"] == [
        "agent owes session/prompt",
        "client owes _own",
        "agent owes session/list",
    ]
    assert found["pending"] == found["conn"]["pending"][:2]
    assert "pending" not in held(*NEW_V1, *lines[:1], answer("A", 1, stopReason="end_turn"))["conn"]


def test_an_end_loses_what_is_pending_and_keeps_the_rest() -> None:
    lines = [*NEW_V1, UNCERTAIN, ask("C", 2, "session/prompt", sessionId="s1", prompt=[]), ask("A", 3, "_own")]
    found = held(*lines, exited(1))
    assert (found["conn"]["state"], found["conn"]["closed"]) == ("closed", "the agent exited with code 1")
    assert found["conn"]["lost"] == ["session/prompt", "_own"]
    assert (found["stale"], found["status"], found["activity"]["state"]) == (True, "open", "running")
    assert found["messages"]["agent:m"]["content"] == [text("a")]


@pytest.mark.parametrize(
    ("control", "closed", "lost"),
    [
        ({"control": "stream-ended", "stream": "c2a", "reason": "eof"}, None, ["_own"]),
        (
            {"control": "stream-ended", "stream": "a2c", "reason": "eof"},
            "the agent's output ended: eof",
            ["session/list", "_own"],
        ),
        ({"control": "stream-ended", "stream": "stderr", "reason": "eof"}, None, None),
        (
            {"control": "exited", "code": None, "signal": 9},
            "the agent was killed by signal 9",
            ["session/list", "_own"],
        ),
        (
            {"control": "start-failed", "argv": ["a"], "reason": "not found", "code": 127},
            "the agent could not be started: not found",
            ["session/list", "_own"],
        ),
    ],
)
def test_ends(control: dict[str, Any], closed: str | None, lost: list[str] | None) -> None:
    found = held(*V1, ask("C", 2, "session/list"), ask("A", 3, "_own"), f"= {json.dumps(control)}")["conn"]
    assert (found.get("closed"), found.get("lost")) == (closed, lost)


def test_the_first_end_is_when_the_agent_ended() -> None:
    ended = f"= {json.dumps({'control': 'stream-ended', 'stream': 'a2c', 'reason': 'eof'})}"
    connection = talked(*V1, ended, exited())
    assert (connection.agent_ended, connection.closed) == (len(V1) + 1, "the agent exited with code 0")
    assert talked(*V1, exited()).agent_ended == len(V1) + 1


def test_an_end_of_which_nobody_knows_more_is_an_end() -> None:
    ended = f"= {json.dumps({'control': 'exited', 'code': None, 'signal': None})}"
    assert talked(*V1, ended).closed == "the agent ended"


def test_that_messages_were_written_anew_is_known_from_then_on_and_in_the_next_process_too() -> None:
    note = f"= {json.dumps({'control': 'note', 'text': 'a copy', 'reserialised': True})}"
    plain = f"= {json.dumps({'control': 'note', 'text': 'words'})}"
    assert not talked(plain, *V1).reserialised
    assert talked(note, plain, *V1).reserialised
    assert talked(note, *V1, exited(0), *V1).reserialised
    assert talked(note, *V2).reserialised


def test_gaps_are_counted() -> None:
    gap = f"= {json.dumps({'control': 'gap', 'stream': None, 'size': 9, 'reason': 'r'})}"
    assert talked(*V1, gap, gap).gaps == 2


def batch(*lines: str) -> str:
    return f"A [{','.join(one[2:] for one in lines)}]"


def test_a_batch_is_refused_as_a_whole() -> None:
    for opening in (NEW_V1, NEW_V2):
        before, after = talked(*opening), talked(*opening, batch(UNCERTAIN, update("plan", entries=[])))
        assert after.held == before.held


@pytest.mark.parametrize(
    "strange",
    [
        line("C", method="session/update", params={"sessionId": "s1", "update": {}}),
        UNCERTAIN.replace("A ", "C ", 1),
        UNCERTAIN.replace('"method"', '"id": 7, "method"', 1),
        notify("C", "session/prompt", sessionId="s1", prompt=[]),
        ask("A", 8, "session/prompt", sessionId="s1", prompt=[]),
        update("agent_message_chunk", messageId="m", content="malformed"),
        notify("A", "session/update", sessionId="s1"),
        'A {"jsonrpc":"2.0","method":"session/update"}',
        answer("A", 99, stopReason="end_turn"),
        "A no json",
        "A~ ",
        "A~ \\n",
        "E log",
        notify("A", "_own/thing", sessionId="s1"),
    ],
)
def test_what_changes_nothing(strange: str) -> None:
    for opening in (NEW_V1, NEW_V2):
        assert talked(*opening, strange).held == talked(*opening).held


def test_a_second_answer_changes_nothing() -> None:
    prompt = [ask("C", 2, "session/prompt", sessionId="s1", prompt=[]), answer("A", 2, stopReason="end_turn")]
    assert talked(*NEW_V1, *prompt, answer("A", 2, stopReason="refusal")).held == talked(*NEW_V1, *prompt).held


def test_result_and_error_at_once_is_neither() -> None:
    both = 'A {"jsonrpc":"2.0","id":5,"result":{"sessionId":"z"},"error":{"code":1,"message":"m"}}'
    assert "z" not in talked(*NEW_V1, ask("C", 5, "session/new", cwd="/w", mcpServers=[]), both).held.sessions
    null = 'A {"jsonrpc":"2.0","id":5,"result":{"sessionId":"z"},"error":null}'
    assert "z" in talked(*NEW_V1, ask("C", 5, "session/new", cwd="/w", mcpServers=[]), null).held.sessions


@pytest.mark.parametrize("error", ["no", 5, [], None])
def test_an_error_that_is_none(error: Any) -> None:
    lines = [ask("C", 5, "session/prompt", sessionId="s1", prompt=[]), line("A", id=5, error=error)]
    assert held(*NEW_V1, *lines)["prompts"][0]["status"] == "failed"


@pytest.mark.parametrize("params", [{"params": None}, {}], ids=["null", "omitted"])
def test_params_that_are_not_there_are_empty(params: dict[str, Any]) -> None:
    (*_, asked) = steps("\n".join([*V1, line("C", id=5, method="session/list", **params)]))
    assert asked.ask is not None
    assert (asked.ask.valid, asked.ask.params) == (True, {})


def test_an_error_of_the_clients_is_no_call_for_a_login() -> None:
    assert held(*V1, ask("A", 5, "_own"), refuse("C", 5, -32000))["conn"]["auth"] == {"state": "unknown"}
    assert held(*V1, ask("C", 5, "_own"), refuse("A", 5, -32000))["conn"]["auth"] == {"state": "required"}


def test_a_step_tells_what_was_decoded() -> None:
    malformed = update("notice", severity="info", title="")
    salvaged = update("notice", severity="info", title="N", description=5)
    *_, lost, kept = steps("\n".join([*NEW_V2, malformed, salvaged]))
    assert (lost.definition, kept.definition) == ("UpdateSessionNotification", "UpdateSessionNotification")
    assert lost.decoded is not None
    assert lost.decoded.lost
    assert kept.decoded is not None
    assert [problem.effect for problem in kept.decoded.problems] == [Effect.SALVAGED]
    assert kept.decoded.problems[0].pointer == "/update/description"


def test_a_step_knows_the_request_of_an_answer() -> None:
    *_, asked, answered = steps("\n".join([*V2, ask("C", 5, "session/new", cwd="/w"), answer("A", 5, sessionId="z")]))
    assert asked.ask is not None
    assert asked.ask == answered.ask
    assert (answered.definition, answered.event.answers) == ("NewSessionResponse", asked.event.seq)
    assert asked.ask.seq not in answered.after.asked


def test_fold_is_the_steps() -> None:
    events = raw_events("\n".join([*NEW_V2, UNCERTAIN]))
    connection: Connection = new_connection()
    for event in events:
        connection = step(connection, event).after
    assert fold(new_connection(), events) == connection
