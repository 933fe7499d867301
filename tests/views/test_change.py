"""What changed, as text and as JSON."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.protocol.change import changes
from acp_inspect.protocol.connection import Connection, new_connection
from acp_inspect.views.change import change_sections, changes_json
from acp_inspect.views.state import Moment
from tests.protocol.talk import NEW_V1, NEW_V2, answer, ask, text, update
from tests.protocol.test_laws import Lines, moments, traffic
from tests.protocol.traffic import steps
from tests.views.moments import text_of


def states(*lines: str) -> list[Connection]:
    return [new_connection(), *(taken.after for taken in steps("\n".join(lines)))]


def told(before: Connection, after: Connection, **options: Any) -> str:
    ends = [Moment(connection.seq, 99, -1) for connection in (before, after)]
    return text_of(change_sections(ends[0], ends[1], changes(before, after), {"s1": "A"}, **options))


def told_json(before: Connection, after: Connection) -> Any:
    ends = [Moment(connection.seq, 99, -1) for connection in (before, after)]
    return json.loads(changes_json(ends[0], ends[1], changes(before, after)))


def test_a_chunk_is_told_alone() -> None:
    *_, before, after = states(*NEW_V2, *[update("agent_message_chunk", messageId="m", content=text(word)) for word in ("one ", "two")])  # fmt: skip
    assert (
        told(before, after)
        == """\
From moment 5 to 6

Session A s1
        message     agent:m  content + “two”  after 1 item
"""
    )
    assert told_json(before, after) == {
        "from": 5,
        "to": 6,
        "changes": [
            {
                "session": "s1", "kind": "message", "key": "agent:m", "member": "content", "change": "appended",
                "length": 1, "appended": [text("two")],
            }
        ],
    }  # fmt: skip


def test_members_go_from_old_to_new() -> None:
    *_, before, after = states(
        *NEW_V2,
        update("tool_call_update", toolCallId="t", title="Read", status="pending"),
        update("tool_call_update", toolCallId="t", status="completed", rawOutput={"n": 1}),
    )
    assert (
        told(before, after)
        == """\
From moment 5 to 6

Session A s1
        tool call   t  status pending → completed
        tool call   t  raw output none → {n: 1}
"""
    )
    found = told_json(before, after)["changes"]
    assert [(change["member"], change["change"]) for change in found] == [("status", "changed"), ("raw_output", "set")]
    assert "old" not in found[1]
    assert told_json(after, before)["changes"][1]["change"] == "unset"


def test_what_came_and_what_went() -> None:
    *_, before, after = states(*NEW_V1, ask("C", 7, "session/prompt", sessionId="s1", prompt=[text("Go")]))
    assert "     5  request     + agent owes session/prompt, id 7\n" in told(before, after)
    assert "     5  request     − agent owes session/prompt, id 7\n" in told(after, before)
    *_, before, after = states(*NEW_V1, update("notice", severity="info", title="Hello there"))
    assert "notice      0  + info “Hello there”" in told(before, after)
    kinds = [(change["kind"], change["change"]) for change in told_json(before, after)["changes"]]
    assert kinds == [("notice", "came")]


def test_the_output_of_a_terminal_of_the_client_s_is_what_it_grew_by() -> None:
    lines = [*NEW_V1, ask("A", 1, "terminal/create", sessionId="s1", command="ls"), answer("C", 1, terminalId="t")]
    for number, output in enumerate(("a\n", "a\nb\n"), 2):
        lines += [ask("A", number, "terminal/output", sessionId="s1", terminalId="t"), answer("C", number, output=output, truncated=False)]  # fmt: skip
    *_, before, _, after = states(*lines)
    assert "terminal    t  output + “b␊”  after 2 characters" in told(before, after)


def test_nothing_changed() -> None:
    before, after = states(*NEW_V1, "E noise")[-2:]
    assert told(before, after) == "From moment 4 to 5  nothing changed\n"
    assert told_json(before, after)["changes"] == []


def test_many_changes_are_counted() -> None:
    found = states(*NEW_V2, *[update("agent_message", messageId=f"m{number}") for number in range(300)])
    assert "… 100 changes more; --full shows them" in told(found[4], found[-1])
    assert "agent:m299" in told(found[4], found[-1], full=True)


@given(traffic(), st.data())
def test_any_two_moments(lines: Lines, data: st.DataObject) -> None:
    found = moments(lines)
    one, other = (found[data.draw(st.integers(0, len(found) - 1))] for _ in range(2))
    written = told(one, other, full=True)
    assert all(character.isprintable() or character == "\n" for character in written)
    assert len(told_json(one, other)["changes"]) == len(changes(one, other))
