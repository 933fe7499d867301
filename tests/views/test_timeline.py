"""Rows of the timeline."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.views.timeline import arrow, covered, run_row, session_letter, session_letters, timeline_row
from acp_inspect.wire.framing import Stream
from tests.views.rows import rows, rows_of, timeline

CONVERSATION = r"""
    C @0 {"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}
    A @0.5 {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"plan","entries":[]}}}
    E @0.6 warning
    A @2.5 {"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}
    A~ @2.5 {"jsonrpc":"2.0","id":9,"method":"fs/read_text_file","params":{"path":"/a"}}
    = @3 {"control":"exited","code":0,"signal":null}
"""


def test_a_row_says_who_what_and_when() -> None:
    shown = timeline(CONVERSATION)
    assert [(row.sender, row.kind, row.what) for row in shown] == [
        ("client", "request", "session/prompt"),
        ("agent", "update", "plan"),
        ("agent", "stderr", ""),
        ("agent", "response", "session/prompt"),
        ("agent", "request", "fs/read_text_file"),
        (None, "exited", ""),
    ]
    assert [row.at for row in shown] == [0, 500_000_000, 600_000_000, 2_500_000_000, 2_500_000_000, 3_000_000_000]
    assert [row.delta for row in shown] == [None, 500_000_000, 100_000_000, 1_900_000_000, 0, 500_000_000]
    assert [row.session for row in shown] == ["s", "s", None, "s", None, None]


def test_answers_join_their_requests() -> None:
    shown = timeline(CONVERSATION)
    assert [row.answer for row in shown] == ["2.5 s error", "", "", "→ 1 error", "pending", ""]
    assert (shown[0].answered_by, shown[3].answers) == (4, 1)


def test_a_response_that_nobody_asked_for_says_so() -> None:
    assert [row.answer for row in timeline('A {"jsonrpc":"2.0","id":1,"result":{}}')] == ["orphan"]


def test_without_times_there_is_no_delta_and_no_latency() -> None:
    shown = timeline('C {"jsonrpc":"2.0","id":1,"method":"x"}\nA {"jsonrpc":"2.0","id":1,"result":{}}')
    assert [(row.at, row.delta, row.answer) for row in shown] == [(-1, None, "ok"), (-1, None, "→ 1")]


def test_what_is_unusual_about_the_line_is_a_badge() -> None:
    batch = 'C [{"jsonrpc":"2.0","id":1,"method":"x"},{"jsonrpc":"2.0","method":"y"}]'
    assert [row.badges for row in timeline(batch)] == [("batch 1",), ("batch 2",)]
    assert [row.badges for row in timeline(CONVERSATION)] == [(), (), (), (), ("no newline",), ()]


def test_an_update_without_a_kind_is_named_by_its_method() -> None:
    (row,) = timeline('A {"jsonrpc":"2.0","method":"session/update","params":{"update":null}}')
    assert (row.kind, row.what) == ("update", "session/update")


def test_arrows_point_to_the_receiver_and_stderr_is_thin() -> None:
    shown = timeline(CONVERSATION + '= {"control":"gap","stream":null,"size":null,"reason":"x"}')
    assert [arrow(row) for row in shown] == ["━━▶", "◀━━", "◀──", "◀━━", "◀━━", "═══", "╳╳╳"]


def test_a_hostile_method_is_inert() -> None:
    (row,) = timeline(r"A~ {\x22method\x22:\x22a\xe2\x80\xaeb\x7f\x22}\n")
    assert row.what == "a⟨RLO⟩b␡"


@pytest.mark.parametrize(("place", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (702, "AAA")])
def test_sessions_have_letters(place: int, letters: str) -> None:
    assert session_letter(place) == letters


def test_letters_follow_the_order_of_appearance() -> None:
    assert session_letters(["x", "y", "x", "z"]) == {"x": "A", "y": "B", "z": "C"}


@given(st.lists(st.tuples(st.sampled_from(Stream), st.binary(), st.just(-1) | st.integers(0, 10**12)), max_size=5))
def test_any_lines_have_rows(lines: list[tuple[Stream, bytes, int]]) -> None:
    for row, raw in rows_of(lines):
        shown = timeline_row(row, raw)
        for text in (shown.what, shown.summary, shown.kind, shown.answer):
            assert "\n" not in text


def test_the_row_is_made_of_the_bytes_of_its_line_only() -> None:
    ((row, raw),) = rows('C {"jsonrpc":"2.0","id":1,"method":"session/set_mode","params":{"modeId":"ask"}}')
    assert timeline_row(row, raw).summary == "ask"
    assert timeline_row(row, b"").summary == ""


CHUNKS = r"""
    A {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"I'll\u001b "}}}}
    A {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"look."}}}}
    A {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"image","data":"AAAA"}}}}
"""


@pytest.mark.parametrize(
    ("run", "read", "shown"),
    [
        (2, 2, "“I'll␛ look.”"),
        (40, 2, "“I'll␛ look. …”"),
        (3, 3, "“I'll␛ look. …”"),
    ],
)
def test_a_run_of_chunks_is_one_row_with_the_text_it_begins_with(run: int, read: int, shown: str) -> None:
    raws = [raw for _, raw in rows(CHUNKS)][:read]
    row = run_row(timeline(CHUNKS)[0], run, raws)
    assert (row.seq, row.what, row.run, row.summary) == (1, "agent_message_chunk", run, shown)


def test_a_run_without_text_keeps_what_its_first_chunk_says() -> None:
    first = timeline(CHUNKS)[2]
    assert run_row(first, 2, [rows(CHUNKS)[2][1]] * 2) == first._replace(run=2)


@given(st.lists(st.tuples(st.integers(-1, 50), st.integers(0, 20))))
def test_covered_counts_each_instant_once(periods: list[tuple[int, int]]) -> None:
    spans = [(begin, begin + length) for begin, length in periods]
    instants = {instant for begin, end in spans if begin >= 0 for instant in range(begin, end)}
    assert covered(spans) == len(instants)
