"""The Client's terminals: what ends them, and what does not."""

from __future__ import annotations

from acp_inspect.wire.transcript import Entry
from tests.rules.exchanges import agent, client, found, v1


def _ask(id: int, method: str, **params: str) -> Entry:
    return agent(id=id, method=f"terminal/{method}", params={"sessionId": "s1", **params})


_CREATED = [_ask(7, "create", command="make"), client(id=7, result={"terminalId": "x1"})]


def test_a_refused_release_leaves_the_terminal_as_it_was() -> None:
    refused = [_ask(8, "release", terminalId="x1"), client(id=8, error={"code": -32603, "message": "busy"})]
    use = [_ask(9, "output", terminalId="x1")]
    assert not found("terminal/use-after-release", v1(terminal=True), _CREATED, refused, use)
    released = [_ask(8, "release", terminalId="x1"), client(id=8, result={})]
    assert found("terminal/use-after-release", v1(terminal=True), _CREATED, released, use)


def test_a_load_forgets_no_terminal() -> None:
    load = [
        client(id=20, method="session/load", params={"sessionId": "s1", "cwd": "/work", "mcpServers": []}),
        agent(id=20, result={}),
    ]
    use = [_ask(9, "output", terminalId="x1")]
    assert not found("terminal/unknown-id", v1(terminal=True), _CREATED, load, use)


def test_a_new_terminal_may_have_a_released_id() -> None:
    released = [_ask(8, "release", terminalId="x1"), client(id=8, result={})]
    again = [_ask(9, "create", command="ls"), client(id=9, result={"terminalId": "x1"})]
    use = [_ask(10, "output", terminalId="x1")]
    assert not found("terminal/use-after-release", v1(terminal=True), _CREATED, released, again, use)


def test_an_id_that_was_guessed_is_unknown() -> None:
    guessed = [_ask(7, "create", command="make"), _ask(8, "output", terminalId="x1")]
    hits = found("terminal/unknown-id", v1(terminal=True), guessed)
    assert ["before an answer to terminal/create" in hit.message for hit in hits] == [True]
