"""The command palette: every action that has a key on this screen, by its name."""

from __future__ import annotations

from collections.abc import Coroutine
from functools import partial
from typing import NamedTuple

from textual.binding import ActiveBinding
from textual.command import DiscoveryHit, Hit, Hits
from textual.dom import DOMNode
from textual.screen import Screen
from textual.system_commands import SystemCommandsProvider


class Command(NamedTuple):
    """An action as people know it."""

    name: str
    keys: str
    tooltip: str
    action: str
    owner: DOMNode
    enabled: bool
    """Whether it can be done now."""


def commands_of(screen: Screen[object]) -> list[Command]:
    """The actions of a screen and its focused widget, each once, with all its keys."""
    found: dict[tuple[str, DOMNode], tuple[ActiveBinding, list[str]]] = {}
    for active in screen.active_bindings.values():
        # What has no tooltip is Textual's own plumbing, such as moving the focus.
        if active.binding.description and active.binding.tooltip:
            keys = found.setdefault((active.binding.action, active.node), (active, []))[1]
            keys.append(screen.app.get_key_display(active.binding))
    return [
        Command(binding.description, " ".join(dict.fromkeys(keys)), binding.tooltip, binding.action, owner, enabled)
        for (owner, binding, enabled, _), keys in found.values()
    ]


class ActionCommands(SystemCommandsProvider):
    """Textual's commands and ours."""

    def _commands(self) -> list[Command]:
        commands = commands_of(self.screen)
        return [command for command in commands if command.enabled and command.action != "command_palette"]

    async def discover(self) -> Hits:
        """Textual: all there is, before anything is typed."""
        for command in self._commands():
            yield DiscoveryHit(command.name, self._runs(command), help=_help(command))
        async for hit in super().discover():
            yield hit

    async def search(self, query: str) -> Hits:
        """Textual: what the typed text may mean."""
        matcher = self.matcher(query)
        for command in self._commands():
            score = max(matcher.match(command.name), matcher.match(command.tooltip) / 2)
            if score > 0:
                yield Hit(score, matcher.highlight(command.name), self._runs(command), help=_help(command))
        async for hit in super().search(query):
            yield hit

    def _runs(self, command: Command) -> partial[Coroutine[object, object, bool]]:
        return partial(self.app.run_action, command.action, command.owner)


def _help(command: Command) -> str:
    return f"{command.tooltip}  ({command.keys})"
