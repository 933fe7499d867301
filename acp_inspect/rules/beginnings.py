"""Beginnings that examples share, so that a page shows only what it is about."""

from __future__ import annotations

from typing import Final

_V1_OPEN = """\
C {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":%s,"clientInfo":\
{"name":"editor","version":"1.0"}}}
A {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":%s,"agentInfo":{"name":"agent","version":\
"1.0"},"authMethods":[]}}
"""
_V1_SESSION = """\
C {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
"""
_V1_PROMPT = """\
C {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
"""
_V1_ALL_CLIENT = (
    '{"fs":{"readTextFile":true,"writeTextFile":true},"terminal":true,"session":{"notices":{},"compaction":{},'
    '"configOptions":{"boolean":{}}},"elicitation":{"form":{},"url":{}}}'
)
_V1_ALL_AGENT = (
    '{"loadSession":true,"promptCapabilities":{"image":true,"audio":true,"embeddedContext":true},"mcpCapabilities":'
    '{"http":true,"sse":true},"sessionCapabilities":{"list":{},"delete":{},"resume":{},"close":{}},"auth":{"logout":{}}}'
)
_V2_OPEN = """\
C {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},\
"capabilities":%s}}
A {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":%s}}
"""
_V2_SESSION = """\
C {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
"""
_V2_TURN = """\
C {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
A {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message",\
"messageId":"m1","content":[{"type":"text","text":"Hi"}]}}}
A {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update",\
"state":"running"}}}
"""
_V2_ALL_CLIENT = '{"elicitation":{"form":{},"url":{}}}'
_V2_ALL_AGENT = (
    '{"session":{"prompt":{"image":{},"audio":{},"embeddedContext":{}},"mcp":{"stdio":{},"http":{}},"delete":{},'
    '"additionalDirectories":{}}}'
)

BEGINNINGS: Final = {
    "v1-open": _V1_OPEN % ("{}", "{}"),
    "v1-session": _V1_OPEN % ("{}", "{}") + _V1_SESSION,
    "v1-prompt": _V1_OPEN % ("{}", "{}") + _V1_SESSION + _V1_PROMPT,
    "v1-all-open": _V1_OPEN % (_V1_ALL_CLIENT, _V1_ALL_AGENT),
    "v1-all-session": _V1_OPEN % (_V1_ALL_CLIENT, _V1_ALL_AGENT) + _V1_SESSION,
    "v1-all-prompt": _V1_OPEN % (_V1_ALL_CLIENT, _V1_ALL_AGENT) + _V1_SESSION + _V1_PROMPT,
    "v2-open": _V2_OPEN % ("{}", '{"session":{}}'),
    "v2-session": _V2_OPEN % ("{}", '{"session":{}}') + _V2_SESSION,
    "v2-turn": _V2_OPEN % ("{}", '{"session":{}}') + _V2_SESSION + _V2_TURN,
    "v2-all-open": _V2_OPEN % (_V2_ALL_CLIENT, _V2_ALL_AGENT),
    "v2-all-session": _V2_OPEN % (_V2_ALL_CLIENT, _V2_ALL_AGENT) + _V2_SESSION,
    "v2-all-turn": _V2_OPEN % (_V2_ALL_CLIENT, _V2_ALL_AGENT) + _V2_SESSION + _V2_TURN,
}
"""Named transcripts. In all of them sessions are `s1`; the next free request id of the Client is 10."""
