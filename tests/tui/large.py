"""Make a recording of any length for measuring: `python -m tests.tui.large PATH [EVENTS]`.

Prompts, updates, tool calls, permissions and stderr in the proportions of real traffic.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import orjson

from acp_inspect.store.writer import Origin, Writer
from acp_inspect.wire.control import Started, encode_control
from acp_inspect.wire.framing import Stream

_C2A, _A2C, _STDERR = Stream.CLIENT_TO_AGENT, Stream.AGENT_TO_CLIENT, Stream.STDERR
_CHUNKS = 20


def make(path: Path, events: int) -> None:
    """A finished recording of `events` events at `path`."""
    started = 1_796_000_000_000_000_000
    writer = Writer.create(path, Origin("tee", started, argv=("sample-agent", "--stdio"), cwd="/home/sam/project"))
    at = 0
    for number, (stream, raw) in enumerate(islice(conversation(), events)):
        at = number * 1_300_000
        writer.put(stream, raw, at, at)
        if writer.full:
            writer.commit()
    writer.finish("ended", at)
    writer.close()


def conversation() -> Iterator[tuple[Stream, bytes]]:
    """An endless conversation, line by line."""
    yield Stream.CONTROL, encode_control(Started(("sample-agent", "--stdio"), 4242))
    client = {"protocolVersion": 1, "clientInfo": {"name": "sample-editor", "version": "1.12.0"}}
    agent = {"protocolVersion": 1, "agentInfo": {"name": "sample-agent", "version": "0.4.2"}}
    yield _C2A, _line({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": client})
    yield _A2C, _line({"jsonrpc": "2.0", "id": 0, "result": agent})
    request = 0
    while True:
        request += 1
        session = f"session-{request // 500 % 4 + 1}"
        prompt = {
            "sessionId": session,
            "prompt": [{"type": "text", "text": f"Question {request}: what is in notes.txt?"}],
        }
        yield _C2A, _line({"jsonrpc": "2.0", "id": request, "method": "session/prompt", "params": prompt})
        for part in range(_CHUNKS):
            text = {"type": "text", "text": f"Part {part} of the answer to question {request}. "}
            yield _A2C, _update(session, {"sessionUpdate": "agent_message_chunk", "content": text})
        call = f"call-{request}"
        title = {"toolCallId": call, "title": "Read notes.txt", "kind": "read"}
        yield _A2C, _update(session, {"sessionUpdate": "tool_call", "status": "pending", **title})
        options = [{"optionId": "yes", "name": "Allow", "kind": "allow_once"}]
        asked = {"sessionId": session, "toolCall": title, "options": options}
        permission = {"jsonrpc": "2.0", "id": request, "method": "session/request_permission", "params": asked}
        yield _A2C, _line(permission)
        outcome = {"outcome": {"outcome": "selected", "optionId": "yes"}}
        yield _C2A, _line({"jsonrpc": "2.0", "id": request, "result": outcome})
        yield _STDERR, f"INFO read notes.txt for question {request}\n".encode()
        yield _A2C, _update(session, {"sessionUpdate": "tool_call_update", "toolCallId": call, "status": "completed"})
        yield _A2C, _line({"jsonrpc": "2.0", "id": request, "result": {"stopReason": "end_turn"}})


def _update(session: str, update: dict[str, object]) -> bytes:
    params = {"sessionId": session, "update": update}
    return _line({"jsonrpc": "2.0", "method": "session/update", "params": params})


def _line(message: dict[str, object]) -> bytes:
    return orjson.dumps(message) + b"\n"


if __name__ == "__main__":
    make(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000)
