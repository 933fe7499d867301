"""Making the packaged schema data from a folder, and checking it against one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from acp_inspect.errors import UsageError
from acp_inspect.protocol.packaged import packaged_file
from acp_inspect.schema_tool import made_from, main
from tests.protocol.test_differential import sdk as sdk
from tests.protocol.test_schema import OFFICIAL


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder like the npm package, with a schema of one method."""
    (tmp_path / "package.json").write_text('{"name": "some", "version": "1.0.0"}', encoding="utf-8")
    definitions = {**OFFICIAL["$defs"], "Ask": {"type": "object", "x-method": "ask", "x-side": "client"}}
    for version in (1, 2):
        folder = tmp_path / "schema" / f"v{version}"
        folder.mkdir(parents=True)
        for name in ("schema.json", "schema.unstable.json"):
            (folder / name).write_text(json.dumps(OFFICIAL | {"$defs": definitions}), encoding="utf-8")
    return tmp_path


def test_four_files_are_made_always_the_same(package: Path) -> None:
    made = made_from(package)
    assert sorted(str(path.relative_to(path.parents[1])) for path in made) == [
        "v1/schema.json",
        "v1/schema.unstable.json",
        "v2/schema.json",
        "v2/schema.unstable.json",
    ]
    assert made == made_from(package)
    assert all(json.loads(content)["package"] == "some" for content in made.values())


def test_another_folder_fails_the_check_and_changes_nothing(package: Path) -> None:
    before = packaged_file(1, "schema.json")
    result = CliRunner().invoke(main, ["--check", str(package)])
    assert result.exit_code == 1
    assert "v1/schema.json, v1/schema.unstable.json, v2/schema.json, v2/schema.unstable.json" in result.output
    assert packaged_file(1, "schema.json") == before


def test_a_key_word_that_decoding_does_not_know_stops_the_tool(package: Path) -> None:
    path = package / "schema" / "v2" / "schema.json"
    path.write_text(json.dumps(OFFICIAL), encoding="utf-8")
    with pytest.raises(UsageError, match=r"schema/v2/schema\.json uses key words .*: pattern"):
        made_from(package)


def test_a_folder_without_the_package_is_refused_in_one_line(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, [str(tmp_path)])
    assert result.exit_code == 1
    assert result.output.count("\n") == 1
    assert "package.json: No such file or directory; give the folder of the npm package" in result.output


def test_the_packaged_files_are_what_the_official_package_makes(sdk: Path) -> None:
    result = CliRunner().invoke(main, ["--check", str(sdk)])
    assert (result.exit_code, result.output) == (0, "4 files, all as made\n")
