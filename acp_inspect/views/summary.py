"""What an event says, in one line: what somebody who looks for a fault wants to read before opening it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from acp_inspect.views.pieces import TEXT_LIMIT, content, items, join, label, listed, members, preview, quoted, word
from acp_inspect.views.units import count, signal_name, size
from acp_inspect.views.updates import commands, config_options, exit_status, number, tool_call, update_summary
from acp_inspect.views.visible import clip, visible, visible_bytes
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
)
from acp_inspect.wire.json_text import Json, JsonText, read_json
from acp_inspect.wire.rpc import ABSENT, Absent, Malformed, Notification, Request, Response, Rpc, decode_line

READABLE: Final = 4_000_000
"""Bytes of a line up to which it is read for its summary; of a longer one the start is shown as it is."""

Summarise = Callable[[dict[str, Json]], str]


def summary(kind: str, method: str | None, part: int | None, raw: bytes) -> str:
    """The visible one-line summary of an event.

    `kind`: the word of `trace.event.kind_of`; `method`: of a response, its request's; `part`: place in a batch; `raw`:
    the bytes of the event's line.
    """
    match kind:
        case "request" | "notification" | "response" | "malformed":
            if len(raw) > READABLE:
                return start_of(raw)
            bodies = decode_line(raw) if part is None else _batch(raw)
            place = part or 0
            return visible(_of_body(bodies[place], method, raw)) if place < len(bodies) else start_of(raw)
        case "blank":
            return visible_bytes(raw[:TEXT_LIMIT].removesuffix(b"\n"))
        case "stderr":
            return start_of(raw)
    return visible(join(_of_control(decode_control(raw)), _remark(raw)))


def start_of(raw: bytes) -> str:
    """The first characters of a line as they are, with the line's size if it is longer."""
    text = raw.removesuffix(b"\n").removesuffix(b"\r")
    if len(text) <= TEXT_LIMIT * 2:
        return visible_bytes(text)
    # Cut between characters: the bytes after the last whole one are not shown.
    start = text[: TEXT_LIMIT * 2]
    cut = start.decode(errors="ignore").encode()
    return f"{visible_bytes(cut if start.startswith(cut) else start)}… {size(len(raw))}"


def run_summary(raws: Sequence[bytes], run: int) -> str:
    """The text that a run of `run` chunks begins with; empty where there is none. `raws`: lines of the first few."""
    text, read = "", 0
    for raw in raws:
        if len(text) > TEXT_LIMIT or len(raw) > READABLE:
            break
        bodies = decode_line(raw)
        body = bodies[0] if len(bodies) == 1 else None
        params = members(body.params) if isinstance(body, Notification) and body.params is not ABSENT else {}
        block = members(members(params.get("update")).get("content"))
        if not isinstance(block.get("text"), str):
            break
        text += block["text"]
        read += 1
    if not text:
        return ""
    return visible(f"“{clip(text + ' …' if read < run else text, TEXT_LIMIT)}”")


@lru_cache(maxsize=2)
def _batch(raw: bytes) -> list[Rpc]:
    # Every entry of a batch asks for the same line, one after the other.
    return decode_line(raw)


def _of_body(body: Rpc, method: str | None, raw: bytes) -> str:
    match body:
        case Request(params=params) | Notification(params=params):
            return _of_params(body.method, params)
        case Response(result=result, error=error):
            if error is not ABSENT:
                both = "" if result is ABSENT else f" and a result {preview(result)}"
                return _of_error(error) + both
            return _of_result(method, result)
        case Malformed(reason=reason, message=message):
            return f"{reason}: {start_of(raw) if message is ABSENT else preview(message)}"


def _of_params(method: str, params: Json | Absent) -> str:
    if params is ABSENT:
        return ""
    fields = members(params)
    if method == "session/update":
        return update_summary(fields.get("update"))
    summarise = _REQUESTS.get(method)
    if summarise is not None and isinstance(params, dict):
        return summarise(fields)
    return _rest(params)


def _of_result(method: str | None, result: Json | Absent) -> str:
    summarise = _RESULTS.get(method or "")
    if summarise is not None and isinstance(result, dict) and result:
        return summarise(result) or _rest(result)
    return "" if result is ABSENT else _rest(result)


def _of_error(error: Json) -> str:
    if not isinstance(error, dict):
        return preview(error)
    data = error.get("data")
    return join(word(error.get("code")), quoted(error.get("message")), preview(data) if data is not None else "")


def _of_control(control: Control) -> str:
    match control:
        case Started(argv, pid):
            return join(clip(shlex.join(argv), TEXT_LIMIT), f"pid {pid}" if pid is not None else "")
        case StartFailed(argv, reason, code):
            return f"{clip(shlex.join(argv), TEXT_LIMIT)}: {clip(reason, TEXT_LIMIT)} (exit {code})"
        case Signalled(signal):
            return f"{signal_name(signal)} passed on to the agent"
        case StreamEnded(stream, reason):
            return join(stream.word, "" if reason == "eof" else clip(reason, TEXT_LIMIT))
        case Exited(code, signal):
            if signal is not None:
                return f"killed by {signal_name(signal)}"
            return "nobody knows how" if code is None else f"exit {code}"
        case Gap(stream, octets, reason):
            what = "an unknown number of bytes" if octets is None else count(octets, "byte")
            return join(what, f"of {stream.word}" if stream is not None else "") + f": {clip(reason, TEXT_LIMIT)}"
        case Note(text):
            return clip(text, TEXT_LIMIT)


def _remark(raw: bytes) -> str:
    """The words from which an imported control line was read."""
    read = read_json(raw)
    source = members(read.value).get("source") if isinstance(read, JsonText) else None
    return f"({word(source, TEXT_LIMIT)})" if source is not None else ""


def _rest(value: Json) -> str:
    """A look into params or a result nobody knows better; the session has a column of its own."""
    if isinstance(value, dict):
        value = {name: member for name, member in value.items() if name != "sessionId"} or None
    return "" if value is None else preview(value)


def _party(info: Json) -> str:
    fields = members(info)
    return join(word(fields.get("name")) or word(fields.get("title")), word(fields.get("version")))


def _version(fields: dict[str, Json]) -> str:
    return f"v{word(fields.get('protocolVersion')) or '?'}"


def _initialize(fields: dict[str, Json]) -> str:
    return join(_version(fields), _party(fields.get("clientInfo", fields.get("info"))))


def _initialized(fields: dict[str, Json]) -> str:
    logins = items(fields.get("authMethods"))
    return join(
        _version(fields),
        _party(fields.get("agentInfo", fields.get("info"))),
        count(len(logins), "login method") if logins else "",
    )


def _open_session(fields: dict[str, Json]) -> str:
    added = items(fields.get("additionalDirectories"))
    tools = items(fields.get("mcpServers"))
    return join(
        word(fields.get("cwd"), TEXT_LIMIT),
        count(len(added), "more directory", "more directories") if added else "",
        count(len(tools), "MCP server") if tools else "",
    )


def _opened_session(fields: dict[str, Json]) -> str:
    options = config_options(fields.get("configOptions"))
    if not options:
        mode = word(members(fields.get("modes")).get("currentModeId"))
        model = word(members(fields.get("models")).get("currentModelId"))
        options = join(f"mode={mode}" if mode else "", f"model={model}" if model else "", by=", ")
    return join(word(fields.get("sessionId")), options)


def _prompted(fields: dict[str, Json]) -> str:
    tokens = members(fields.get("usage")).get("totalTokens")
    return join(
        word(fields.get("stopReason")),
        f"{number(tokens)} tokens" if tokens is not None else "",
        f"message {word(fields['messageId'])}" if fields.get("messageId") is not None else "",
    ) or _rest(fields)


def _permission(fields: dict[str, Json]) -> str:
    subject = members(fields.get("subject"))
    call = members(fields.get("toolCall", subject.get("toolCall")))
    options = listed((word(members(option).get("name")) for option in items(fields.get("options"))), " / ")
    what = label(fields.get("title")) or (tool_call(call) if call else "")
    return join(what, label(subject.get("command")), f"▸ {options}" if options else "")


def _permitted(fields: dict[str, Json]) -> str:
    outcome = members(fields.get("outcome"))
    return join(word(outcome.get("outcome")), word(outcome.get("optionId"))) or _rest(fields)


def _read_file(fields: dict[str, Json]) -> str:
    line, limit = fields.get("line"), fields.get("limit")
    return join(
        word(fields.get("path"), TEXT_LIMIT),
        f"from line {word(line)}" if line is not None else "",
        f"{word(limit)} lines" if limit is not None else "",
    )


def _run_command(fields: dict[str, Json]) -> str:
    arguments = [word(argument) for argument in items(fields.get("args"))]
    return join(listed((word(fields.get("command"), TEXT_LIMIT), *arguments), " "), word(fields.get("cwd")))


def _output(fields: dict[str, Json]) -> str:
    cut = "truncated" if fields.get("truncated") is True else ""
    return join(exit_status(fields.get("exitStatus")), quoted(fields.get("output")), cut)


def _sessions(fields: dict[str, Json]) -> str:
    sessions = [members(session) for session in items(fields.get("sessions"))]
    titles = (word(session.get("title")) or word(session.get("sessionId")) for session in sessions)
    return join(count(len(sessions), "session") + (":" if sessions else ""), listed(titles))


def _set_option(fields: dict[str, Json]) -> str:
    return f"{word(fields.get('configId'))}={word(fields.get('value'))}"


def _configured(fields: dict[str, Json]) -> str:
    offered = fields.get("availableCommands")
    return join(config_options(fields.get("configOptions")), commands(offered) if offered is not None else "")


def _one(name: str) -> Summarise:
    return lambda fields: word(fields.get(name), TEXT_LIMIT) or _rest(fields)


_REQUESTS: Final[dict[str, Summarise]] = {
    "initialize": _initialize,
    "authenticate": _one("methodId"),
    "auth/login": _one("methodId"),
    "session/new": _open_session,
    "session/load": _open_session,
    "session/resume": _open_session,
    "session/fork": _open_session,
    "session/prompt": lambda fields: content(fields["prompt"]) if "prompt" in fields else "",
    "session/set_mode": _one("modeId"),
    "session/set_model": _one("modelId"),
    "session/set_config_option": _set_option,
    "session/request_permission": _permission,
    "fs/read_text_file": _read_file,
    "fs/write_text_file": lambda fields: join(word(fields.get("path"), TEXT_LIMIT), quoted(fields.get("content"))),
    "terminal/create": _run_command,
    "terminal/output": _one("terminalId"),
    "terminal/wait_for_exit": _one("terminalId"),
    "terminal/kill": _one("terminalId"),
    "terminal/release": _one("terminalId"),
    "elicitation/create": lambda fields: join(word(fields.get("mode")), quoted(fields.get("message"))),
    "mcp/message": lambda fields: join(word(fields.get("serverId")), word(fields.get("method"))),
    "$/cancel_request": lambda fields: f"request {word(fields.get('requestId'))}",
}

_RESULTS: Final[dict[str, Summarise]] = {
    "initialize": _initialized,
    "session/new": _opened_session,
    "session/load": _opened_session,
    "session/resume": _opened_session,
    "session/fork": _opened_session,
    "session/list": _sessions,
    "session/prompt": _prompted,
    "session/set_config_option": _configured,
    "session/request_permission": _permitted,
    "fs/read_text_file": lambda fields: quoted(fields.get("content")),
    "terminal/create": _one("terminalId"),
    "terminal/output": _output,
    "terminal/wait_for_exit": exit_status,
    "elicitation/create": _one("action"),
}
