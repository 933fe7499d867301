"""What conforming Clients and Agents say to each other is neither an error nor worth a warning."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.analysis import Analysis, Inspection
from acp_inspect.rules.declare import Dialect, Level
from acp_inspect.rules.judge import Choice, Judge
from acp_inspect.wire.transcript import Entry
from tests.rules.conforming import v1, v2

JUDGES = {dialect: Judge(Choice(dialect=dialect)) for dialect in (Dialect.NOVEMBER, Dialect.POST)}


@pytest.mark.parametrize("conversation", [v1.conversation, v2.conversation], ids=["v1", "v2"])
@given(seed=st.integers(0, 2**32), dialect=st.sampled_from(list(JUDGES)))
def test_a_conforming_exchange_has_no_faults(
    conversation: Callable[[int], list[Entry]], seed: int, dialect: Dialect
) -> None:
    analysis, inspection = Analysis(), Inspection(JUDGES[dialect])
    found = []
    event = None
    for entry in conversation(seed):
        for event in analysis.read(entry.stream, entry.raw, entry.at):
            step, findings = inspection.look(event)
            assert step.decoded is None or not step.decoded.problems
            found += findings
    assert event is not None
    found += inspection.close(event)
    assert [finding for finding in found if finding.level is not Level.INFO] == []


@pytest.mark.parametrize(
    ("conversation", "expected"),
    [
        (
            v1.conversation,
            {"session/load", "session/resume", "session/cancel", "session/request_permission", "fs/read_text_file",
             "fs/write_text_file", "terminal/create", "terminal/output", "session/close", "session/delete",
             "session/set_mode", "session/set_config_option"},
        ),
        (
            v2.conversation,
            {"session/resume", "session/cancel", "session/request_permission", "session/close", "session/delete",
             "session/set_config_option"},
        ),
    ],
    ids=["v1", "v2"],
)  # fmt: skip
def test_much_happens_in_them(conversation: Callable[[int], list[Entry]], expected: set[str]) -> None:
    methods = set()
    for seed in range(40):
        analysis = Analysis()
        for entry in conversation(seed):
            methods |= {event.method for event in analysis.read(entry.stream, entry.raw, entry.at)}
    assert expected <= methods
