"""Keys that the footer has no room for; help and palette have them all."""

from __future__ import annotations

from textual.binding import Binding


def key(keys: str, action: str, name: str, tooltip: str, shown: str | None = None) -> Binding:
    """A key that is not in the footer. `shown`: how it is written, where Textual's name for it is another."""
    return Binding(keys, action, name, show=False, key_display=shown, tooltip=tooltip)
