"""What a recording says about itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.wire.control import (
    Control,
    Exited,
    Gap,
    Note,
    Signalled,
    Started,
    StartFailed,
    StreamEnded,
    decode_control,
    encode_control,
)
from acp_inspect.wire.framing import Stream

NUMBERS = st.integers(-(2**31), 2**31)
WORDS = st.text()
ARGV = st.lists(WORDS).map(tuple)
CONTROLS = st.one_of(
    st.builds(Started, ARGV, st.none() | NUMBERS),
    st.builds(StartFailed, ARGV, WORDS, NUMBERS),
    st.builds(Signalled, NUMBERS),
    st.builds(StreamEnded, st.sampled_from(Stream), WORDS),
    st.builds(Exited, st.none() | NUMBERS, st.none() | NUMBERS),
    st.builds(Gap, st.none() | st.sampled_from(Stream), st.none() | NUMBERS, WORDS),
    st.builds(Note, WORDS, st.booleans(), st.none() | NUMBERS),
)


@given(CONTROLS)
def test_what_is_encoded_decodes(control: Control) -> None:
    raw = encode_control(control)
    assert decode_control(raw) == control
    assert raw.count(b"\n") == 1
    assert raw.endswith(b"\n")


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"5", b'{"control":"exited"}', b'{"control":"gap","stream":"x","size":1,"reason":""}', b"\xff"]
)
def test_a_line_that_is_no_control_line_is_a_gap(raw: bytes) -> None:
    assert decode_control(raw) == Gap(None, None, "a control line that cannot be read")


@given(st.binary())
def test_any_bytes_decode(raw: bytes) -> None:
    decode_control(raw)
