"""Where an Agent tells its slash commands, as rules about them ask: in an update, in v2 also in a session's setup."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import On
from acp_inspect.wire.json_text import Json

TOLD_AT: Final = (
    On(kinds=("notification",), updates=("available_commands_update",)),
    On(kinds=("response",), methods=("session/new", "session/resume", "session/fork")),
)
_NAME: Final = "availableCommands"


def told_commands(case: Case) -> Iterator[tuple[str, Json]]:
    """The commands of a message as they stand on the wire, each with its JSON pointer."""
    where: tuple[str, ...] = ("params", "update", _NAME) if case.kind == "notification" else ("result", _NAME)
    commands = at(case.wire, *where[1:])
    for place, command in enumerate(commands if isinstance(commands, list) else ()):
        yield pointer(*where, place), command


def in_commands(reach: str) -> bool:
    """Whether a pointer into params or result leads into a command."""
    return reach.startswith((f"/update/{_NAME}/", f"/{_NAME}/"))
