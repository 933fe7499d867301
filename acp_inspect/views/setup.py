"""Rows for what a session and a connection are set to: options, modes, commands, usage, capabilities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.entities import ACTIVITY, COMMANDS, CONFIG, INFO, MODES, SETUP, USAGE, Ref
from acp_inspect.protocol.picture import ConnectionPicture, SessionPicture
from acp_inspect.views.layout import Row
from acp_inspect.views.parts import line
from acp_inspect.views.pieces import items, join, members, word
from acp_inspect.views.state import Moment
from acp_inspect.views.state_text import connection_section
from acp_inspect.views.text import Piece
from acp_inspect.views.units import count
from acp_inspect.views.updates import number
from acp_inspect.views.visible import clip, visible, visible_lines
from acp_inspect.wire.json_text import Json, write_json

_LONGEST: Final = 20_000
_MOST: Final = 200


def setup_rows(picture: SessionPicture) -> Iterator[tuple[Ref, Row]]:
    """A session's own rows, each with what it is about."""
    activity = picture.activity
    doing = join(
        join(activity.state, f"({activity.stop_reason})" if activity.stop_reason else ""),
        "asked to cancel" if activity.cancel_requested else "",
        count(len(activity.background), "background task") if activity.background else "",
        "the connection is gone; this is how it was" if picture.stale else "",
        by=", ",
    )
    yield Ref(ACTIVITY), _row("activity", doing)
    came = join({"unknown": "from before the recording"}.get(picture.origin, picture.origin), picture.status, by=", ")
    yield Ref(SETUP), _row("session", join(picture.id, came, by="  "))
    if picture.info.title:
        yield Ref(INFO), _row("title", picture.info.title)
    if picture.cwd is not None:
        yield Ref(SETUP), _row("folder", ", ".join([picture.cwd, *picture.roots]))
    if picture.usage is not None:
        cost = members(picture.usage.cost)
        spent = join(word(cost.get("amount")), word(cost.get("currency")))
        used = f"{number(picture.usage.used)} of {number(picture.usage.size)} tokens"
        yield Ref(USAGE), _row("usage", join(used, spent, by=", "))
    yield from _modes(picture.modes)
    for option in map(members, items(list(picture.config or ()))[:_MOST]):
        unconfirmed = " (set, not confirmed)" if option.get("id") in picture.changing else ""
        value = option.get("currentValue")
        shown = word(value) if isinstance(value, str) else write_json(value)
        said = f"{word(option.get('name') or option.get('id'))} = {shown}{unconfirmed}"
        yield Ref(CONFIG), _row("option", said, _names(option.get("options"), "value"))
    for command in map(members, items(list(picture.commands or ()))[:_MOST]):
        yield Ref(COMMANDS), _row("command", f"/{word(command.get('name'))}", word(command.get("description"), 300))


def _modes(modes: Json) -> Iterator[tuple[Ref, Row]]:
    if modes is not None:
        told = members(modes)
        yield Ref(MODES), _row("mode", word(told.get("currentModeId")), _names(told.get("availableModes"), "id"))


def _names(offered: Json, key: str) -> str:
    names = [word(members(one).get(key) or members(one).get("name")) for one in items(offered)[:_MOST]]
    return f"of {', '.join(names)}" if names else ""


def _row(label: str, text: str, more: str = "") -> Row:
    lines = [line(text)] + ([line(more, "dim")] if more else [])
    return Row(None, Piece(label, "dim"), tuple(lines))


def capability_rows(picture: ConnectionPicture, moment: Moment) -> Iterator[Row]:
    """Who talks to whom, and what each side advertised."""
    yield from connection_section(picture, moment).rows
    told = {
        "client can": picture.client.capabilities,
        "agent can": picture.agent.capabilities,
        "log in by": list(picture.auth_methods) or None,
        "providers": list(picture.providers) or None,
    }
    for label, value in told.items():
        if value is None:
            yield Row(None, Piece(label, "dim"), (line("nothing was said", "dim"),))
            continue
        text = visible_lines(clip(write_json(value, indent=2), _LONGEST))
        yield Row(None, Piece(label, "dim"), tuple((Piece(visible(one), "code"),) for one in text.split("\n")))
