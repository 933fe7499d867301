"""The state beside a part of the timeline."""

from __future__ import annotations

from pathlib import Path

import pytest

from acp_inspect.protocol.connection import Step
from acp_inspect.store import alongside
from acp_inspect.store.alongside import Alongside
from acp_inspect.store.reader import Recording
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import parse_transcript
from tests.protocol.talk import NEW_V1, NEW_V2, text, update
from tests.store.tables import AGENT, recorded


def lines(talk: tuple[str, ...], *more: str) -> list[tuple[Stream, bytes]]:
    return [(entry.stream, entry.raw) for entry in parse_transcript("\n".join([*talk, *more]))]


def taken(path: Path, first: int) -> list[Step | None]:
    with Recording.open(path) as recording:
        beside = Alongside(recording, first)
        events = recording.events(first - 1, 100_000)
        raws = recording.raws([event.line for event in events])
        return [beside.follow(event, raws[event.line]) for event in events]


def titles(path: Path, first: int) -> list[str | None]:
    steps = [step for step in taken(path, first) if step is not None]
    return [step.after.held.sessions["s1"].tool_calls["t"].title for step in steps]


@pytest.mark.parametrize("talk", [NEW_V1, NEW_V2])
def test_what_is_near_is_known(tmp_path: Path, talk: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alongside, "_NEAR", 10)
    call = "tool_call" if talk is NEW_V1 else "tool_call_update"
    chunk = update("agent_message_chunk", messageId="m", content=text("x"))
    more = [*[chunk] * 90, update(call, toolCallId="t", title="Run"), update("tool_call_update", toolCallId="t"), *[chunk] * 20]  # fmt: skip
    path = recorded(tmp_path / "a.acprec", lines(talk, *more))
    assert titles(path, 96) == ["Run"] * 21
    assert titles(path, 105) == ["Run"] * 12
    with pytest.raises(KeyError):
        titles(path, 110)
    surfaces = {step.after.surface.version for step in taken(path, 110) if step is not None}
    assert surfaces == {1 if talk is NEW_V1 else 2}


@pytest.mark.parametrize(("passed", "known"), [(5, False), (40, True)])
def test_what_a_filter_leaves_out_is_known_if_it_is_near(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, passed: int, known: bool
) -> None:
    monkeypatch.setattr(alongside, "_PASSED", passed)
    chunk = update("agent_message_chunk", messageId="m", content=text("x"))
    call, changed = update("tool_call", toolCallId="t", title="Run"), update("tool_call_update", toolCallId="t")
    talk = lines(NEW_V1, chunk, *[chunk] * 60, call, *[chunk] * 20, changed)
    with Recording.open(recorded(tmp_path / "a.acprec", talk)) as recording:
        beside = Alongside(recording, 1)
        for seq in (1, len(talk) - 50, len(talk)):
            (event,) = recording.events(seq - 1, 1)
            taken = beside.follow(event, recording.raw(event.line))
        assert taken is not None
        calls = taken.before.held.sessions["s1"].tool_calls if "s1" in taken.before.held.sessions else {}
        assert ("t" in calls) is known
        assert taken.after.surface.version == 1


def test_it_starts_anew_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alongside, "_RENEWAL", 20)
    monkeypatch.setattr(alongside, "_NEAR", 10)
    chunks = [update("agent_message_chunk", messageId="m", content=text(f"{number} ")) for number in range(70)]
    path = recorded(tmp_path / "a.acprec", lines(NEW_V2, *chunks))
    lengths = [
        len(step.after.held.sessions["s1"].messages["agent:m"].content) for step in taken(path, 5) if step is not None
    ]
    assert len(lengths) == 70
    assert max(lengths) <= 32
    assert lengths[:21] == list(range(1, 22))


def test_batches_and_lines_that_are_too_long_have_no_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alongside, "_READABLE", 1_000)
    batch = (AGENT, b'[{"method":"a"},{"method":"b"}]\n')
    long = (AGENT, b'{"method":"%s"}\n' % (b"x" * 1_000))
    path = recorded(tmp_path / "a.acprec", [*lines(NEW_V1), batch, long, (Stream.STDERR, b"x\n")])
    assert [step is None for step in taken(path, 5)] == [True, True, True, False]
