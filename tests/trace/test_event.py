"""One thing that happened."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.trace.event import Blank, Ending, Stderr, events_of, kind_of, update_of
from acp_inspect.wire.control import Exited, Gap
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.rpc import Malformed, Side
from tests.trace.traffic import events


def test_events_are_numbered_as_they_arrive_and_know_their_line() -> None:
    seen = events(
        """
        C @0 {"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}
        A @1 [{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]
        A~ @2 \\n
        E @3 hm
        A @4 oops
        = @5 {"control":"exited","code":3,"signal":null}
        """
    )
    assert [event.seq for event in seen] == [1, 2, 3, 4, 5, 6, 7]
    assert [event.line for event in seen] == [1, 2, 2, 3, 4, 5, 6]
    assert [event.part for event in seen] == [None, 0, 1, None, None, None, None]
    assert [event.at for event in seen] == [0, 10**9, 10**9, 2 * 10**9, 3 * 10**9, 4 * 10**9, 5 * 10**9]
    agent = Side.AGENT
    assert [event.sender for event in seen] == [Side.CLIENT, agent, agent, agent, agent, agent, None]
    assert [kind_of(event) for event in seen] == [
        "request", "notification", "notification", "blank", "stderr", "malformed", "exited",
    ]  # fmt: skip
    assert seen[3].body == Blank()
    assert seen[4].body == Stderr(b"hm\n")
    assert isinstance(seen[5].body, Malformed)
    assert seen[6].body == Exited(3, None)
    assert seen[5].size == len(b"oops\n")


def test_a_batch_of_one_is_a_batch() -> None:
    (event,) = events('A [{"jsonrpc":"2.0","method":"a"}]')
    assert event.part == 0


def test_the_entries_of_a_batch_know_how_many_they_are() -> None:
    batch = events('A [{"jsonrpc":"2.0","method":"a"},5,{"jsonrpc":"2.0","method":"b"}]')
    assert [(event.part, event.parts) for event in batch] == [(0, 3), (1, 3), (2, 3)]
    assert events("A []")[0].part == 0
    assert events('A {"method":"a"}')[0].parts == 1


def test_a_log_line_in_brackets_is_no_batch() -> None:
    (event,) = events("A [info] ready")
    assert event.part is None


@pytest.mark.parametrize(
    ("raw", "ending"),
    [
        (b'{"method":"a"}\n', Ending.LF),
        (b'{"method":"a"}\r\n', Ending.CRLF),
        (b'{"method":"a"}', Ending.NONE),
        (b'[{"method":"a"}]', Ending.NONE),
        (b"\r\n", Ending.CRLF),
        (b"oops", Ending.NONE),
        (b"\n", Ending.LF),
    ],
)
@pytest.mark.parametrize("stream", [Stream.CLIENT_TO_AGENT, Stream.AGENT_TO_CLIENT, Stream.STDERR])
def test_how_its_line_ends(stream: Stream, raw: bytes, ending: Ending) -> None:
    assert events_of(stream, raw, seq=1, at=0, line=1)[0].ending is ending


@pytest.mark.parametrize(
    ("line", "session"),
    [
        ('A {"method":"session/update","params":{"sessionId":"s","update":{}}}', "s"),
        ('C {"id":1,"method":"session/prompt","params":{"sessionId":"s"}}', "s"),
        ('A {"id":1,"result":{"sessionId":"s"}}', "s"),
        ('A {"method":"session/update","params":{"sessionId":5}}', None),
        ('A {"method":"session/update","params":["s"]}', None),
        ('A {"method":"session/update"}', None),
    ],
)
def test_the_session_a_message_names(line: str, session: str | None) -> None:
    assert events(line)[0].session == session


@pytest.mark.parametrize(
    ("line", "update"),
    [
        ('A {"method":"session/update","params":{"update":{"sessionUpdate":"notice"}}}', "notice"),
        ('A {"method":"session/update","params":{"update":{"sessionUpdate":7}}}', None),
        ('A {"method":"session/update","params":{"update":[]}}', None),
        ('A {"method":"session/update","params":null}', None),
        ('A {"method":"other","params":{"update":{"sessionUpdate":"notice"}}}', None),
    ],
)
def test_the_kind_of_a_session_update(line: str, update: str | None) -> None:
    assert update_of(events(line)[0]) == update


def test_stderr_is_text_whatever_its_bytes() -> None:
    (event,) = events(r"E~ caf\xc3\xa9 \xff\r\n")
    assert isinstance(event.body, Stderr)
    assert event.body.text == "café \ufffd"


@given(st.sampled_from(Stream), st.binary())
def test_any_line_is_at_least_one_event(stream: Stream, raw: bytes) -> None:
    found = events_of(stream, raw, seq=7, at=-1, line=3)
    assert [event.seq for event in found] == list(range(7, 7 + len(found)))
    assert found
    for event in found:
        assert kind_of(event)


def test_a_control_line_that_cannot_be_read_is_a_gap() -> None:
    (event,) = events("= nonsense")
    assert isinstance(event.body, Gap)
