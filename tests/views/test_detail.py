"""One event in full."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.views.detail import HEX_WIDTH, Detail, detail, hex_count, hex_lines, pretty_json, raw_text
from acp_inspect.views.summary import READABLE
from acp_inspect.wire.framing import Stream
from tests.views.rows import rows, rows_of


def details(transcript: str) -> list[Detail]:
    return [detail(row, raw) for row, raw in rows(transcript)]


def facts(one: Detail) -> dict[str, str]:
    return dict(one.facts)


def test_the_message_is_laid_out_with_its_very_numbers() -> None:
    (one,) = details('A {"jsonrpc":"2.0","id":1.0,"result":{"big":12345678901234567890123,"e":1e400}}')
    assert one.is_json
    assert one.pretty == (
        "{",
        '  "jsonrpc": "2.0",',
        '  "id": 1.0,',
        '  "result": {',
        '    "big": 12345678901234567890123,',
        '    "e": 1e400',
        "  }",
        "}",
    )


def test_facts_tell_the_envelope_and_the_other_half() -> None:
    asked, answered = details(
        'C @0 {"jsonrpc":"2.0","id":"a","method":"session/load","params":{"sessionId":"s"}}\n'
        'A~ @1.5 {"jsonrpc":"2.0","id":"a","result":{}}\\r\\n'
    )
    assert facts(asked) == {
        "event": "1",
        "line": "1",
        "time": "0.000 s",
        "from": "client",
        "kind": "request",
        "method": "session/load",
        "id": '"a"',
        "session": "s",
        "answered by": "#2 after 1.5 s, ok",
        "size": "78 bytes",
    }
    assert facts(answered)["answers"] == "#1 after 1.5 s, ok"
    assert facts(answered)["size"] == "40 bytes, ends in CR LF"
    assert (asked.request, asked.response, answered.request, answered.response) == (None, 2, 1, None)


def test_halves_without_the_other_say_so() -> None:
    asked, answered = details('C {"id":1,"method":"x"}\nA {"id":2,"result":{}}')
    assert facts(asked)["answered by"] == "nothing: pending"
    assert facts(answered)["answers"] == "nothing: orphan"
    assert facts(asked)["time"] == "unknown"


def test_entries_of_a_batch_are_shown_one_by_one() -> None:
    first, second = details('C [{"id":1,"method":"x"},{"method":"y"}]')
    assert json.loads("\n".join(first.pretty)) == {"id": 1, "method": "x"}
    assert json.loads("\n".join(second.pretty)) == {"method": "y"}
    assert facts(second)["line"] == "1, entry 2 of its batch"


def test_what_is_no_json_shows_as_text_with_the_reason() -> None:
    (one,) = details("A Loading \x1b[0m".replace("\x1b", "\\x1b").replace("A ", "A~ ", 1) + r"\n")
    assert not one.is_json
    assert one.pretty == ("Loading ␛[0m",)
    assert one.note.startswith("no JSON: ")


def test_oddities_are_told() -> None:
    (one,) = details('A {"id":1,"id":2,"result":{}}')
    assert one.oddities == ("a member twice, the last one counts: id",)


def test_a_monstrous_line_is_not_laid_out() -> None:
    raw = b'{"method":"' + b"x" * READABLE + b'"}\n'
    ((row, _),) = rows_of([(Stream.AGENT_TO_CLIENT, raw, 0)])
    one = detail(row, raw)
    assert one.note == "a line of 4.0 MB is not laid out; this is how it starts"
    assert len(one.pretty[0]) <= 100_000


def test_stderr_and_the_recorder_have_details_too() -> None:
    stderr, exited = details('E oops\n= {"control":"exited","code":0,"signal":null}')
    assert (stderr.pretty, facts(stderr)["from"]) == (("oops",), "agent's stderr")
    assert facts(exited)["from"] == "the recorder"


def test_unseen_characters_are_shown_in_laid_out_json() -> None:
    assert pretty_json('{"a":"\u202e\x7f"}'.encode()) == ("{", '  "a": "⟨RLO⟩␡"', "}")
    assert pretty_json(b"no") is None


def test_the_hex_dump_comes_in_windows() -> None:
    raw = bytes(range(40))
    assert hex_count(raw) == 3
    assert hex_lines(raw, 2) == ["00000020  20 21 22 23 24 25 26 27                            !\"#$%&'"]
    assert hex_lines(raw)[1:] == hex_lines(raw, 1)
    assert hex_lines(raw, 0, 1) == hex_lines(raw)[:1]
    assert hex_lines(b"") == []


@given(st.binary(max_size=200))
def test_the_hex_dump_holds_every_byte(raw: bytes) -> None:
    dumped = "".join(line[10 : 10 + HEX_WIDTH * 3] for line in hex_lines(raw))
    assert bytes.fromhex(dumped) == raw


@given(st.lists(st.tuples(st.sampled_from(Stream), st.binary(), st.just(-1)), max_size=4))
def test_any_line_has_a_detail(lines: list[tuple[Stream, bytes, int]]) -> None:
    for row, raw in rows_of(lines):
        one = detail(row, raw)
        assert all("\n" not in text for text in (*one.pretty, *(fact.value for fact in one.facts), *one.oddities))
        assert "\n" not in raw_text(raw)
