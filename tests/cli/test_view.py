"""`view`: opens the viewer on what was asked for."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from acp_inspect.commands.export_to import export_to
from tests.cli.conftest import Program


@pytest.mark.parametrize(("arguments", "reference"), [([], None), (["bug-17"], "bug-17")])
def test_the_viewer_gets_the_reference(
    cli: Program, monkeypatch: pytest.MonkeyPatch, arguments: list[str], reference: str | None
) -> None:
    opened: list[tuple[str | None, object]] = []
    viewer = ModuleType("acp_inspect.tui.app")
    monkeypatch.setattr(viewer, "run", lambda *arguments: opened.append(arguments), raising=False)
    monkeypatch.setitem(sys.modules, "acp_inspect.tui.app", viewer)
    for stream in ("sys.stdin", "sys.stdout"):
        monkeypatch.setattr(f"{stream}.isatty", lambda: True, raising=False)
    assert cli("view", *arguments).code == 0
    assert opened == [(reference, export_to)]
