"""Where an Agent tells its slash commands, as rules about them ask: in an update, in v2 also in a session's setup."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import On

TOLD_AT: Final = (
    On(kinds=("notification",), updates=("available_commands_update",)),
    On(kinds=("response",), methods=("session/new", "session/resume", "session/fork")),
)
_NAME: Final = "availableCommands"


def told_names(case: Case) -> Iterator[tuple[str, str]]:
    """The names of the commands in a message as they stand on the wire, each with its command's JSON pointer."""
    where: tuple[str, ...] = ("params", "update", _NAME) if case.kind == "notification" else ("result", _NAME)
    commands = at(case.wire, *where[1:])
    for place, command in enumerate(commands if isinstance(commands, list) else ()):
        name = at(command, "name")
        if isinstance(name, str):
            yield pointer(*where, place), name


def in_commands(reach: str) -> bool:
    """Whether a pointer into params or result leads into a command."""
    return reach.startswith((f"/update/{_NAME}/", f"/{_NAME}/"))
