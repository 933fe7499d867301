"""Whole exchanges for laws of the rules: the sample recordings and the catalogue's, as they are or damaged."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import Entry, parse_transcript
from tests.rules.catalogue import catalogue

SAMPLES = {
    f"{path.parent.name}/{path.stem}": tuple(parse_transcript(path.read_text()))
    for path in sorted((Path(__file__).parents[2] / "recordings").glob("v*/*.acp"))
}

EXCHANGES = [
    *SAMPLES.values(),
    *(exchange for entry in catalogue() for exchange in (entry.bad, entry.good) if exchange is not None),
]

_JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["", "s1", "text", "_x", "é\n", "/", "0", "a" * 300, "\x1b", "[]"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["type", "id", "text", "sessionId", "update", ""]), inner, max_size=2)
    ),
    max_leaves=4,
)
_CONTROLS = (
    b'{"control":"started","argv":["a"],"pid":1}\n',
    b'{"control":"exited","code":0,"signal":null}\n',
    b'{"control":"gap","stream":null,"size":null,"reason":"r"}\n',
    b'{"control":"stream-ended","stream":"a2c","reason":"eof"}\n',
    b'{"control":"stream-ended","stream":"c2a","reason":"eof"}\n',
    b'{"control":"signalled","signal":15}\n',
    b"{\n",
)


@st.composite
def _damaged(draw: st.DrawFn, value: Any, rarely: int = 15) -> Any:
    """A value with a few members gone, replaced or doubled, anywhere inside."""
    if isinstance(value, dict):
        made = {}
        for name, member in value.items():
            fate = draw(st.integers(0, rarely))
            if fate == 0:
                continue
            made[name] = draw(_JUNK) if fate == 1 else draw(_damaged(member, rarely))
        return made
    if isinstance(value, list):
        return [draw(_damaged(item, rarely)) for item in value for _ in range(draw(st.sampled_from([1] * 12 + [0, 2])))]
    return draw(_JUNK) if draw(st.integers(0, 40)) == 0 else value


@st.composite
def damaged_traffic(draw: st.DrawFn) -> list[Entry]:
    """Exchanges that were cut, mixed and damaged, with the recorder's own lines between, and times that may be off."""
    entries: list[Entry] = []
    for exchange in draw(st.lists(st.sampled_from(EXCHANGES), min_size=1, max_size=3)):
        begin = draw(st.sampled_from([0, 0, 0, 1, 2, 4]))
        entries += exchange[begin : begin + draw(st.sampled_from([5, 20, 60]))]
    made: list[Entry] = []
    for entry in entries:
        for one in draw(_fate(entry)):
            made.append(replace(one, at=draw(st.sampled_from([one.at, one.at, -1, 0, 10**12]))))
    return made


@st.composite
def _fate(draw: st.DrawFn, entry: Entry) -> list[Entry]:
    match draw(st.integers(0, 12)):
        case 0 | 1:
            try:
                whole = json.loads(entry.raw)
            except ValueError:
                return [entry]
            return [replace(entry, raw=json.dumps(draw(_damaged(whole))).encode() + b"\n")]
        case 2:
            return [entry, entry]
        case 3 if entry.stream < Stream.STDERR:
            return [replace(entry, stream=Stream(1 - entry.stream))]
        case 4:
            return [replace(entry, raw=entry.raw[: draw(st.integers(0, len(entry.raw)))])]
        case 5:
            return [Entry(Stream.CONTROL, draw(st.sampled_from(_CONTROLS)), entry.at), entry]
        case 6:
            return [replace(entry, raw=b"[" + entry.raw.strip() + b"," + entry.raw.strip() + b"]\n")]
        case 7:
            return []
    return [entry]
