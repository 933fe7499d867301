"""Findings as they are shown."""

from __future__ import annotations

import json
from pathlib import Path

from acp_inspect.store.rows import FindingRow
from acp_inspect.views.event_json import findings_json
from acp_inspect.views.finding import finding_line, finding_object, marks

FINDING = FindingRow(
    seq=5,
    rule="notice/ungated",
    level="error",
    side="agent",
    pointer="/params/update",
    message="it is \x1b[31mred\u202e",
    related=(1, 2, 3, 4, 6, 7),
    effect="lost",
    evidence="E2",
    session="s1",
    version=1,
)


def _text(finding: FindingRow) -> str:
    return "".join(piece.text for piece in finding_line(finding))


def test_the_numbers_of_findings_stand_behind_the_signs_of_their_levels() -> None:
    assert [(piece.text, piece.style) for piece in marks({"info": 12, "error": 3})] == [
        ("✖3 ", "error"),
        ("ⓘ12 ", "note"),
    ]
    assert marks({}) == []


def test_a_finding_on_one_line_says_all_of_it() -> None:
    assert _text(FINDING) == (
        "✖ notice/ungated (agent) /params/update: it is ␛[31mred⟨RLO⟩; lost by the receiver [E2]"
        " (proof: #1, #2, #3, #4, #6 …)"
    )


def test_what_is_not_there_leaves_nothing() -> None:
    bare = FindingRow(1, "a/b", "info", "client", "", "hm", (), None, None, None, 2)
    assert _text(bare) == "ⓘ a/b (client): hm"


def test_a_level_that_nobody_knows_is_shown_all_the_same() -> None:
    assert _text(FindingRow(1, "a/b", "\x1b", "client", "", "hm", (), None, None, None, 2)) == "ⓘ a/b (client): hm"


def test_late_findings_as_json_are_printable_and_name_their_event() -> None:
    text = findings_json(5, [FINDING])
    assert text.isprintable()
    assert json.loads(text) == {"seq": 5, "findings": [finding_object(FINDING)]}


def test_the_members_are_those_of_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "show-json.md").read_text()
    row = next(line for line in page.splitlines() if line.startswith("| `findings`"))
    named = row.partition("objects with ")[2].partition(", as in")[0].replace("`", "").split(", ")
    assert named == list(finding_object(FINDING))
