"""What the viewer knows of exporting: who calls it brings the means."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Protocol

FORMS: Final = (".jsonl", ".acp", ".c2a", ".a2c", ".stderr")


class Export(Protocol):
    """Writes a recording, or its events `first` to `last`, to a new file whose name says in which form."""

    def __call__(self, path: Path, target: Path, first: int = 0, last: int = 0, /) -> int:
        """Returns the file's size in bytes. Raises AcpInspectError."""


def form_note(text: str) -> str:
    """What is wrong with a file's name; empty = nothing."""
    return "" if Path(text.strip()).suffix in FORMS else f"end the name in {', '.join(FORMS)}"
