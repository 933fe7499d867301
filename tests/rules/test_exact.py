"""Rules about exact bytes, and recordings that have lost them."""

from __future__ import annotations

import pytest

from acp_inspect.rules.registry import rules_by_id
from acp_inspect.wire.transcript import parse_transcript
from tests.rules.judging import findings

NOTE = '= {"control":"note","text":"a copy","reserialised":true}\n'
EXACT = r"""
A~ \xef\xbb\xbf{"jsonrpc":"2.0","method":"_x"}\n
A~ {"jsonrpc":"2.0","method":"_x\xff"}\n
A~ {"jsonrpc":"2.0","method":"_x"}\r\n
A~ \n
A~ {"jsonrpc":"2.0","method":"_x"}{"jsonrpc":"2.0","method":"_x"}\n
A~ Content-Length: 3\r\n
A {"jsonrpc":"2.0","method":"_x","method":"_x"}
A {"method":"_x"}
A {'jsonrpc':'2.0'}
A {
A }
A {"jsonrpc":"2.0","meth
= {"control":"exited","code":0,"signal":null}
"""
ABOUT_BYTES = sorted(rule.id for rule in rules_by_id().values() if rule.exact)


@pytest.mark.parametrize("rule_id", ABOUT_BYTES)
def test_a_rule_about_bytes_is_silent_where_messages_were_written_anew(rule_id: str) -> None:
    rule = rules_by_id()[rule_id]
    text = EXACT if rule_id != "stdio/truncated-last-line" else r'A~ {"jsonrpc":"2.0","method":"_x"}' + "\n"
    assert findings(parse_transcript(text), rule)
    assert findings(parse_transcript(NOTE + text), rule) == []


def test_other_rules_speak_all_the_same() -> None:
    noise = parse_transcript(NOTE + "A Loading model\n")
    assert [finding.rule for _, finding in findings(noise)] == ["stdio/stdout-not-json"]
    assert len(ABOUT_BYTES) == 11
