"""The sample recordings: each parses, prints back to the same text, and holds no surprise but those its head names."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from acp_inspect.analysis import Analysis
from acp_inspect.trace.event import Event, Outcome, update_of
from acp_inspect.trace.handshake import Handshake
from acp_inspect.wire.control import Gap
from acp_inspect.wire.rpc import Malformed, Notification, Request, Response
from acp_inspect.wire.transcript import Entry, parse_transcript, print_transcript
from tests.schema_verdict import schema_faults

FOLDER = Path(__file__).parent.parent / "recordings"
SAMPLES = sorted(FOLDER.glob("v*/*.acp"))
NAMES = [str(path.relative_to(FOLDER)) for path in SAMPLES]

each_sample = pytest.mark.parametrize("path", SAMPLES, ids=NAMES)


def head_of(text: str) -> list[str]:
    """The comment lines a sample begins with, without their mark."""
    lines = text.split("\n")
    return [line[2:] for line in lines[: lines.index("")]]


def body_of(text: str) -> str:
    return text[text.index("\n\n") + 2 :]


def analysed(entries: list[Entry]) -> tuple[Analysis, list[Event]]:
    analysis = Analysis()
    events = [event for entry in entries for event in analysis.read(entry.stream, entry.raw, entry.at)]
    return analysis, events


def surprises_in(entries: list[Entry]) -> Counter[str]:
    """What the wire, the correlation and the protocol's schema find remarkable in a recording."""
    analysis = Analysis()
    found: Counter[str] = Counter()
    for entry in entries:
        for event in analysis.read(entry.stream, entry.raw, entry.at):
            match event.body:
                case Malformed(kind=kind):
                    found[f"malformed {kind}"] += 1
                case Request(oddities=oddities) | Notification(oddities=oddities) | Response(oddities=oddities):
                    found.update(str(oddity.kind) for oddity in oddities)
                case Gap():
                    found["gap"] += 1
            if isinstance(event.body, Request) and event.sender is not None:
                found["id in flight"] += len(analysis.exchanges.open[event.sender, event.body.id.key]) > 1
            if event.outcome in (Outcome.ERROR, Outcome.LATE, Outcome.DUPLICATE, Outcome.ORPHAN):
                found[str(event.outcome)] += 1
    found["unanswered"] = len(analysis.exchanges.pending())
    assert analysis.handshake.version is not None
    return +found + schema_faults(analysed(entries)[1], analysis.handshake.version)


def named_surprises(head: list[str]) -> Counter[str]:
    """What the head's line `Surprises: orphan; error ×2` names; `none` is nothing."""
    (line,) = (line.removeprefix("Surprises: ") for line in head if line.startswith("Surprises: "))
    named: Counter[str] = Counter()
    for word in line.split("; ") if line != "none" else []:
        what, _, times = word.partition(" ×")
        named[what] = int(times or 1)
    return named


def test_there_are_samples_of_both_versions() -> None:
    assert sum(name.startswith("v1/") for name in NAMES) >= 12
    assert sum(name.startswith("v2/") for name in NAMES) >= 8


@each_sample
def test_prints_back_to_the_same_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert print_transcript(parse_transcript(text)) == body_of(text)


@each_sample
def test_says_what_it_shows_and_how_it_was_made(path: Path) -> None:
    head = head_of(path.read_text(encoding="utf-8"))
    assert len(head[0]) > 20
    assert sum(line.startswith("Made with: ") for line in head) == 1


@each_sample
def test_is_small_enough_to_read(path: Path) -> None:
    assert path.stat().st_size < 60_000


@each_sample
def test_time_never_goes_back(path: Path) -> None:
    times = [entry.at for entry in parse_transcript(path.read_text(encoding="utf-8"))]
    assert times == sorted(times)
    assert times[0] >= 0


@each_sample
def test_holds_no_surprise_but_those_its_head_names(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert surprises_in(parse_transcript(text)) == named_surprises(head_of(text))


@each_sample
def test_speaks_the_version_of_its_folder(path: Path) -> None:
    analysis, _ = analysed(parse_transcript(path.read_text(encoding="utf-8")))
    assert analysis.handshake.version == int(path.parent.name[1:])
    assert analysis.handshake.client.label
    assert analysis.handshake.agent.label


@each_sample
def test_names_nobody(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "/root/" not in text
    assert "/Users/" not in text
    assert all(part.startswith("dev/") for part in text.split("/home/")[1:])


def updates_of(name: str) -> list[tuple[Event, str]]:
    """The session updates of a sample, each with its kind."""
    _, events = analysed(parse_transcript((FOLDER / name).read_text(encoding="utf-8")))
    return [(event, kind) for event in events if (kind := update_of(event)) is not None]


def state_of(event: Event) -> str:
    """The state that a v2 state_update tells; empty for other updates."""
    match event.body:
        case Notification(params={"update": {"sessionUpdate": "state_update", "state": str(state)}}):
            return state
    return ""


def handshake_of(name: str) -> Handshake:
    analysis, _ = analysed(parse_transcript((FOLDER / name).read_text(encoding="utf-8")))
    return analysis.handshake


def replay_of(name: str, method: str) -> list[str]:
    """The kinds of the updates between the request `method` and its answer."""
    _, events = analysed(parse_transcript((FOLDER / name).read_text(encoding="utf-8")))
    (asked,) = (event.seq for event in events if event.method == method and isinstance(event.body, Request))
    (answered,) = (event.seq for event in events if event.answers == asked)
    return [kind for event, kind in updates_of(name) if asked < event.seq < answered]


def test_the_legal_notice_was_advertised_and_the_ungated_one_was_not() -> None:
    for name, advertised in (("v1/notice-legal.acp", True), ("v1/notice-ungated.acp", False)):
        assert [kind for _, kind in updates_of(name)].count("notice") == 1
        assert ("session" in handshake_of(name).client.capabilities) is advertised


@pytest.mark.parametrize(
    ("name", "method"), [("v1/notice-replayed.acp", "session/load"), ("v2/notice-replayed.acp", "session/resume")]
)
def test_a_replayed_notice_has_history_before_and_after_it(name: str, method: str) -> None:
    kinds = replay_of(name, method)
    assert 0 < kinds.index("notice") < len(kinds) - 1


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("v1/tour.acp", "session/load"),
        ("v1/codex-load.acp", "session/load"),
        ("v2/tour.acp", "session/resume"),
        ("v2/claude-resume.acp", "session/resume"),
    ],
)
def test_a_replay_tells_the_conversation_and_no_notice(name: str, method: str) -> None:
    kinds = replay_of(name, method)
    assert any(kind.startswith("user_message") for kind in kinds)
    assert any(kind.startswith("agent_message") for kind in kinds)
    assert any(kind.startswith("tool_call") for kind in kinds)
    assert "notice" not in kinds


@pytest.mark.parametrize("name", ["v1/two-sessions.acp", "v2/two-sessions.acp"])
def test_two_sessions_take_turns(name: str) -> None:
    sessions = [event.session for event, kind in updates_of(name) if kind == "agent_message_chunk"]
    changes = sum(one != other for one, other in pairwise(sessions))
    assert len(set(sessions)) == 2
    assert changes >= 4


def test_the_background_terminal_writes_while_the_session_is_idle() -> None:
    told = [state_of(event) or kind for event, kind in updates_of("v2/background-terminal.acp")]
    assert "terminal_output_chunk" in told[told.index("idle") :]
    assert told[-1] == "idle"


def test_the_readme_lists_every_sample() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    for path, name in zip(SAMPLES, NAMES, strict=True):
        head = head_of(path.read_text(encoding="utf-8"))
        shown = " ".join(line for line in head if not line.startswith(("Made with: ", "Surprises: ")))
        assert f"| [{path.name}]({name}) | {shown} |" in text
