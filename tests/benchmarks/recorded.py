"""How many lines of traffic a tee's recording holds."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

_TRAFFIC = "SELECT count(*) FROM line WHERE stream < 2"


def recorded(path: Path) -> int:
    """Counts the lines; finishes the ingest of one of ours first, as any reading command does."""
    if path.suffix == ".acprec":
        subprocess.run([sys.executable, "-m", "acp_inspect", "path", str(path)], check=True, stdout=subprocess.DEVNULL)
    with sqlite3.connect(path) as database:
        query = _TRAFFIC if path.suffix == ".acprec" else "SELECT count(*) FROM line"
        count = int(database.execute(query).fetchone()[0])
    database.close()
    return count
