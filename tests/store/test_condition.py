"""The SQL of a filter finds what the filter itself finds when it is asked event by event."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.store.condition import condition_of
from acp_inspect.store.findings import judge_recording
from acp_inspect.store.reader import Recording
from acp_inspect.store.rows import EventRow, FindingRow
from acp_inspect.views.filter import Filter, read_filter
from acp_inspect.views.filter_language.operators import FLAGS, OPERATORS
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import parse_transcript
from tests.record.journals import conversation
from tests.store.tables import AGENT, CLIENT, CONTROL, STDERR, recorded

_SAMPLES = Path(__file__).parents[2] / "recordings/v1"

_ODD = [
    (CLIENT, rb'{"jsonrpc":"2.0","id":1.0,"method":"a*b","params":{"sessionId":"B"}}' + b"\n"),
    (CLIENT, rb'{"jsonrpc":"2.0","id":"1","method":"nul\u0000l","params":{"sessionId":"b[x]?*"}}' + b"\n"),
    (CLIENT, rb'{"jsonrpc":"2.0","id":1e0,"method":"caf\u00e9 \"quoted\" 100%_"}' + b"\n"),
    (CLIENT, b'{"jsonrpc":"2.0","id":null,"method":"' + b"long/" * 300 + b'"}\n'),
    (AGENT, '{"jsonrpc":"2.0","id":"1","result":{"text":"CAFÉ \\u0041\\/b"}}\n'.encode()),
    (AGENT, b'{"jsonrpc":"2.0","id":"nobody","result":null}\n'),
    (STDERR, b"null \x00 RATE LIMIT \xff\n"),
    (STDERR, b"100% rate_limit\n"),
    (CONTROL, b'{"control":"gap","stream":null,"size":null,"reason":"lost"}\n'),
    (AGENT, b'[{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","method":"y"}]\n'),
]


class Whole(NamedTuple):
    """A recording with everything a filter may ask, in memory."""

    path: Path
    events: list[EventRow]
    raws: dict[int, bytes]
    findings: dict[int, list[FindingRow]]
    sessions: list[str]

    def raw(self, line: int) -> bytes:
        return self.raws[line]

    def said(self, seq: int) -> list[FindingRow]:
        return self.findings.get(seq, [])

    def session_at(self, place: int) -> str | None:
        return self.sessions[place] if place < len(self.sessions) else None


def whole(path: Path) -> Whole:
    with Recording.open(path) as recording:
        events = recording.events(0, 10_000)
        findings = defaultdict(list)
        for row in recording.findings():
            findings[row.seq].append(row)
        raws = recording.raws([event.line for event in events])
        return Whole(path, events, raws, dict(findings), [row.session for row in recording.sessions()])


@pytest.fixture(scope="module", params=["finished", "live"])
def recording(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Whole:
    lines = [(Stream(stream), part + b"\n") for stream, data in conversation(4) for part in data.split(b"\n")]
    for sample in ("faults", "two-sessions", "cancelled-question"):
        lines += [(entry.stream, entry.raw) for entry in parse_transcript((_SAMPLES / f"{sample}.acp").read_text())]
    finished = request.param == "finished"
    path = recorded(tmp_path_factory.mktemp("condition") / "a.acprec", lines + _ODD, finish=finished)
    if finished:
        judge_recording(path)
    return whole(path)


def found(recording: Whole, where: Filter) -> list[int]:
    with Recording.open(recording.path) as opened:
        return [seq for hits in opened.search(where) for seq in hits.seqs]


def reading(text: str) -> Filter:
    where = read_filter(text)
    assert isinstance(where, Filter), where
    return where


_VALUES = {
    "method": [
        "session/*",
        "*",
        "session/update,fs/*",
        '"a*b"',
        "a*b",
        "nul*",
        "*l",
        "no/such",
        "caf*",
        "long*",
        "*é*",
    ],
    "update": ["*chunk", "plan", "*", "tool_call*", "no"],
    "session": ["A", "B", "C", "Z", '"B"', "b", "sess_*", "sess", '"b[x]?*"', "*", "zzz"],
    "latency": [">0ns", "<=3ms", "1ms..2ms", ">1h"],
    "id": ["1", '"1"', "1.0", "10e-1", "null", "nobody", "0", "77"],
    "finding": ["*", "notice*", "jsonrpc", "no*such", "jsonrpc/id-*"],
    "text": [
        '"rate limit"',
        "CAFé",
        "a/b",
        '"\\"quoted\\""',
        "100%",
        "rate_limit",
        "session",
        "WORD",
        "zzz",
        "é",
        '"{"',
    ],
    "raw": ["rate", "RATE", "é", '"\\\\u00e9"', "session/update"],
    "seq": ["5", "3..20", ">40", "..10,30.."],
    "line": ["5", ">20"],
    "at": ["..5ms", ">10ms"],
    "size": [">100", "0..60", "=1"],
}


def _leaf(name: str) -> st.SearchStrategy[str]:
    values = _VALUES.get(name) or list(OPERATORS[name].choices)
    return st.sampled_from(values).map(lambda value: f"{name}:{value}")


_LEAVES = st.one_of(st.sampled_from(list(FLAGS)), *map(_leaf, OPERATORS))
_FILTERS = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        inner.map("not ({})".format),
        st.lists(inner, min_size=2, max_size=3).map(" ".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({' or '.join(parts)})"),
    ),
    max_leaves=6,
)


@given(text=_FILTERS, rare=st.sampled_from([0, 8, 50_000]))
def test_sql_and_memory_agree(recording: Whole, text: str, rare: int) -> None:
    where = reading(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("acp_inspect.store.condition._RARE", rare)
        assert found(recording, where) == [event.seq for event in recording.events if where.meets(event, recording)]


@pytest.mark.parametrize("name", list(OPERATORS))
def test_every_value_agrees_alone_and_negated(recording: Whole, name: str) -> None:
    everything = [event.seq for event in recording.events]
    for value in _VALUES.get(name) or list(OPERATORS[name].choices):
        where = reading(f"{name}:{value}")
        met = found(recording, where)
        assert met == [event.seq for event in recording.events if where.meets(event, recording)], value
        assert found(recording, reading(f"not {name}:{value}")) == [seq for seq in everything if seq not in met], value


_TALK = [
    (CLIENT, b'{"jsonrpc":"2.0","id":0,"method":"initialize"}\n'),
    (AGENT, b'{"jsonrpc":"2.0","id":0,"result":{}}\n'),
    (CLIENT, b'{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s-one"}}\n'),
    (AGENT, b'{"method":"session/update","params":{"sessionId":"s-one","update":{"sessionUpdate":"plan"}}}\n'),
    (AGENT, b'{"jsonrpc":"2.0","id":"1","method":"fs/read_text_file","params":{"sessionId":"s-two"}}\n'),
    (STDERR, b"Rate limit!\n"),
    (AGENT, b'{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"caf\\u00e9"}}\n'),
    (AGENT, b"not json\n"),
    (CONTROL, b'{"control":"gap","stream":"a2c","size":3,"reason":"disk full"}\n'),
    (CLIENT, b'[{"method":"x/a"},{"method":"x/b"}]\n'),
]
"""A millisecond apart."""


@pytest.mark.parametrize(
    ("text", "seqs"),
    [
        ("", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
        ("kind:request", [1, 3, 5]),
        ("kind:update", [4]),
        ("kind:notification", [4, 10, 11]),
        ("kind:message", [1, 2, 3, 4, 5, 7, 8, 10, 11]),
        ("kind:control", [9]),
        ("side:client", [1, 3, 10, 11]),
        ("side:agent", [2, 4, 5, 6, 7, 8]),
        ("side:recorder", [9]),
        ("method:session/*", [3, 4, 7]),
        ("not method:*", [6, 8, 9]),
        ("update:plan", [4]),
        ("session:A", [3, 4, 7]),
        ("session:B", [5]),
        ("session:s-", [3, 4, 5, 7]),
        ("status:ok", [1, 2]),
        ("status:error", [3, 7]),
        ("pending", [5]),
        ("latency:>=4ms", [3, 7]),
        ("latency:<4ms", [1, 2]),
        ("id:1", [3, 7]),
        ("id:1.0", [3, 7]),
        ('id:"1"', [5]),
        ('"rate limit"', [6]),
        ("text:CAFÉ", [7]),
        ("raw:é", []),
        ("malformed or gap", [8, 9]),
        ("batch", [10, 11]),
        ("seq:2..4", [2, 3, 4]),
        ("at:>7ms", [9, 10, 11]),
        ("size:<13", [6, 8]),
        ("x/b", [10, 11]),
        ("not (kind:message or stderr)", [9]),
        ("side:agent session:A not status:error", [4]),
    ],
)
@pytest.mark.parametrize("rare", [0, 50_000])
def test_what_a_filter_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, seqs: list[int], rare: int
) -> None:
    monkeypatch.setattr("acp_inspect.store.condition._RARE", rare)
    path = recorded(tmp_path / "a.acprec", _TALK)
    assert found(whole(path), reading(text)) == seqs


def test_what_is_rare_is_found_by_an_index_and_nothing_else_is(recording: Whole) -> None:
    finished = recording.findings != {}
    with Recording.open(recording.path) as opened:
        rows = opened._all
        assert ("event.seq IN (SELECT seq" in condition_of(reading("method:session/*").root, rows).sql) is finished
        for text in ("not method:x", "method:x or side:agent", "size:>3", "text:x"):
            assert "event.seq IN (SELECT" not in condition_of(reading(text).root, rows).sql
        # The rarer of two drives.
        both = condition_of(reading("kind:notification method:session/cancel").root, rows)
        assert ("event.method" in both.sql.partition(" AND ")[0]) is finished


def test_values_never_become_sql(recording: Whole) -> None:
    evil = "'; DROP TABLE line; --"
    for name in ("method", "session", "text", "raw", "id", "finding", "update"):
        where = reading(f'{name}:"{evil}"')
        with Recording.open(recording.path) as opened:
            assert "DROP" not in condition_of(where.root, opened._all).sql
        assert found(recording, where) == []
