"""Settings of `check` from `acp-inspect.toml` or `pyproject.toml`, of this folder or one above that has them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from acp_inspect.errors import UsageError

_NAMES: Final = ("acp-inspect.toml", "pyproject.toml")


@dataclass(frozen=True, slots=True)
class CheckConfig:
    """The table `[check]`; None = not set."""

    only: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    side: str | None = None
    fail_on: str | None = None
    dialect: str | None = None
    pedantic: bool | None = None
    baseline: str | None = None
    schema: str | None = None


_CHOICES: Final = {
    "side": ("client", "agent"),
    "fail_on": ("error", "warning", "info", "never"),
    "dialect": ("aug", "nov", "post"),
}


def find_config(folder: Path) -> CheckConfig:
    """The settings that hold in a folder. Raises UsageError for a file that is broken, with the place."""
    for place in (folder, *folder.parents):
        for name in _NAMES:
            path = place / name
            if path.is_file():
                table = _table(path)
                if table is not None:
                    return _config(path, table)
    return CheckConfig()


def _table(path: Path) -> dict[str, Any] | None:
    try:
        whole = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: no TOML: {error}") from None
    if path.name == "pyproject.toml":
        tools = whole.get("tool")
        ours: Any = tools.get("acp-inspect") if isinstance(tools, dict) else None
        if ours is None:
            return None
        if not isinstance(ours, dict):
            raise UsageError(f"{path}: tool.acp-inspect must be a table")
        whole = ours
    table = whole.get("check", {})
    if not isinstance(table, dict):
        raise UsageError(f"{path}: check must be a table")
    return table


def _config(path: Path, table: dict[str, Any]) -> CheckConfig:
    known = {field.name for field in fields(CheckConfig)}
    values: dict[str, Any] = {}
    for key, value in table.items():
        name = key.replace("-", "_")
        if name not in known:
            names = ", ".join(sorted(field.replace("_", "-") for field in known))
            raise UsageError(f"{path}: check.{key} is no setting; the settings are {names}")
        values[name] = _value(path, key, name, value)
    for name in ("baseline", "schema"):
        if name in values:
            # Paths are meant from where they are written.
            values[name] = str(path.parent / values[name])
    return CheckConfig(**values)


def _value(path: Path, key: str, name: str, value: Any) -> Any:
    if name in ("only", "ignore"):
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise UsageError(f"{path}: check.{key} must be a list of rules or groups")
        return tuple(value)
    if name == "pedantic":
        if not isinstance(value, bool):
            raise UsageError(f"{path}: check.{key} must be true or false")
        return value
    if not isinstance(value, str):
        raise UsageError(f"{path}: check.{key} must be a string")
    if name in _CHOICES and value not in _CHOICES[name]:
        raise UsageError(f"{path}: check.{key} is {value!r}; it must be one of {', '.join(_CHOICES[name])}")
    return value
