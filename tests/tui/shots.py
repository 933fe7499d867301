"""Turn the snapshots into PNG pictures, to look at: `python -m tests.tui.shots FOLDER [WORD]`. Needs `rsvg-convert`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_SNAPSHOTS = Path(__file__).parent / "__snapshots__"


def shoot(folder: Path, word: str = "") -> list[Path]:
    """A PNG in `folder` of each snapshot whose name has `word` in it."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = []
    for snapshot in sorted(path for path in _SNAPSHOTS.rglob("*.svg") if word in path.stem):
        picture = folder / f"{snapshot.stem.replace('[', '-').replace(']', '')}.png"
        # Without the attribute, librsvg drops the spaces that right-aligned text begins with.
        drawing = snapshot.read_text().replace("<text ", '<text xml:space="preserve" ')
        subprocess.run(["rsvg-convert", "--output", picture], input=drawing.encode(), check=True)
        pictures.append(picture)
    return pictures


if __name__ == "__main__":
    for picture in shoot(Path(sys.argv[1]), *sys.argv[2:3]):
        sys.stdout.write(f"{picture}\n")
