"""All rules together: one defect is one finding, the most exact one."""

from __future__ import annotations

import pytest

from acp_inspect.rules.beginnings import BEGINNINGS
from acp_inspect.rules.declare import Level
from acp_inspect.wire.transcript import parse_transcript
from tests.rules.judging import findings

V1_PROMPT = """\
C {"jsonrpc":"2.0","id":10,"method":"session/prompt","params":{"sessionId":"s9","prompt":[{"type":"text","text":"Hi"}]}}
"""
CHUNK = """\
A {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s9","update":{"sessionUpdate":\
"agent_message_chunk","content":{"type":"text","text":"Hi"}}}}
"""
TAKEN = 'A {"jsonrpc":"2.0","id":10,"result":{"stopReason":"end_turn"}}\n'
REFUSED = 'A {"jsonrpc":"2.0","id":10,"error":{"code":-32002,"message":"no","data":{"sessionId":"s9"}}}\n'
OFFER = """\
C {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"c","version":"1"},\
"capabilities":{}}}
"""
V1_ANSWER = """\
A {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"agentCapabilities":{},"agentInfo":{"name":"a","version":"1"},\
"authMethods":[{"id":"key","name":"Key"}]}}
"""
COMMANDS = """\
A {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":\
"available_commands_update","availableCommands":[{"name":"plan","description":"Plan","input":{"hint":"what"}}]}}}
"""
V1_TURN = """\
C {"jsonrpc":"2.0","id":10,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A {"jsonrpc":"2.0","id":10,"result":{"stopReason":"end_turn"}}
"""
NO_SUCH_METHOD = """\
C {"jsonrpc":"2.0","id":10,"method":"session/set_mode","params":{"sessionId":"s9","modeId":"ask"}}
A {"jsonrpc":"2.0","id":10,"error":{"code":-32601,"message":"Method not found"}}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            BEGINNINGS["v1-session"] + V1_PROMPT + CHUNK + TAKEN + CHUNK,
            [(5, "prompt/on-inactive-session"), (7, "session/unknown-session-answer")],
            id="an Agent goes along with a session that the Client never opened",
        ),
        pytest.param(
            BEGINNINGS["v1-session"] + V1_PROMPT + REFUSED + CHUNK,
            [(5, "prompt/on-inactive-session"), (7, "session/update-unknown")],
            id="an Agent refuses such a session, and sends for it all the same",
        ),
        pytest.param(
            BEGINNINGS["v1-session"] + NO_SUCH_METHOD,
            [(5, "session/not-active")],
            id="an Agent without the method need not look at the session",
        ),
        pytest.param(OFFER + V1_ANSWER, [(2, "init/other-version-shape")], id="a v1 answer under version 2"),
        pytest.param(
            BEGINNINGS["v2-session"] + COMMANDS,
            [(5, "commands/item-dropped")],
            id="v1's commands in v2 are dropped whole",
        ),
        pytest.param(
            BEGINNINGS["v2-session"] + V1_TURN, [(6, "compat/other-version-result")], id="v1's end of a turn in v2"
        ),
    ],
)
def test_one_defect_is_one_finding(text: str, expected: list[tuple[int, str]]) -> None:
    found = findings(parse_transcript(text))
    assert [(line, finding.rule) for line, finding in found if finding.level is not Level.INFO] == expected
