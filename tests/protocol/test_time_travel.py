"""The law of time travel for the protocol's state: at(n) is the fold of n events, of any traffic of either version."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.protocol.connection import Connection, new_connection, step
from acp_inspect.trace.event import Event, events_of
from acp_inspect.trace.history import History
from tests.protocol.test_laws import Lines, drawn, moments, traffic


@given(traffic(), st.data())
def test_any_moment_is_the_fold_of_the_events_before_it(lines: Lines, data: st.DataObject) -> None:
    folded = moments(lines)
    shown = [drawn(connection) for connection in folded]
    events: list[Event] = []
    for number, (stream, raw) in enumerate(lines, 1):
        events += events_of(stream, raw, seq=len(events) + 1, at=number, line=number)
    reached = data.draw(st.integers(0, len(events)), "events that are there at first")

    def between(after: int, to: int) -> list[Event]:
        return events[after : min(to, reached)]

    def next_moment(connection: Connection, event: Event) -> Connection:
        return step(connection, event).after

    history = History(
        new_connection(),
        next_moment,
        between,
        weigh=lambda event: 1 + event.size // 300,
        spacing=data.draw(st.integers(1, 12), "spacing"),
        keyframes=data.draw(st.integers(2, 6), "keyframes"),
        moments=data.draw(st.integers(1, 4), "moments"),
    )
    for _ in range(data.draw(st.integers(1, 8), "looks")):
        if data.draw(st.booleans(), "more came"):
            reached = data.draw(st.integers(reached, len(events)), "events that are there now")
            history.extend(len(events))
        moment = data.draw(st.integers(0, reached), "moment")
        for near in (moment, max(0, moment - 1), min(reached, moment + 1)):
            assert drawn(history.at(near)) == shown[near]
    history.extend(len(events))
    assert drawn(history.last) == shown[reached]
    assert [drawn(history.at(moment)) for moment in range(reached, -1, -1)] == shown[reached::-1]
