"""Damaged and hostile files: each is read, or refused in one line, and never more than that."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acp_inspect.importers.captured import ImportFault
from acp_inspect.importers.formats import FORMATS, detect
from acp_inspect.wire.framing import Stream
from tests.importers.reading import sample, source

SAMPLES = {
    path.name: sample(path.name) for path in sorted((Path(__file__).parent / "data").iterdir()) if path.is_file()
}
SPICE = st.binary(max_size=12) | st.sampled_from(
    [
        b"[" * 400,
        b"{" * 400,
        b"(" * 400,
        b"null",
        b"[]",
        b"{}",
        b"-1",
        b"1e999",
        b'"\\ud800"',
        b"\x1b[2J",
        b"\n",
        b"#1#",
    ]
)


def _read(data: bytes, form: str | None = None) -> None:
    opened = source(data)
    try:
        found = detect(opened) if form is None else next(one for one in FORMATS if one.name == form)
        for part in found.parts(opened):
            for line in part.lines:
                assert line.raw.count(b"\n") <= 1 or line.stream is Stream.CONTROL
                assert line.last_at >= -1
                assert line.source >= 0
    except ImportFault as fault:
        assert "\n" not in str(fault)  # noqa: PT017 - being read is as right as being refused


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(sorted(SAMPLES)), st.integers(0, 10_000), st.integers(0, 40), SPICE)
def test_a_sample_with_a_hole_and_something_else_in_it(name: str, place: int, size: int, spice: bytes) -> None:
    data = SAMPLES[name]
    place %= len(data)
    _read(data[:place] + spice + data[place + size :])


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_sample_that_ends_anywhere(name: str) -> None:
    data = SAMPLES[name]
    for end in range(0, len(data), max(1, len(data) // 60)):
        _read(data[:end])


@pytest.mark.parametrize("form", [one.name for one in FORMATS])
@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_sample_taken_for_another_format(name: str, form: str) -> None:
    _read(SAMPLES[name], form)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_records_whose_members_are_of_other_types(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([name for name in SAMPLES if name.endswith(("l", "ndjson", "jsons", "trace"))]))
    lines = SAMPLES[name].splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    try:
        fields = json.loads(lines[number])
    except ValueError:
        return
    for member in data.draw(st.lists(st.sampled_from(sorted(fields)), max_size=3)):
        fields[member] = data.draw(VALUES)
    lines[number] = json.dumps(fields).encode()
    _read(b"\n".join(lines))
