"""Who was heard last, and what could not be understood."""

from __future__ import annotations

from acp_inspect.trace.progress import Heard, Orphan, Progress
from acp_inspect.wire.rpc import Side
from tests.protocol.talk import NEW_V1, answer, ask, exited, update
from tests.views.moments import progress_of


def heard(*lines: str) -> Progress:
    return progress_of("\n".join([*NEW_V1, *lines]))[1]


def test_the_last_message_of_each_side_and_session() -> None:
    progress = heard(update("usage_update", used=1, size=2), ask("C", 7, "session/list"), exited())
    assert dict(progress.sides) == {Side.AGENT: Heard(5, -1, "usage_update"), Side.CLIENT: Heard(6, -1, "session/list")}
    assert dict(progress.sessions) == {("s1", Side.AGENT): Heard(5, -1, "usage_update")}


def test_lines_that_are_no_messages_are_not_heard() -> None:
    progress = heard("A Loading", "E a warning", "A {}")
    assert progress.sides[Side.AGENT].seq == 4
    assert progress.stderr == Heard(6, -1)
    assert list(progress.unread) == [(5, Side.AGENT), (7, Side.AGENT)]


def test_answers_that_nobody_asked_for() -> None:
    progress = heard(answer("A", "7"), answer("C", 8), ask("C", 9, "session/list"), answer("A", 9, sessions=[]))
    assert list(progress.orphans) == [Orphan(5, Side.AGENT, '"7"'), Orphan(6, Side.CLIENT, "8")]
