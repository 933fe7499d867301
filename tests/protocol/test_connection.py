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


@pytest.mark.parametrize(
    ("evidence", "version"),
    [
        (update("tool_call", toolCallId="t", title="T"), 1),
        (update("plan", entries=[]), 1),
        (update("agent_message_chunk", content=text("b")), 1),
        (ask("C", 1, "session/set_mode", sessionId="s1", modeId="m"), 1),
        (ask("A", 1, "fs/read_text_file", sessionId="s1", path="/w"), 1),
        (ask("A", 1, "session/request_permission", sessionId="s1", toolCall={}, options=[]), 1),
        (update("config_option_update", configOptions=[{"id": "m"}]), 1),
        (answer("A", "i", protocolVersion=1), 1),
        (update("state_update", state="idle"), 2),
        (update("agent_message", messageId="m"), 2),
        (update("terminal_update", terminalId="x"), 2),
        (ask("C", 1, "auth/login", methodId="m"), 2),
        (ask("A", 1, "session/request_permission", sessionId="s1", title="T", options=[]), 2),
        (update("config_option_update", configOptions=[{"configId": "m"}]), 2),
        (answer("A", "i", protocolVersion=2), 2),
    ],
)
def test_a_recording_that_begins_in_the_middle(evidence: str, version: int) -> None:
    connection = talked(UNCERTAIN, evidence)
    assert (connection.version, connection.surface.version, connection.basis) == (None, version, Basis.EVIDENCE)
    assert connection.partial is True
    # What came before is read by the same rules.
    assert held(UNCERTAIN, evidence)["messages"]["agent:m"]["content"][0] == text("a")


@pytest.mark.parametrize(("result", "version"), [({"stopReason": "end_turn"}, 1), ({"messageId": "u"}, 2)])
def test_the_answer_to_a_prompt_tells_the_version(result: dict[str, str], version: int) -> None:
    prompt = ask("C", 2, "session/prompt", sessionId="s1", prompt=[text("q")])
    connection = talked(prompt, answer("A", 2, **result))
    assert connection.surface.version == version
    messages = held(prompt, answer("A", 2, **result))["messages"]
    assert len(messages) == (1 if version == 1 else 0)


@pytest.mark.parametrize(
    "strange",
    [
        update("config_option_update", configOptions=[]),
        update("config_option_update", configOptions=[5]),
        update("config_option_update", configOptions="no"),
        ask("A", 1, "session/request_permission", sessionId="s1", toolCall={}, title="T"),
        ask("A", 1, "session/request_permission"),
        line("A", id=1, method="session/request_permission", params=[1]),
        line("A", id=1, result={"protocolVersion": True}),
        line("A", id=1, result={"protocolVersion": "1"}),
        line("A", id=1, result=[1]),
        ask("A", 1, "initialize", protocolVersion=1),
        answer("C", "i", protocolVersion=1),
        ask("C", 1, "_own", protocolVersion=1),
    ],
)
def test_what_tells_nothing(strange: str) -> None:
    connection = talked(UNCERTAIN, strange)
    assert (connection.basis, connection.surface.version) == (Basis.ASSUMED, 2)


def test_no_evidence() -> None:
    connection = talked(UNCERTAIN, notify("C", "session/cancel", sessionId="s1"), update("_own"))
    assert (connection.basis, connection.surface.version) == (Basis.ASSUMED, 2)


def test_a_handshake_after_all() -> None:
    connection = talked(update("plan", entries=[]), *NEW_V2)
    assert (connection.version, connection.basis, connection.surface.version) == (2, Basis.ANSWERED, 2)
    assert connection.partial is True


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


SAID = update("agent_message_chunk", messageId="m", content=text("a"))
PROMPT = ask("C", 2, "session/prompt", sessionId="s1", prompt=[text("q")])


@pytest.mark.parametrize("opening", [(V1, NEW_V1), (V2, NEW_V2)], ids=["v1", "v2"])
def test_another_agent_process_in_the_same_recording(opening: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
    start, new = opening
    first = [*new, SAID, PROMPT, ask("C", 7, "auth/status"), exited(1)]
    found = held(*first, *start)
    assert (found["conn"]["state"], "closed" in found["conn"], "pending" in found["conn"]) == ("ready", False, False)
    # What the process before told is still to be seen, but it is over.
    assert (found["status"], found["stale"], found["prompts"][0]["status"]) == ("gone", True, "lost")
    assert found["messages"]["agent:m"]["content"] == [text("a")]
    connection = talked(*first, *start)
    assert (len(connection.asked), connection.partial, connection.basis) == (0, False, Basis.ANSWERED)


@pytest.mark.parametrize("opening", [NEW_V1, NEW_V2], ids=["v1", "v2"])
def test_a_session_id_that_the_next_process_gives_out_again(opening: tuple[str, ...]) -> None:
    first = [*opening, SAID, exited()]
    assert held(*first, *opening)["messages"] == {}
    assert held(*first, *opening)["status"] == "open"
    early = held(*first, *opening[:-1], update("available_commands_update", availableCommands=[]), opening[-1])
    assert (early["messages"], early["commands"]) == ({}, [])


def test_a_session_that_the_next_process_takes_up() -> None:
    first = [*NEW_V2, SAID, PROMPT, update("state_update", state="running"), exited()]
    resume = ask("C", 5, "session/resume", sessionId="s1", cwd="/w")
    found = held(*first, *V2, resume, answer("A", 5), SAID)
    assert found["messages"]["agent:m"]["content"] == [text("a"), text("a")]
    assert (found["status"], found["activity"], "stale" in found) == ("open", {"state": "unknown"}, False)
    assert held(*first, *V2, resume, refuse("A", 5))["status"] == "gone"
    load = ask("C", 5, "session/load", sessionId="s1", cwd="/w", mcpServers=[])
    found = held(*NEW_V1, SAID, PROMPT, exited(), *V1, load, SAID, answer("A", 5))
    assert (list(found["messages"]), found["prompts"], found["activity"]) == (["agent:m"], [], {"state": "idle"})


def test_a_next_process_of_another_version() -> None:
    gap = f"= {json.dumps({'control': 'gap', 'stream': None, 'size': 9, 'reason': 'r'})}"
    connection = talked(*NEW_V2, SAID, gap, exited(), gap, *NEW_V1, UNCERTAIN)
    assert (connection.surface.version, connection.gaps, len(connection.held.sessions)) == (1, 2, 1)
    assert held(*NEW_V2, SAID, exited(), *NEW_V1, UNCERTAIN)["conn"]["version"] == 1


def test_an_exit_alone_begins_nothing() -> None:
    for strange in (ask("A", 9, "initialize"), SAID, batch(initialize(2)).replace("A ", "C ", 1)):
        assert talked(*V2, exited(), strange).closed == "the agent exited with code 0"


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
