"""The rows that are derived from a conversation."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from acp_inspect.store.reader import Recording
from acp_inspect.wire.control import Exited, Gap, Started, encode_control
from acp_inspect.wire.framing import Stream
from tests.store.tables import AGENT, CLIENT, CONTROL, STDERR, recorded

TRAFFIC: list[tuple[Stream, bytes]] = [
    (CONTROL, encode_control(Started(("agent",), 77))),
    (
        CLIENT,
        b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"ed","version":"1"}}}\n',
    ),
    (AGENT, b'{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"title":"Ag"}}}\n'),
    (CLIENT, b'{"jsonrpc":"2.0","id":1,"method":"session/new","params":{}}\n'),
    (AGENT, b'{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}\n'),
    (CLIENT, b'{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1"}}\n'),
    (AGENT, b'{"jsonrpc":"2.0","id":1,"method":"fs/read_text_file","params":{"sessionId":"s1"}}\n'),
    (CLIENT, b'{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}\n'),
    (
        AGENT,
        b'{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s2","update":{"sessionUpdate":"plan"}}}\n',
    ),
    (CLIENT, b'{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}\n'),
    (AGENT, b'[{"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}},7]\n'),
    (AGENT, b'{"jsonrpc":"2.0","id":2,"result":{}}\n'),
    (AGENT, b'{"jsonrpc":"2.0","id":"2","result":{}}\n'),
    (AGENT, b'{"jsonrpc":"2.0","id":5,"method":"x/y"}\n'),
    (STDERR, b"warning\n"),
    (AGENT, b"\n"),
    (CONTROL, encode_control(Gap(AGENT, 12, "why"))),
    (CONTROL, encode_control(Exited(4))),
]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("derive") / "a.acprec", TRAFFIC)


def test_the_recording_knows_who_talked_and_how_it_ended(path: Path) -> None:
    with Recording.open(path) as recording:
        info = recording.info()
    assert (info.client, info.client_version, info.agent, info.agent_version) == ("ed", "1", "Ag", None)
    assert (info.offered, info.version) == (2, 2)
    assert (info.agent_pid, info.exit_code, info.signal, info.end) == (77, 4, None, "exit 4")
    assert info.duration == 17_000_000
    counts = info.counts
    assert (counts.lines, counts.events, counts.requests, counts.notifications, counts.responses) == (18, 19, 5, 2, 6)
    assert (counts.malformed, counts.stderr, counts.gaps, counts.errors) == (1, 1, 1, 1)
    assert (counts.sessions, counts.pending, counts.messages) == (2, 1, 14)
    for stream, size in ((CLIENT, counts.bytes_c2a), (AGENT, counts.bytes_a2c), (STDERR, counts.bytes_stderr)):
        assert size == sum(len(raw) for number, raw in TRAFFIC if number is stream)


def test_requests_and_responses_know_each_other(path: Path) -> None:
    with Recording.open(path) as recording:
        prompt, answer, doubled, orphan, open_one = (recording.event(seq) for seq in (6, 11, 13, 14, 15))
        assert recording.answer_of(6) == 11
        assert recording.answer_of(15) is None
        assert recording.answer_of(11) is None
    assert prompt is not None
    assert (prompt.method, prompt.rpc_id, prompt.session) == ("session/prompt", "2", "s1")
    assert (prompt.answered_by, prompt.latency, prompt.outcome) == (11, 5_000_000, "cancelled")
    assert answer is not None
    assert (answer.kind, answer.method, answer.session, answer.part) == ("response", "session/prompt", "s1", 0)
    assert (answer.answers, answer.latency, answer.outcome, answer.answered_by) == (6, 5_000_000, "cancelled", None)
    assert doubled is not None
    assert (doubled.answers, doubled.outcome) == (6, "duplicate")
    assert orphan is not None
    assert (orphan.answers, orphan.outcome, orphan.rpc_id) == (None, "orphan", '"2"')
    assert open_one is not None
    assert (open_one.outcome, open_one.answered_by, open_one.sender) == ("pending", None, "agent")


def test_sessions_and_open_requests(path: Path) -> None:
    with Recording.open(path) as recording:
        first, second = recording.sessions()
        (waiting,) = recording.pending()
    assert (first.session, first.first, first.last, first.events, first.prompts) == ("s1", 5, 11, 6, 1)
    assert (second.session, second.events, second.prompts) == ("s2", 1, 0)
    assert (waiting.seq, waiting.method, waiting.owner, waiting.cancelled) == (15, "x/y", "client", None)


def test_the_views_for_scripts(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        ask = connection.execute
        assert ask("SELECT sender, kind, method, update_kind, session FROM timeline WHERE seq = 9").fetchall() == [
            ("agent", "notification", "session/update", "plan", "s2")
        ]
        assert ask("SELECT answered_by, latency_ms, outcome FROM timeline WHERE seq IN (6, 15)").fetchall() == [
            (11, 5.0, "cancelled"),
            (None, None, "pending"),
        ]
        assert ask("SELECT outcome FROM timeline WHERE seq = 11").fetchone() == ("cancelled",)
        assert ask("SELECT count(*) FROM messages WHERE text LIKE '%stopReason%'").fetchone() == (1,)
        assert ask("SELECT DISTINCT stream FROM messages ORDER BY 1").fetchall() == [
            ("a2c",),
            ("c2a",),
            ("control",),
            ("stderr",),
        ]
        assert ask("SELECT request, response, rpc_id, method, owner, outcome, cancelled FROM exchanges").fetchall() == [
            (2, 3, "0", "initialize", "agent", "ok", None),
            (4, 5, "1", "session/new", "agent", "ok", None),
            (6, 11, "2", "session/prompt", "agent", "cancelled", 10),
            (7, 8, "1", "fs/read_text_file", "client", "error", None),
            (15, None, "5", "x/y", "client", "pending", None),
        ]
        assert ask("SELECT session, events, prompts FROM sessions").fetchall() == [("s1", 6, 1), ("s2", 1, 0)]
        assert ask("SELECT seq, seconds, stream, size, reason FROM gaps").fetchall() == [(18, 0.016, "a2c", 12, "why")]
