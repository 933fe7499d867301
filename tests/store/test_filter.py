"""The SQL that a filter stands for."""

from __future__ import annotations

from acp_inspect.store.filter import Filter

IDS = {"agent": 1, "request": 2, "response": 3, "s": 4}


def test_no_condition_asks_nothing() -> None:
    assert Filter().condition(IDS.get) == ("", [])


def test_one_word_may_use_an_index_several_may_not() -> None:
    assert Filter(sessions=("s",)).condition(IDS.get) == ("event.session = ?", [4])
    several = Filter(kinds=("request", "response"))
    assert several.condition(IDS.get) == ("+event.kind IN (?, ?)", [2, 3])


def test_words_that_never_occur_leave_nothing() -> None:
    assert Filter(methods=("never",)).condition(IDS.get) == ("+event.method IN ()", [])
    assert Filter(kinds=("never", "request")).condition(IDS.get) == ("event.kind = ?", [2])


def test_values_never_become_sql() -> None:
    condition, values = Filter(senders=("agent",), contains=b"'; DROP TABLE line; --").condition(IDS.get)
    assert "DROP" not in condition
    assert values == [1, b"'; DROP TABLE line; --"]
