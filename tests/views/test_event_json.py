"""Events as JSON for scripts."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.views.event_json import event_json
from acp_inspect.views.timeline import timeline_row
from acp_inspect.wire.framing import Stream
from tests.views.rows import rows, rows_of


def parsed(transcript: str, *, with_raw: bool = False) -> list[dict[str, Any]]:
    return [
        json.loads(event_json(row, timeline_row(row, raw), raw, with_raw=with_raw)) for row, raw in rows(transcript)
    ]


EXAMPLE = """
    C @0 {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}
    A @0.05 {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}
"""
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "show-json.md"


def test_the_example_of_the_documentation() -> None:
    _, answered = parsed(EXAMPLE)
    assert answered == {
        "seq": 2,
        "line": 2,
        "part": None,
        "t": 0.05,
        "sender": "agent",
        "kind": "response",
        "method": "initialize",
        "update": None,
        "session": None,
        "id": 0,
        "answers": 1,
        "answered_by": None,
        "latency": 0.05,
        "outcome": "ok",
        "size": 56,
        "summary": "v1",
        "message": {"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": 1}},
        "findings": [],
    }
    (example,) = re.findall(r"```json\n(.*)\n```", PAGE.read_text("utf-8"))
    assert json.loads(example) == answered


def test_every_member_is_documented() -> None:
    page = PAGE.read_text("utf-8")
    lines = EXAMPLE + 'A oops\nA~ \\xff\nE warn\n= {"control":"note","text":"x"}\nA {"id":1,"id":2,"result":{}}'
    names = {name for one in parsed(lines, with_raw=True) for name in one}
    assert {"message", "oddities", "text", "control", "raw", "raw_b64"} < names
    assert not {name for name in names if f"`{name}`" not in page}


def test_ids_keep_their_type_and_numbers_their_digits() -> None:
    ((row, raw),) = rows('C {"id": 1.0, "method": "x", "params": {"n": 12345678901234567890123456}}')
    text = event_json(row, timeline_row(row, raw), raw)
    assert '"id":1.0' in text
    assert "12345678901234567890123456" in text
    assert [one["id"] for one in parsed('C {"id":"1","method":"x"}\nC {"id":null,"method":"x"}')] == ["1", None]


def test_times_have_every_nanosecond() -> None:
    ((row, raw),) = rows('C @1.000000001 {"method":"x"}')
    assert json.loads(event_json(row, timeline_row(row, raw), raw), parse_float=Decimal)["t"] == Decimal("1.000000001")


def test_what_is_no_json_comes_as_text() -> None:
    noise, stderr, control = parsed('A oops\nE warn\n= {"control":"exited","code":1,"signal":null}')
    assert noise["text"] == "oops"
    assert stderr["text"] == "warn"
    assert control["control"] == {"control": "exited", "code": 1, "signal": None}
    assert all("message" not in one for one in (noise, stderr, control))


def test_oddities_are_listed_and_the_last_member_counts() -> None:
    (one,) = parsed('A {"id":1,"id":2,"result":{}}')
    assert one["message"] == {"id": 2, "result": {}}
    assert one["oddities"] == ["duplicate-member: id"]


def test_entries_of_a_batch_come_one_by_one() -> None:
    assert [one["message"]["method"] for one in parsed('C [{"method":"x"},{"method":"y"}]')] == ["x", "y"]


def test_the_line_itself_comes_when_asked_for() -> None:
    plain, broken = parsed('A {"method":"é"}\nA~ \\xff', with_raw=True)
    assert plain["raw"] == '{"method":"é"}\n'
    assert broken["raw_b64"] == "/w=="


LINES = st.binary() | st.text().map(
    lambda text: json.dumps({"method": text, "params": [text]}, ensure_ascii=False).encode(errors="surrogatepass")
)


@given(st.sampled_from(Stream), LINES, st.sampled_from([b"", b"\n", b"\t\r\n"]))
def test_any_line_gives_printable_json_that_holds_it(stream: Stream, raw: bytes, end: bytes) -> None:
    for row, line in rows_of([(stream, raw + end, -1)]):
        text = event_json(row, timeline_row(row, line), line, with_raw=True)
        assert text.isprintable()
        value = json.loads(text)
        if "raw" in value:
            assert value["raw"].encode() == line
        if "message" in value and "oddities" not in value and row.part is None:
            assert value["message"] == json.loads(line)
