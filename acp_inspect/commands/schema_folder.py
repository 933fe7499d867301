"""`--schema DIR`: judge by official schema files from a folder, so that a new draft can be tried the day it appears."""

from __future__ import annotations

from pathlib import Path

from acp_inspect.errors import UsageError
from acp_inspect.protocol.schema import load_surface_schema
from acp_inspect.protocol.surface import Surfaces, make_surfaces


def surfaces_of(folder: str) -> Surfaces:
    """The surfaces by the schemas in a folder. Raises UsageError where it holds none that can be used."""
    root = Path(folder)
    if not root.is_dir():
        raise UsageError(f"--schema {folder}: there is no such folder")
    try:
        files = {
            path.relative_to(root).as_posix(): path.read_bytes()
            for pattern in ("**/schema*.json", "package.json")
            for path in sorted(root.glob(pattern))
            if "node_modules" not in path.relative_to(root).parts
        }
    except OSError as error:
        raise UsageError(f"--schema {folder}: {error.filename}: {error.strerror}") from None
    return make_surfaces(load_surface_schema(1, True, files), load_surface_schema(2, True, files))
