"""What a session update says, in a few words, kind by kind. Kinds nobody knows are looked into as they are."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Callable
from typing import Final

from acp_inspect.views.pieces import content, items, join, label, listed, members, preview, quoted, word
from acp_inspect.views.units import count, signal_name
from acp_inspect.wire.json_text import Json

SEVERITY_GLYPHS: Final = {"error": "✖", "warning": "▲", "info": "ⓘ"}

_ENVELOPE: Final = ("sessionUpdate", "_meta")


def update_summary(update: Json) -> str:
    """The summary of `params.update`, not yet made visible."""
    fields = members(update)
    kind = fields.get("sessionUpdate")
    summarise = _SUMMARIES.get(kind) if isinstance(kind, str) else None
    if summarise is not None:
        return summarise(fields)
    if not isinstance(update, dict):
        return word(update)
    rest = {name: member for name, member in fields.items() if name not in _ENVELOPE}
    return preview(rest) if rest else ""


def tool_call(fields: dict[str, Json]) -> str:
    """A tool call or what changes in one: kind, title, status, content."""
    name = label(fields.get("title")) or label(fields.get("name")) or word(fields.get("toolCallId"), 24)
    body = content(fields["content"]) if items(fields.get("content")) else ""
    said = join(word(fields.get("status")), body)
    if not said:
        said = (
            preview(fields.get("rawOutput", fields.get("rawInput")))
            if fields.keys() & {"rawOutput", "rawInput"}
            else ""
        )
    return join(word(fields.get("kind")), name, said)


def plan(entries: Json) -> str:
    """How far a plan is, and what is being done."""
    steps = [members(entry) for entry in items(entries)]
    done = sum(step.get("status") == "completed" for step in steps)
    current = next((step for step in steps if step.get("status") == "in_progress"), {})
    return join(f"{done}/{len(steps)} done", label(current.get("content")))


def config_options(options: Json) -> str:
    """Options with their current values: `mode=agent, model=fast`."""
    return listed(
        f"{word(option.get('configId', option.get('id')))}={word(option.get('currentValue'))}"
        for option in map(members, items(options))
    )


def commands(value: Json) -> str:
    """How many commands there are, and which."""
    names = [word(members(command).get("name")) for command in items(value)]
    return join(count(len(names), "command") + (":" if names else ""), listed(names))


def exit_status(status: Json) -> str:
    """How a terminal's command ended; nothing while it runs."""
    fields = members(status)
    code, signal = fields.get("exitCode"), fields.get("signal")
    if signal is not None:
        known = isinstance(signal, int) and not isinstance(signal, bool)
        return f"killed by {signal_name(signal) if known else word(signal)}"
    return f"exit {word(code)}" if code is not None else ""


def _text(fields: dict[str, Json]) -> str:
    return content(fields["content"]) if fields.get("content") is not None else ""


def _notice(fields: dict[str, Json]) -> str:
    severity = word(fields.get("severity"))
    return join(
        SEVERITY_GLYPHS.get(severity, "?"), severity, quoted(fields.get("title")), quoted(fields.get("description"))
    )


def _plan_update(fields: dict[str, Json]) -> str:
    body = members(fields.get("plan", fields))
    if "entries" in body:
        return join(word(body.get("planId"), 24), plan(body["entries"]))
    return join(word(body.get("planId"), 24), word(body.get("type")), quoted(body.get("content", body.get("uri"))))


def _state(fields: dict[str, Json]) -> str:
    return join(word(fields.get("state")), word(fields.get("stopReason")), quoted(fields.get("message")))


def _usage(fields: dict[str, Json]) -> str:
    cost = members(fields.get("cost"))
    used = f"{number(fields.get('used'))} of {number(fields.get('size'))} tokens"
    return join(used, word(cost.get("amount")), word(cost.get("currency")))


def number(value: Json) -> str:
    """A whole number with thousands apart; anything else as a look into it, `?` for nothing."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}" if abs(value) < 10**15 else preview(value)
    return word(value) or "?"


def _terminal(fields: dict[str, Json]) -> str:
    output = members(fields.get("output"))
    return join(
        word(fields.get("terminalId"), 24),
        label(fields.get("command")),
        exit_status(fields.get("exitStatus")),
        _encoded(output.get("data")),
    )


def _terminal_chunk(fields: dict[str, Json]) -> str:
    return join(word(fields.get("terminalId"), 24), _encoded(fields.get("data")))


def _encoded(data: Json) -> str:
    """Terminal output, which v2 sends in Base64; text that is none stays as it is."""
    if isinstance(data, str):
        try:
            return quoted(b64decode(data, validate=True).decode(errors="replace"))
        except (binascii.Error, ValueError):
            pass
    return quoted(data)


def _session_info(fields: dict[str, Json]) -> str:
    rest = {name: fields[name] for name in fields if name not in (*_ENVELOPE, "title", "updatedAt")}
    meta = fields.get("_meta")
    return join(label(fields.get("title")), preview(rest) if rest else "", preview(meta) if meta else "")


_SUMMARIES: Final[dict[str, Callable[[dict[str, Json]], str]]] = {
    "user_message_chunk": _text,
    "user_message": _text,
    "agent_message_chunk": _text,
    "agent_message": _text,
    "agent_thought_chunk": _text,
    "agent_thought": _text,
    "session_message": _text,
    "tool_call": tool_call,
    "tool_call_update": tool_call,
    "tool_call_content_chunk": lambda fields: join(word(fields.get("toolCallId"), 24), _text(fields)),
    "plan": lambda fields: plan(fields.get("entries")),
    "plan_update": _plan_update,
    "notice": _notice,
    "state_update": _state,
    "usage_update": _usage,
    "available_commands_update": lambda fields: commands(fields.get("availableCommands")),
    "current_mode_update": lambda fields: word(fields.get("currentModeId")),
    "config_option_update": lambda fields: config_options(fields.get("configOptions")),
    "session_info_update": _session_info,
    "terminal_update": _terminal,
    "terminal_output_chunk": _terminal_chunk,
}
