"""Where the schema data that comes with the program is read: the only file access of this layer."""

from __future__ import annotations

from importlib.resources import files


def packaged_file(version: int, name: str) -> bytes:
    """The bytes of a packaged schema file of a protocol version. Raises FileNotFoundError for versions without one."""
    return (files("acp_inspect.protocol") / f"v{version}" / name).read_bytes()
