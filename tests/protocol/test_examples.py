"""Every example: a transcript, and what a conforming Client holds after it.

An expectation names only the parts it is about; each part must be as it says, completely.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from acp_inspect.protocol.connection import new_connection, step
from tests.protocol.outline import outline
from tests.protocol.traffic import after, raw_events

EXAMPLES = sorted(Path(__file__).parent.glob("v[12]/examples/*.acp"))


def named(path: Path) -> str:
    return f"{path.parts[-3]}-{path.stem}"


@pytest.mark.parametrize("path", EXAMPLES, ids=named)
def test_state_after(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text())
    held = outline(after(path.read_text()))
    parts = {name: held.get(name) for name in expected}
    for name, part in expected.items():
        if name.startswith("session "):
            parts[name] = {member: parts[name].get(member) for member in part}
    assert parts == expected


@pytest.mark.parametrize("path", EXAMPLES, ids=named)
def test_read_as_its_version(path: Path) -> None:
    connection = after(path.read_text())
    assert f"v{connection.surface.version}" == path.parts[-3]


@pytest.mark.parametrize("path", EXAMPLES, ids=named)
def test_every_moment_stays_as_it_was(path: Path) -> None:
    moments = [new_connection()]
    outlines = [outline(moments[0])]
    for event in raw_events(path.read_text()):
        moments.append(step(moments[-1], event).after)
        outlines.append(outline(moments[-1]))
    assert [outline(moment) for moment in moments] == outlines


def test_there_are_examples_of_both_versions() -> None:
    assert {path.parts[-3] for path in EXAMPLES} == {"v1", "v2"}
