"""Laws of the step, tried on traffic that was cut up, mixed, and damaged."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.protocol.connection import Connection, new_connection, step
from acp_inspect.protocol.overview import draw_connection, draw_session
from acp_inspect.trace.event import events_of
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import parse_transcript
from tests.protocol.talk import NEW_V2, text, update
from tests.protocol.traffic import steps

EXAMPLES = sorted(Path(__file__).parent.glob("v[12]/examples/*.acp"))
LINES = [[(entry.stream, entry.raw) for entry in parse_transcript(path.read_text())] for path in EXAMPLES]
Lines = list[tuple[Stream, bytes]]

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "s1", "t1", "text", "_x", "é\n"]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["type", "id", "text"]), inner, max_size=2)
    ),
    max_leaves=4,
)


@st.composite
def damaged(draw: st.DrawFn, value: Any) -> Any:
    """A value with a few members gone, replaced or doubled, anywhere inside."""
    if isinstance(value, dict):
        made = {}
        for name, member in value.items():
            fate = draw(st.integers(0, 30))
            if fate == 0:
                continue
            made[name] = draw(JUNK) if fate == 1 else draw(damaged(member))
        return made
    if isinstance(value, list):
        return [draw(damaged(item)) for item in value for _ in range(draw(st.sampled_from([1] * 12 + [0, 2])))]
    return value


@st.composite
def traffic(draw: st.DrawFn) -> Lines:
    """Lines of one or two examples: cut, mixed, some of them damaged, with the recorder's own lines between."""
    lines: Lines = []
    for example in draw(st.lists(st.sampled_from(LINES), min_size=1, max_size=2)):
        begin = draw(st.sampled_from([0, 0, 0, 2, 4]))
        lines += example[begin:]
        if draw(st.booleans()):
            lines.append((Stream.CONTROL, b'{"control":"exited","code":0,"signal":null}\n'))
    made: Lines = []
    for stream, raw in lines:
        fate = draw(st.integers(0, 20))
        if fate == 0:
            raw = json.dumps(draw(damaged(json.loads(raw)))).encode() + b"\n"
        elif fate == 1:
            made.append((stream, raw))
        elif fate == 2:
            stream = Stream(1 - stream) if stream < 2 else stream
        elif fate == 3:
            raw = raw[: draw(st.integers(0, len(raw)))]
        elif fate == 4:
            control = draw(
                st.sampled_from(
                    [
                        b'{"control":"exited","code":0,"signal":null}\n',
                        b'{"control":"gap","stream":null,"size":null,"reason":"r"}\n',
                        b'{"control":"stream-ended","stream":"a2c","reason":"eof"}\n',
                    ]
                )
            )
            made.append((Stream.CONTROL, control))
        elif fate == 5:
            raw = b"[" + raw.strip() + b"]\n"
        made.append((stream, raw))
    return made


def moments(lines: Lines) -> list[Connection]:
    """The connection before and after each event. Fails where a step could not follow."""
    found = [new_connection()]
    for number, (stream, raw) in enumerate(lines, 1):
        for event in events_of(stream, raw, seq=len(found), at=number, line=number):
            taken = step(found[-1], event)
            assert taken.crash is None, (taken.crash, event)
            found.append(taken.after)
    return found


def drawn(connection: Connection) -> Any:
    """Everything that a view could see of a connection."""
    picture = draw_connection(connection)
    return picture, [draw_session(connection, entry.id) for entry in picture.sessions]


@given(traffic())
def test_total(lines: Lines) -> None:
    for connection in moments(lines):
        assert drawn(connection)


@given(traffic())
def test_no_moment_changes_later(lines: Lines) -> None:
    found = [new_connection()]
    seen = [copy.deepcopy(drawn(found[0]))]
    for connection in moments(lines)[1:]:
        found.append(connection)
        seen.append(copy.deepcopy(drawn(connection)))
    assert [drawn(connection) for connection in found] == seen


@given(traffic(), st.data())
def test_a_moment_can_be_taken_up_again(lines: Lines, data: st.DataObject) -> None:
    """From any moment the same events lead to the same state, also when another future grew out of it before."""
    found = moments(lines)
    place = data.draw(st.integers(0, len(found) - 1))
    events = [
        event
        for number, (stream, raw) in enumerate(lines, 1)
        for event in events_of(stream, raw, seq=0, at=number, line=number)
    ]
    events = [event._replace(seq=seq) for seq, event in enumerate(events, 1)]
    connection = found[place]
    for event in reversed(events[place:]):
        step(connection, event)
    for event in events[place:]:
        connection = step(connection, event).after
    assert drawn(connection) == drawn(found[-1])


@given(traffic())
def test_first_mention_is_the_order_of_the_timeline(lines: Lines) -> None:
    connection = moments(lines)[-1]
    for session in connection.held.sessions.values():
        seqs = [mention.seq for mention in session.timeline]
        assert seqs == sorted(seqs)


def test_each_chunk_of_a_long_message_costs_a_piece_not_a_copy() -> None:
    chunk = update("agent_message_chunk", messageId="m", content=text("word "))
    first, *_, last = (taken.after for taken in steps("\n".join([*NEW_V2, *[chunk] * 3_000])) if taken.event.seq > 4)
    pieces = [connection.held.sessions["s1"].messages["agent:m"].content for connection in (first, last)]
    assert [len(content) for content in pieces] == [1, 3_000]
    # One list holds all versions of the text.
    assert pieces[0]._items is pieces[1]._items
