"""NDJSON in one file a direction."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.importers.split import INTERLEAVED, read_split
from tests.importers.reading import A2C, C2A, STDERR, remarks, source, traffic


def lines_of(client: list[dict[str, object]], agent: list[dict[str, object]]) -> list[str]:
    """The order found: `C`/`A` and what each line is, as in `C ask 1`."""
    both = [b"".join(json.dumps(one).encode() + b"\n" for one in side) for side in (client, agent)]
    found = traffic(list(read_split(source(both[0]), source(both[1]), None)))
    return [f"{'C' if stream is C2A else 'A'} {_said(json.loads(raw))}" for stream, raw in found]


def _said(message: dict[str, object]) -> str:
    if "method" not in message:
        return f"answer {message['id']}"
    return f"ask {message['id']}" if "id" in message else str(message["method"])


def ask(number: int, method: str = "m") -> dict[str, object]:
    return {"id": number, "method": method}


def answer(number: int) -> dict[str, object]:
    return {"id": number, "result": {}}


def tell(method: str) -> dict[str, object]:
    return {"method": method}


def test_the_client_waits_for_its_answers() -> None:
    assert lines_of([ask(0), ask(1), ask(2)], [answer(0), answer(1), tell("chunk"), answer(2)]) == [
        "C ask 0",
        "A answer 0",
        "C ask 1",
        "A answer 1",
        "C ask 2",
        "A chunk",
        "A answer 2",
    ]


def test_answers_of_the_client_follow_what_the_agent_asked() -> None:
    assert lines_of([ask(0), answer(7), ask(1)], [tell("chunk"), ask(7), tell("more"), answer(0), answer(1)]) == [
        "C ask 0",
        "A chunk",
        "A ask 7",
        "C answer 7",
        "A more",
        "A answer 0",
        "C ask 1",
        "A answer 1",
    ]


def test_both_sides_may_use_one_id() -> None:
    assert lines_of([ask(1), answer(1)], [ask(1), answer(1)]) == ["C ask 1", "A ask 1", "C answer 1", "A answer 1"]


def test_a_cancellation_comes_before_the_answer_it_brings() -> None:
    assert lines_of([ask(0), tell("cancel")], [tell("chunk"), answer(0)]) == [
        "C ask 0",
        "A chunk",
        "C cancel",
        "A answer 0",
    ]


def test_requests_that_nobody_answers_do_not_hold_the_rest() -> None:
    assert lines_of([ask(0), ask(1)], [tell("x"), answer(1), answer(9)])[:2] == ["C ask 0", "C ask 1"]


def test_the_bytes_of_each_direction_are_exact_and_stderr_comes_last() -> None:
    client, agent, stderr = b'{"id":1,"method":"x"}\r\n\xff\n', b"noise\n{unfinished", b"warn\n"
    lines = list(read_split(source(client), source(agent), source(stderr)))
    found = traffic(lines)
    assert b"".join(raw for stream, raw in found if stream is C2A) == client
    assert b"".join(raw for stream, raw in found if stream is A2C) == agent
    assert found[-1] == (STDERR, stderr)
    assert remarks(lines) == [INTERLEAVED]
    assert {line.last_at for line in lines} == {-1}


MESSAGES = st.lists(st.builds(ask, st.integers(0, 3)) | st.builds(answer, st.integers(0, 3)) | st.just(tell("n")))


@given(MESSAGES, MESSAGES)
def test_no_line_is_lost_moved_within_its_direction_or_answered_before_it_was_asked(
    client: list[dict[str, object]], agent: list[dict[str, object]]
) -> None:
    found = lines_of(client, agent)
    assert [said for said in found if said[0] == "C"] == [f"C {_said(one)}" for one in client]
    assert [said for said in found if said[0] == "A"] == [f"A {_said(one)}" for one in agent]


@given(st.lists(st.sampled_from(["prompt", "cancel", "permission", "chunk"])))
def test_a_well_behaved_conversation_keeps_answers_after_requests(turns: list[str]) -> None:
    client: list[dict[str, object]] = []
    agent: list[dict[str, object]] = []
    for number, turn in enumerate(turns):
        match turn:
            case "prompt" | "cancel":
                client.append(ask(number))
                if turn == "cancel":
                    client.append(tell("cancel"))
                agent += [tell("chunk"), answer(number)]
            case "permission":
                agent.append(ask(number))
                client.append(answer(number))
            case _:
                agent.append(tell("chunk"))
    asked: set[str] = set()
    for said in lines_of(client, agent):
        side, what, *ids = said.split()
        if what == "ask":
            asked.add(side + ids[0])
        elif what == "answer":
            assert ("A" if side == "C" else "C") + ids[0] in asked
