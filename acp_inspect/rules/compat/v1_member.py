"""A v2 message has a member, or lacks one, as v1 has it.

## Why it matters
The receiver refuses the message or drops the part: a permission request without title, an MCP server without type, a
config option by `id`, a diff by `oldText` and `newText`, a command's input without type.

## Instead
Use v2's members: `title` and `subject`, `type`, `configId` and `groupId`, `changes` and `patch`.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Edit","content":[{"type":"diff","path":"/work/a","oldText":"x","newText":"y"}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Edit","content":[{"type":"diff","changes":[{"operation":"modify","path":"/work/a"}]}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.connection import Basis
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT

_SETUPS: Final = ("session/new", "session/resume", "session/fork")
_MOST: Final = 50


@rule(
    level=Level.ERROR,
    side=None,
    versions=frozenset({2}),
    on=(
        On(kinds=("request",), methods=("session/request_permission", *_SETUPS), faulty=True),
        On(kinds=("response",), methods=(*_SETUPS, "session/set_config_option"), faulty=True),
        On(
            kinds=("notification",),
            updates=(
                "config_option_update",
                "tool_call_update",
                "tool_call_content_chunk",
                "available_commands_update",
            ),
            faulty=True,
        ),
    ),
    sources=(
        "v2 Migration, Permission requests, MCP server configuration, Consistent ID naming, Diff content, Slash commands",
    ),
    over=(
        "schema/request-params",
        "schema/response-result",
        "schema/skipped-item",
        "schema/salvaged-field",
        "update/malformed-known",
        "update/items-dropped",
        "update/salvaged-known",
        "permission/request-malformed",
        "diff/malformed",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """Such a member in a message with which decoding found something, where the version was answered."""
    if case.after.basis is not Basis.ANSWERED:
        return
    sent = case.wire
    update = at(sent, "update")
    match case.kind:
        case "request" if case.method == "session/request_permission":
            if at(sent, "toolCall") is not ABSENT:
                yield Hit("toolCall is v1's; v2 asks with title and subject", "/params/toolCall")
        case "request":
            yield from _servers(at(sent, "mcpServers"))
        case "response":
            yield from _options(at(sent, "configOptions"), ("result", "configOptions"))
        case _ if case.update == "config_option_update":
            yield from _options(at(update, "configOptions"), ("params", "update", "configOptions"))
        case _ if case.update == "available_commands_update":
            yield from _commands(at(update, "availableCommands"))
        case _:
            content = at(update, "content")
            contents = content if isinstance(content, list) else [content]
            for index, item in enumerate(contents[:_MOST]):
                place = ("content", index) if isinstance(content, list) else ("content",)
                if at(item, "type") == "diff" and ("oldText" in item or "newText" in item):
                    text = "a diff with oldText and newText is v1's; v2 has changes and patch"
                    yield Hit(text, pointer("params", "update", *place))


def _items(value: Json) -> list[tuple[int, dict[str, Json]]]:
    items = value[:_MOST] if isinstance(value, list) else []
    return [(index, item) for index, item in enumerate(items) if isinstance(item, dict)]


def _servers(servers: Json) -> Iterator[Hit]:
    for index, server in _items(servers):
        if "type" not in server or server["type"] == "sse":
            what = "the transport sse" if "type" in server else "an MCP server without type"
            yield Hit(f"{what} is v1's; v2 has stdio and http", pointer("params", "mcpServers", index))


def _options(options: Json, place: tuple[str, ...]) -> Iterator[Hit]:
    for index, option in _items(options):
        if "id" in option and "configId" not in option:
            yield Hit("a config option by id is v1's; v2 has configId", pointer(*place, index))
        for number, group in _items(option.get("options")):
            if "group" in group and "groupId" not in group:
                text = "a group of options by group is v1's; v2 has groupId"
                yield Hit(text, pointer(*place, index, "options", number))


def _commands(commands: Json) -> Iterator[Hit]:
    untyped = [
        index
        for index, command in _items(commands)
        if at(command, "input", "hint") is not ABSENT and at(command, "input", "type") is ABSENT
    ]
    if untyped:
        text = f"the input of {len(untyped)} commands has no type, as in v1; v2 passes over it"
        place = pointer("params", "update", "availableCommands", untyped[0], "input")
        yield Hit(text, place, level=Level.WARNING)
