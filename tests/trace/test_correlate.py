"""Who owes whom an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.analysis import Analysis
from acp_inspect.trace.event import Event, Outcome
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.rpc import Side
from tests.trace.traffic import analysed, events


def _answers(seen: list[Event]) -> list[tuple[int | None, Outcome | None]]:
    return [(event.answers, event.outcome) for event in seen]


def test_a_response_answers_its_request_and_tells_how_long_it_took() -> None:
    analysis, (asked, answered) = analysed(
        """
        C @1 {"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s"}}
        A @3.5 {"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_turn"}}
        """
    )
    assert asked.answers is None
    assert answered.answers == 1
    assert answered.method == "session/prompt"
    assert answered.session == "s"
    assert answered.latency == 2_500_000_000
    assert answered.outcome is Outcome.OK
    assert analysis.exchanges.pending() == []


def test_latency_is_unknown_where_a_time_is() -> None:
    seen = events('C {"id":1,"method":"m"}\nA @1 {"id":1,"result":{}}')
    assert seen[1].latency is None
    assert seen[1].answers == 1


def test_both_sides_may_use_the_same_id_at_once() -> None:
    seen = events(
        """
        C {"id":1,"method":"session/prompt","params":{}}
        A {"id":1,"method":"fs/read_text_file","params":{}}
        C {"id":1,"result":{"content":""}}
        A {"id":1,"result":{"stopReason":"end_turn"}}
        """
    )
    assert [(event.answers, event.method) for event in seen[2:]] == [(2, "fs/read_text_file"), (1, "session/prompt")]


def test_an_id_keeps_its_type() -> None:
    analysis, seen = analysed('C {"id":1,"method":"a"}\nC {"id":"1","method":"b"}\nA {"id":"1","result":{}}')
    assert seen[2].answers == 2
    assert [(asked.seq, asked.owner) for asked in analysis.exchanges.pending()] == [(1, Side.AGENT)]


def test_a_number_is_equal_to_its_other_spelling() -> None:
    assert events('C {"id":1,"method":"a"}\nA {"id":1.0,"result":{}}')[1].answers == 1


def test_an_id_used_again_in_flight_is_answered_in_order() -> None:
    seen = events(
        """
        C {"id":1,"method":"a"}
        C {"id":1,"method":"b"}
        A {"id":1,"result":{}}
        A {"id":1,"result":{}}
        A {"id":1,"result":{}}
        """
    )
    assert [(event.answers, event.method) for event in seen[2:4]] == [(1, "a"), (2, "b")]
    assert (seen[4].answers, seen[4].outcome) == (2, Outcome.DUPLICATE)


def test_an_id_used_again_afterwards_is_a_new_request() -> None:
    seen = events('C {"id":1,"method":"a"}\nA {"id":1,"result":{}}\nC {"id":1,"method":"b"}\nA {"id":1,"result":{}}')
    assert [event.answers for event in seen] == [None, 1, None, 3]


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ('"result":{}', Outcome.OK),
        ('"result":null', Outcome.OK),
        ('"error":{"code":-32603,"message":"x"}', Outcome.ERROR),
        ('"error":null', Outcome.ERROR),
        ('"error":{"code":-32800,"message":"x"}', Outcome.CANCELLED),
        ('"result":{"stopReason":"cancelled"}', Outcome.CANCELLED),
        ('"result":{"outcome":{"outcome":"cancelled"}}', Outcome.CANCELLED),
        ('"result":{"outcome":{"outcome":"selected","optionId":"y"}}', Outcome.OK),
        ('"result":{},"error":null', Outcome.OK),
    ],
)
def test_how_an_answer_came(body: str, outcome: Outcome) -> None:
    assert events('C {"id":1,"method":"m"}\nA {"id":1,' + body + "}")[1].outcome is outcome


def test_a_response_that_nobody_asked_for_is_an_orphan() -> None:
    assert _answers(
        events('A {"id":9,"result":{}}\nA {"result":{}}\nC {"id":9,"method":"m"}\nC {"id":9,"result":{}}')
    ) == [
        (None, Outcome.ORPHAN),
        (None, Outcome.ORPHAN),
        (None, None),
        (None, Outcome.ORPHAN),
    ]


def test_session_cancel_marks_the_prompts_of_its_session() -> None:
    analysis, _ = analysed(
        """
        C {"id":1,"method":"session/prompt","params":{"sessionId":"a"}}
        C {"id":2,"method":"session/prompt","params":{"sessionId":"b"}}
        C {"id":3,"method":"session/set_mode","params":{"sessionId":"a"}}
        C {"method":"session/cancel","params":{"sessionId":"a"}}
        """
    )
    assert [asked.cancelled for asked in analysis.exchanges.pending()] == [4, None, None]


def test_cancel_request_marks_the_request_of_the_same_side() -> None:
    analysis, _ = analysed(
        """
        C {"id":1,"method":"a"}
        A {"id":1,"method":"b"}
        A {"method":"$/cancel_request","params":{"requestId":1}}
        C {"method":"$/cancel_request","params":{"requestId":"1"}}
        C {"method":"$/cancel_request","params":null}
        C {"method":"$/cancel_request","params":{}}
        """
    )
    assert [(asked.sender, asked.cancelled) for asked in analysis.exchanges.pending()] == [
        (Side.CLIENT, None),
        (Side.AGENT, 3),
    ]


def test_a_new_process_knows_nothing_of_the_last_ones_requests() -> None:
    analysis, seen = analysed(
        """
        C {"id":0,"method":"initialize"}
        C {"id":1,"method":"a"}
        = {"control":"exited","code":1,"signal":null}
        A {"id":0,"result":{}}
        C {"id":0,"method":"initialize"}
        C {"id":1,"method":"b"}
        A {"id":1,"result":{}}
        """
    )
    assert [event.answers for event in seen] == [None, None, None, 1, None, None, 6]
    assert [asked.seq for asked in analysis.exchanges.pending()] == [5]


def test_what_was_open_at_the_exit_stays_open() -> None:
    analysis, _ = analysed('C {"id":1,"method":"a"}\n= {"control":"exited","code":1,"signal":null}')
    assert [asked.seq for asked in analysis.exchanges.pending()] == [1]


def test_a_normal_result_after_a_cancel_is_late() -> None:
    seen = events(
        """
        C {"id":1,"method":"session/prompt","params":{"sessionId":"a"}}
        C {"method":"session/cancel","params":{"sessionId":"a"}}
        A {"id":1,"result":{"stopReason":"end_turn"}}
        """
    )
    assert seen[2].outcome is Outcome.LATE


def test_a_v2_acknowledgement_after_a_cancel_is_not_late() -> None:
    seen = events(
        """
        C {"id":1,"method":"session/prompt","params":{"sessionId":"a"}}
        C {"method":"session/cancel","params":{"sessionId":"a"}}
        A {"id":1,"result":{}}
        """
    )
    assert seen[2].outcome is Outcome.OK


# Few ids of several types, both ways, so that examples collide.
IDS = st.sampled_from(["0", "1", '"1"', "1.0", "null", "true", "[]", '""'])
WIRE = st.lists(
    st.tuples(
        st.sampled_from([Stream.CLIENT_TO_AGENT, Stream.AGENT_TO_CLIENT, Stream.STDERR]),
        st.one_of(
            st.builds('{{"id":{0},"method":"session/prompt","params":{{"sessionId":"s"}}}}'.format, IDS),
            st.builds('{{"id":{0},"result":{{}}}}'.format, IDS),
            st.builds('{{"method":"$/cancel_request","params":{{"requestId":{0}}}}}'.format, IDS),
            st.just('{"method":"session/cancel","params":{"sessionId":"s"}}'),
            st.text(max_size=5),
        ).map(lambda text: text.encode(errors="surrogatepass") + b"\n"),
    )
)


@given(WIRE)
def test_every_request_is_pending_or_answered_once(traffic: list[tuple[Stream, bytes]]) -> None:
    analysis = Analysis()
    asked: set[int] = set()
    answered: list[int] = []
    for stream, raw in traffic:
        for event in analysis.read(stream, raw, -1):
            if event.method == "session/prompt" and event.outcome is None:
                asked.add(event.seq)
            if event.answers is not None and event.outcome is not Outcome.DUPLICATE:
                answered.append(event.answers)
    pending = [request.seq for request in analysis.exchanges.pending()]
    assert len(answered) == len(set(answered))
    assert set(pending) | set(answered) == asked
    assert not set(pending) & set(answered)
    assert pending == sorted(pending)


_NAMED = st.builds(
    lambda sender, id, session, what: (
        sender,
        b'{"id":%d,%s}\n' % (id, what % session.encode() if b"%" in what else what),
    ),
    st.sampled_from([Stream.CLIENT_TO_AGENT, Stream.AGENT_TO_CLIENT]),
    st.integers(0, 2),
    st.sampled_from(["a", "b"]),
    st.sampled_from(
        [
            b'"method":"session/prompt","params":{"sessionId":"%s"}',
            b'"method":"session/list","params":{}',
            b'"result":{}',
        ]
    ),
)


@given(st.lists(_NAMED, max_size=30))
def test_the_open_requests_of_a_session_are_those_of_all_that_name_it(traffic: list[tuple[Stream, bytes]]) -> None:
    analysis = Analysis()
    for stream, raw in traffic:
        analysis.read(stream, raw, -1)
        for session in ("a", "b", None):
            found = sorted(asked.seq for asked in analysis.exchanges.of_session(session))
            assert found == [asked.seq for asked in analysis.exchanges.pending() if asked.session == session]
