"""The generated pages are up to date, and `--check` would tell if they were not."""

from __future__ import annotations

from pathlib import Path

import pytest

from acp_inspect.cli import COMMANDS
from acp_inspect.rules.registry import all_rules
from docs import build


def test_the_pages_are_up_to_date() -> None:
    assert build.stale(build.pages()) == []


def test_every_command_is_on_the_page() -> None:
    page = build.pages()[build.DOCS / "cli.md"]
    assert [line[3:] for line in page.splitlines() if line.startswith("## ")] == list(COMMANDS)


def test_every_rule_has_its_page_and_its_row() -> None:
    generated = build.pages()
    index = generated[build.DOCS / "rules" / "index.md"]
    for rule in all_rules():
        assert generated[build.DOCS / "rules" / f"{rule.id}.md"].startswith(f"# {rule.id}\n")
        row = next(line for line in index.splitlines() if f"({rule.id}.md)" in line)
        assert row.startswith(f"| [{rule.id.partition('/')[2]}](")
        assert row.replace("\\|", "").count("|") == 6
        assert f" {rule.level.value} " in row


def test_pages_that_differ_are_told_and_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "DOCS", tmp_path / "docs")
    monkeypatch.setattr(build, "GENERATORS", (lambda: iter([("own/a.md", "A\n"), ("b.md", "B\n")]),))
    monkeypatch.setattr(build, "OWNED_FOLDERS", ("own",))
    (tmp_path / "docs" / "own").mkdir(parents=True)
    (tmp_path / "docs" / "own" / "gone.md").write_text("old")
    (tmp_path / "docs" / "by-hand.md").write_text("stays")
    assert build.main(["--check"]) == 1
    told = capsys.readouterr().err
    assert [line.split()[0] for line in told.splitlines()] == ["docs/own/a.md", "docs/b.md", "docs/own/gone.md"]
    assert build.main([]) == 0
    assert build.main(["--check"]) == 0
    files = sorted(path.name for path in (tmp_path / "docs").rglob("*.md"))
    assert files == ["a.md", "b.md", "by-hand.md"]
