"""The command palette: every action that has a key on this screen, by its name."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from functools import partial
from typing import NamedTuple

from textual.binding import Binding
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


def commands_of(screen: Screen[object]) -> list[Command]:
    """The actions of a screen and its focused widget that can be done now, each once, with all its keys."""
    found: dict[tuple[str, DOMNode], tuple[Binding, list[str]]] = {}
    for owner, binding in _bindings(screen):
        found.setdefault((binding.action, owner), (binding, []))[1].append(screen.app.get_key_display(binding))
    return [
        Command(binding.description, " ".join(keys), binding.tooltip, binding.action, owner)
        for (_, owner), (binding, keys) in found.items()
    ]


def _bindings(screen: Screen[object]) -> Iterator[tuple[DOMNode, Binding]]:
    for active in screen.active_bindings.values():
        binding = active.binding
        # What has no tooltip is Textual's own plumbing, such as moving the focus.
        if active.enabled and binding.description and binding.tooltip:
            yield active.node, binding


class ActionCommands(SystemCommandsProvider):
    """Textual's commands and ours."""

    def _commands(self) -> list[Command]:
        return [command for command in commands_of(self.screen) if command.action != "command_palette"]

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
