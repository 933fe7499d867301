"""Rows for the entities of a session, one function a kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from acp_inspect.protocol.entities import (
    Compaction,
    Elicitation,
    Notice,
    Permission,
    Plan,
    Prompt,
    Subagent,
)
from acp_inspect.protocol.picture import (
    FilePicture,
    MessagePicture,
    TerminalPicture,
    TimelinePicture,
    UnknownPicture,
)
from acp_inspect.views.layout import Row
from acp_inspect.views.parts import body_lines, call_lines, first_lines, last_lines, line, styled_status
from acp_inspect.views.pieces import items, join, members, preview, quoted, word
from acp_inspect.views.text import Piece
from acp_inspect.views.units import count, size
from acp_inspect.views.updates import SEVERITY_GLYPHS, exit_status
from acp_inspect.views.visible import visible

REPLAYED: Final = " ↺"
"""Marks what came in a replay."""

_PARTS: Final[Mapping[type, str]] = {
    MessagePicture: "messages",
    Permission: "permissions",
    Elicitation: "elicitations",
    Compaction: "compactions",
    Subagent: "subagents",
}


def part_of(entity: TimelinePicture) -> str:
    """The part of a session that an entity of its timeline belongs to."""
    return _PARTS.get(type(entity), "tools")


def entity_rows(entity: TimelinePicture, full: bool, titles: Mapping[str, str]) -> Iterator[Row]:
    """An entity of the timeline; nothing for what has a section of its own. `titles`: of tool calls, by id."""
    match entity:
        case MessagePicture():
            yield _message(entity, full)
        case Permission():
            yield _permission(entity, titles)
        case Elicitation():
            yield elicitation_row(entity)
        case Compaction():
            text = body_lines(list(entity.summary), full)
            yield Row(
                entity.first,
                Piece("compaction", "note"),
                (styled_status(entity.status, visible(entity.error or "")), *text),
            )
        case Subagent():
            state = word(members(entity.state).get("state")) or "unconfirmed"
            said = join(entity.title or "", f"({entity.session})", state)
            yield Row(entity.first, Piece("subagent", "note"), (line(visible(said)),))
        case Plan() | Notice():
            return
        case _:
            label = f"tool{REPLAYED}" if entity.replayed else "tool"
            yield Row(entity.first, Piece(label, "note"), call_lines(entity, full))


ROLES: Final = {"user": "client", "agent": "agent", "thought": "dim", "session": "note"}


def _message(message: MessagePicture, full: bool) -> Row:
    style = "dim" if message.role == "thought" else ""
    lines = body_lines(list(message.blocks), full, style)
    remarks = join(
        "the Agent's repetition of the prompt" if message.origin == "echo" else "",
        f"from {message.sender}" if message.sender else "",
        f"to {message.recipient}" if message.recipient else "",
        by=", ",
    )
    if remarks:
        lines = (*lines, line(visible(f"({remarks})"), "dim"))
    label = f"{message.role}{REPLAYED}" if message.replayed else message.role
    return Row(message.first, Piece(label, ROLES.get(message.role, "note")), lines)


def _permission(permission: Permission, titles: Mapping[str, str]) -> Row:
    subject = members(permission.subject)
    call = permission.tool_call or ""
    what = (
        quoted(permission.title)
        or quoted(titles.get(call) or members(subject.get("toolCall")).get("title"))
        or word(call or subject.get("type"))
        or "permission"
    )
    chosen = next((option for option in permission.options if option["optionId"] == permission.option), None)
    name = members(chosen).get("name") if chosen is not None else permission.option
    status = {"selected": "answered", "pending": "waits for the Client"}.get(permission.status, permission.status)
    verdict = {True: "allowed", False: "not allowed", None: ""}[permission.approved]
    said = join(status, quoted(name), verdict and f"= {verdict}")
    style = "note" if permission.status == "pending" else "good" if permission.approved else "error"
    offered = ", ".join(word(members(option).get("name")) for option in permission.options)
    lines = [line(visible(what)), (Piece(f"{visible(said)}", style),)]
    if permission.status == "pending":
        lines.append(line(visible(f"offered: {offered}"), "dim"))
    return Row(permission.seq, Piece("permission", "note"), tuple(lines))


def elicitation_row(asked: Elicitation) -> Row:
    """A question to the user, and the answer."""
    status = {"pending": "waits for the Client"}.get(asked.status, asked.status)
    said = join(status, preview(asked.content) if asked.content is not None else "")
    where = word(asked.request.get("url"), 160)
    return Row(
        asked.seq,
        Piece("question", "note"),
        (line(visible(join(quoted(asked.request.get("message")), where))), line(visible(said), "note")),
    )


def notice_row(notice: Notice) -> Row:
    """A notice."""
    glyph = SEVERITY_GLYPHS.get(notice.severity, "?")
    style = {"error": "error", "warning": "warning"}.get(notice.severity, "")
    head = (
        Piece(f"{glyph} {visible(notice.title)}", style),
        Piece("" if notice.window is None else REPLAYED, "dim"),
    )
    body = first_lines(notice.description, True) if notice.description else ()
    return Row(notice.seq, Piece(visible(word(notice.severity, 11)), style), (head, *body))


_STEPS: Final = {"completed": ("✔", "good"), "in_progress": ("▸", "note"), "pending": ("○", "")}


def plan_rows(plan: Plan, full: bool) -> Iterator[Row]:
    """A plan's entries, or its text."""
    content = members(plan.content)
    if "entries" not in content:
        text = content.get("content", content.get("uri"))
        lines = first_lines(text if isinstance(text, str) else preview(content), full)
        yield Row(plan.last, Piece(visible(word(plan.type, 11)), "dim"), lines)
        return
    for entry in map(members, items(content["entries"])):
        glyph, style = _STEPS.get(word(entry.get("status")), ("?", ""))
        said = (Piece(f"{glyph} {visible(word(entry.get('content'), 2_000))}", style),)
        yield Row(None, Piece(visible(word(entry.get("priority"), 11)), "dim"), (said,))


def terminal_row(terminal: TerminalPicture, full: bool) -> Row:
    """A terminal with the end of its output."""
    ended = exit_status(terminal.exit) or ("released" if terminal.released else "runs, as far as known")
    head = join(
        f"$ {terminal.command}" if terminal.command else terminal.id,
        f"({terminal.id})" if terminal.command else "",
    )
    state = join(
        ended,
        size(terminal.size),
        "its beginning was cut by the Client" if terminal.truncated else "",
        f"{count(terminal.damaged, 'unreadable piece')} left out" if terminal.damaged else "",
        "killed" if terminal.killed else "",
        by=", ",
    )
    failed = members(terminal.exit).get("exitCode") not in (None, 0) or members(terminal.exit).get("signal") is not None
    return Row(
        terminal.first,
        Piece("terminal", terminal.owner.value),
        (
            line(visible(head), "bold"),
            line(visible(state), "error" if failed else "dim"),
            *last_lines(terminal.text, full),
        ),
    )


def file_row(file: FilePicture) -> Row:
    """A file that was read or written through the Client."""
    amount = "" if file.size is None else size(file.size)
    said = join(file.path or "?", amount, "" if file.ok else "failed")
    return Row(file.seq, Piece(file.operation, "dim"), (line(visible(said), "" if file.ok else "error"),))


def prompt_row(prompt: Prompt) -> Row:
    """What became of a prompt."""
    style = {"failed": "error", "rejected": "error", "pending": "note", "cancelled": "note"}.get(prompt.status, "good")
    error = members(prompt.error)
    said = join(prompt.status, prompt.stop_reason or "", word(error.get("code")), quoted(error.get("message")))
    return Row(prompt.seq, Piece("prompt", "client"), (line(visible(said), style),))


def unknown_row(update: UnknownPicture) -> Row:
    """An update of a kind that nobody knows."""
    rest = {name: value for name, value in members(update.update).items() if name != "sessionUpdate"}
    return Row(update.seq, Piece("update", "dim"), (line(visible(join(word(update.kind), preview(rest)))),))
