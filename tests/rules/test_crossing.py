"""What crossed is no proof: faults across directions weigh as much as time and traffic in between allow."""

from __future__ import annotations

import pytest

from acp_inspect.rules.beginnings import BEGINNINGS
from acp_inspect.rules.crossing import FAR, NEAR, Read, ago, elapsed, was_read
from acp_inspect.rules.declare import Level
from acp_inspect.wire.transcript import parse_transcript
from tests.rules.judging import findings

CANCEL = 'C @1.000 {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}\n'
CHUNK = (
    'A @1.00%d {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":'
    '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"x"}}}}\n'
)
CALL = (
    'A @0.5 {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":'
    '{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Run","status":"in_progress"}}}\n'
)


def _level(rule: str, text: str) -> list[Level]:
    entries = parse_transcript(BEGINNINGS["v1-prompt"] + text)
    return [finding.level for _, finding in findings(entries) if finding.rule == rule]


def test_a_peer_that_had_time_has_read_it_and_one_that_had_none_may_not() -> None:
    assert was_read(0, 5) is Read.UNKNOWN
    assert was_read(NEAR, 0) is Read.LIKELY
    assert was_read(NEAR, 1) is Read.SURE
    assert was_read(FAR, 0) is Read.SURE
    assert [was_read(None, heard) for heard in (0, 1, 2, 9)] == [Read.UNKNOWN, Read.LIKELY, Read.SURE, Read.SURE]
    assert [read.level for read in Read] == [Level.INFO, Level.WARNING, Level.ERROR]
    assert [bool(read.doubt) for read in Read] == [True, True, False]


def test_times_that_are_unknown_tell_nothing() -> None:
    assert elapsed(5, 8) == 3
    assert elapsed(-1, 8) is None
    assert elapsed(5, -1) is None
    assert [ago(None), ago(26_400_000), ago(2_500_000_000)] == ["earlier", "26 ms earlier", "2.5 s earlier"]


@pytest.mark.parametrize(
    ("between", "at", "level"),
    [
        ("", "1.000", Level.INFO),
        (CHUNK % 1 + CHUNK % 2, "1.003", Level.INFO),
        ("", "1.010", Level.WARNING),
        (CHUNK % 1, "1.010", Level.ERROR),
        ("", "1.026", Level.ERROR),
    ],
)
def test_an_end_that_crossed_the_cancellation_weighs_less(between: str, at: str, level: Level) -> None:
    end = f'A @{at} {{"jsonrpc":"2.0","id":2,"result":{{"stopReason":"end_turn"}}}}\n'
    assert _level("cancel/end-not-cancelled", CANCEL + between + end) == [level]


def test_a_turn_with_open_tool_calls_did_not_end_by_itself() -> None:
    end = 'A @1.010 {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}\n'
    assert _level("cancel/end-not-cancelled", CALL + CANCEL + end) == [Level.ERROR]
    assert _level("prompt/tool-calls-open-at-end", CALL + CANCEL + end) == []


def test_an_error_that_crossed_the_cancellation_weighs_less() -> None:
    end = 'A @%s {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"x"}}\n'
    assert _level("cancel/error-instead-of-cancelled", CANCEL + end % "1.001") == [Level.WARNING]
    assert _level("cancel/error-instead-of-cancelled", CANCEL + end % "1.050") == [Level.ERROR]


def test_a_recording_that_is_cut_misses_nothing() -> None:
    exited = '= @9 {"control":"exited","code":%s,"signal":%s}\n'
    assert _level("cancel/prompt-unanswered", CANCEL) == []
    assert _level("cancel/prompt-unanswered", CANCEL + exited % ("0", "null")) == [Level.ERROR]
    assert _level("cancel/prompt-unanswered", CANCEL + exited % ("null", "9")) == [Level.WARNING]
    gap = '= @2 {"control":"gap","stream":null,"size":null,"reason":"full"}\n'
    assert _level("cancel/prompt-unanswered", CANCEL + gap + exited % ("0", "null")) == []


def test_what_is_said_late_names_its_own_session() -> None:
    other = (
        'C {"jsonrpc":"2.0","id":8,"method":"session/new","params":{"cwd":"/other","mcpServers":[]}}\n'
        'A {"jsonrpc":"2.0","id":8,"result":{"sessionId":"s2"}}\n'
        '= {"control":"exited","code":0,"signal":null}\n'
    )
    entries = parse_transcript(BEGINNINGS["v1-prompt"] + CANCEL + other)
    found = [finding for _, finding in findings(entries) if finding.rule == "cancel/prompt-unanswered"]
    assert [(finding.session, finding.seq) for finding in found] == [("s1", 5)]
