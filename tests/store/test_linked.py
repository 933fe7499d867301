"""Recordings that belong together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from acp_inspect.store.library import library_folder
from acp_inspect.store.linked import known_before, known_in, linked
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import parse_transcript
from tests.protocol.talk import NEW_V1, ask, text, update
from tests.store.tables import ORIGIN, recorded

HOUR = 3_600 * 10**9


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ACP_INSPECT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    library_folder().mkdir(parents=True)
    return library_folder()


def lines(*more: str, agent: str = "sample", session: str = "s1") -> Iterator[tuple[Stream, bytes]]:
    talk = "\n".join([*NEW_V1, *more]).replace('"authMethods"', f'"agentInfo": {{"name": "{agent}", "version": "1"}}, "authMethods"')  # fmt: skip
    for entry in parse_transcript(talk.replace('"s1"', f'"{session}"')):
        yield entry.stream, entry.raw


def made(path: Path, hour: int | None, *more: str, agent: str = "sample", session: str = "s1") -> Path:
    started_at = None if hour is None else ORIGIN.started_at + hour * HOUR if ORIGIN.started_at else None
    return recorded(path, lines(*more, agent=agent, session=session), replace(ORIGIN, started_at=started_at))


def test_the_same_session_of_the_same_agent(library: Path) -> None:
    own = made(library / "b.acprec", 5)
    earlier = made(library / "a.acprec", 2, update("notice", severity="info", title="Old"))
    later = made(library / "c.acprec", 9)
    made(library / "other-agent.acprec", 3, agent="another")
    made(library / "other-session.acprec", 3, session="s2")
    (library / "broken.acprec").write_bytes(b"SQLite format 3\0 broken")
    links = linked(own)
    assert [(link.info.path, link.earlier, link.session, link.row.events) for link in links] == [
        (earlier, True, "s1", 2),
        (later, False, "s1", 1),
    ]
    assert [link.name for link in links] == ["a", "c"]
    assert linked(own, ["s2"]) == []
    known = known_in(links)
    assert [[notice.title for notice in one.notices] for one in known if one is not None] == [["Old"], []]


def test_only_earlier_recordings_tell_what_was_known_before(library: Path) -> None:
    own = made(library / "b.acprec", 5)
    made(library / "a2.acprec", 3, update("agent_message_chunk", messageId="m", content=text("Hi")))
    made(library / "a1.acprec", 2, update("notice", severity="info", title="Old"))
    made(library / "c.acprec", 9, update("notice", severity="info", title="New"))
    made(library / "when.acprec", None)
    known = known_before(own)
    assert [(one.recording, len(one.messages), len(one.notices)) for one in known["s1"]] == [("a1", 0, 1), ("a2", 1, 0)]


def test_a_recording_beside_one_outside_the_library(tmp_path: Path, library: Path) -> None:
    (tmp_path / "bug").mkdir()
    own = made(tmp_path / "bug" / "second.acprec", 5)
    beside = made(tmp_path / "bug" / "first.acprec", 4)
    inside = made(library / "third.acprec", 6)
    assert [link.info.path for link in linked(own)] == [beside, inside]


def test_agents_without_a_name_are_told_by_their_command(library: Path) -> None:
    talk = [(entry.stream, entry.raw) for entry in parse_transcript("\n".join(NEW_V1))]
    own, same = (recorded(library / f"{name}.acprec", talk) for name in ("a", "b"))
    recorded(library / "c.acprec", talk, replace(ORIGIN, argv=("another",)))
    recorded(library / "d.acprec", talk, replace(ORIGIN, argv=()))
    assert [link.info.path for link in linked(own)] == [same]
    assert linked(library / "d.acprec") == []


def test_a_recording_without_sessions_has_no_links(library: Path) -> None:
    own = recorded(library / "a.acprec", [(Stream.CLIENT_TO_AGENT, ask("C", 1, "x")[2:].encode())])
    made(library / "b.acprec", 2)
    assert linked(own) == []
