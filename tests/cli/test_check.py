"""`check`, `rules` and `rule`."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Program

OPEN = """\
# The capture of an Agent that breaks several rules
C @0 {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"c","version":"1"}}}
A @0.1 {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"authMethods":[],"agentInfo":{"name":"a","version":"1"}}}
C @0.2 {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
A @0.3 {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
"""
NOTICE = (
    'A @0.4 {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice",'
    '"severity":"info","title":"[red]hi[/red] \\u001b[31m"}}}\n'
)
AGAIN = 'A @0.5 {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}\n'


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A transcript with two errors, in lines 6 and 7."""
    file = tmp_path / "faulty.acp"
    file.write_text(OPEN + NOTICE + AGAIN)
    return file


def _found(ran_out: str) -> list[tuple[str, str, int | None]]:
    return [(found["rule"], found["level"], found["source_line"]) for found in json.loads(ran_out)]


def test_findings_as_json_say_what_where_and_why(cli: Program, faulty: Path) -> None:
    ran = cli("check", faulty, "--format", "json")
    assert ran.code == 1
    notice, again = json.loads(ran.out)
    assert notice["rule"] == "notice/ungated"
    assert {name: notice[name] for name in ("level", "side", "seq", "source_line", "pointer", "session", "version")} == {
        "level": "error", "side": "agent", "seq": 5, "source_line": 6, "pointer": "/params/update", "session": "s1",
        "version": 1,
    }  # fmt: skip
    assert notice["related"] == [1]
    assert again["rule"] == "jsonrpc/response-duplicate"
    assert again["source_line"] == 7
    assert set(notice) == {
        "file", "rule", "level", "side", "seq", "source_line", "pointer", "message", "related", "effect", "evidence",
        "session", "version",
    }  # fmt: skip


def test_a_clean_exchange_is_no_failure(cli: Program, tmp_path: Path) -> None:
    file = tmp_path / "clean.acp"
    file.write_text(OPEN)
    ran = cli("check", file)
    assert ran.code == 0
    assert "nothing found" in ran.out
    assert json.loads(cli("check", file, "--format", "json").out) == []


def test_the_report_marks_the_place_and_shows_the_proof(cli: Program, faulty: Path) -> None:
    out = cli("check", faulty).out
    assert "✖ notice/ungated  Agent · MUST · ACP v1" in out
    assert "proof: #1" in out
    assert "instead: " in out
    lines = out.split("\n")
    marks = next(number for number, line in enumerate(lines) if line.rstrip().endswith("^ /id"))
    start = lines[marks].index("^")
    assert lines[marks - 1][start] == "1"


def test_no_escape_gets_into_a_report(cli: Program, faulty: Path) -> None:
    for form in ("text", "github", "junit"):
        out = cli("check", faulty, "--format", form).out
        assert "\x1b" not in out
        assert "notice/ungated" in out


@pytest.mark.parametrize(
    ("options", "code", "rules"),
    [
        (("--fail-on", "never"), 0, ["notice/ungated", "jsonrpc/response-duplicate"]),
        (("--only", "notice"), 1, ["notice/ungated"]),
        (("--only", "jsonrpc/response-duplicate"), 1, ["jsonrpc/response-duplicate"]),
        (("--ignore", "jsonrpc"), 1, ["notice/ungated"]),
        (("--ignore", "jsonrpc", "--ignore", "notice"), 0, []),
        (("--side", "client"), 0, []),
    ],
)
def test_what_is_reported_can_be_chosen(
    cli: Program, faulty: Path, options: tuple[str, ...], code: int, rules: list[str]
) -> None:
    ran = cli("check", faulty, "--format", "json", *options)
    assert ran.code == code
    assert [found["rule"] for found in json.loads(ran.out)] == rules


def test_a_baseline_takes_away_what_is_known_as_often_as_it_is_there(
    cli: Program, faulty: Path, tmp_path: Path
) -> None:
    known = tmp_path / "known.json"
    known.write_text(cli("check", faulty, "--format", "json").out)
    assert cli("check", faulty, "--baseline", known).code == 0
    faulty.write_text(OPEN + NOTICE + NOTICE + AGAIN)
    ran = cli("check", faulty, "--baseline", known, "--format", "json", "--only", "notice/ungated")
    assert ran.code == 1
    assert _found(ran.out) == [("notice/ungated", "error", 7)]
    lines = tmp_path / "known.jsonl"
    lines.write_text(cli("check", faulty, "--format", "jsonl").out)
    assert cli("check", faulty, "--baseline", lines).code == 0


def test_settings_come_from_a_file_and_options_go_before_them(cli: Program, faulty: Path, tmp_path: Path) -> None:
    (tmp_path / "acp-inspect.toml").write_text('[check]\nignore = ["jsonrpc"]\nfail-on = "never"\n')
    ran = cli("check", faulty, "--format", "json")
    assert ran.code == 0
    assert [found["rule"] for found in json.loads(ran.out)] == ["notice/ungated"]
    assert cli("check", faulty, "--fail-on", "error").code == 1
    (tmp_path / "acp-inspect.toml").unlink()
    (tmp_path / "pyproject.toml").write_text('[tool.acp-inspect.check]\nside = "client"\n')
    assert json.loads(cli("check", faulty, "--format", "json").out) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[check]\nignore = 5\n", "check.ignore must be a list"),
        ("[check]\nfail_on = 'bad'\n", "must be one of error, warning, info, never"),
        ("[check]\ncolour = true\n", "check.colour is no setting"),
        ("[check\n", "no TOML"),
        ("check = 1\n", "check must be a table"),
        ("[check]\nonly = ['no/such-rule']\n", "there is no such rule or group"),
    ],
)
def test_broken_settings_are_misuse_and_say_where(
    cli: Program, faulty: Path, tmp_path: Path, text: str, message: str
) -> None:
    (tmp_path / "acp-inspect.toml").write_text(text)
    ran = cli("check", faulty)
    assert ran.code == 2
    assert ran.out == ""
    assert message in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--only", "notice/ungatd", "x.acp"), "did you mean notice/ungated"),
        (("nowhere.jsonl",), "nowhere.jsonl"),
        (("--baseline", "missing.json", "faulty.acp"), "--baseline missing.json: cannot be read"),
        (("--schema", "missing", "faulty.acp"), "there is no such folder"),
        (("empty.jsonl",), "empty"),
    ],
)
def test_misuse_is_one_clear_line(
    cli: Program, faulty: Path, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    (tmp_path / "empty.jsonl").write_bytes(b"")
    ran = cli("check", *arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_a_recording_is_checked_as_well_as_a_file(cli: Program, faulty: Path) -> None:
    path = cli("import", faulty).out.strip()
    ran = cli("check", path, "--format", "json")
    assert ran.code == 1
    assert _found(ran.out) == [("notice/ungated", "error", None), ("jsonrpc/response-duplicate", "error", None)]


def test_several_files_at_once(cli: Program, faulty: Path, tmp_path: Path) -> None:
    clean = tmp_path / "clean.acp"
    clean.write_text(OPEN)
    found = json.loads(cli("check", clean, faulty, "--format", "json").out)
    assert {entry["file"] for entry in found} == {str(faulty)}


def test_github_annotations(cli: Program, faulty: Path) -> None:
    first = cli("check", faulty, "--format", "github").out.split("\n")[0]
    assert first.startswith(f"::error file={faulty},line=6,title=notice/ungated (agent)::#5: ")


def test_junit(cli: Program, faulty: Path) -> None:
    root = ElementTree.fromstring(cli("check", faulty, "--format", "junit").out)
    assert root.get("failures") == "2"
    cases = root.findall("testsuite/testcase")
    assert [case.get("name") for case in cases] == ["notice/ungated (agent)", "jsonrpc/response-duplicate (agent)"]
    assert all(case.find("failure") is not None for case in cases)


def test_sarif(cli: Program, faulty: Path) -> None:
    log = json.loads(cli("check", faulty, "--format", "sarif").out)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    result = run["results"][0]
    assert result["ruleId"] == "notice/ungated"
    assert result["level"] == "error"
    place = result["locations"][0]
    assert place["physicalLocation"]["region"] == {"startLine": 6}
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "#5/params/update"
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == {"notice/ungated", "jsonrpc/response-duplicate"}


def test_rules_can_be_listed_and_filtered(cli: Program) -> None:
    assert cli("rules").out.count("\n") > 100
    out = cli("rules", "--group", "notice", "--json").out
    listed = [json.loads(line) for line in out.splitlines()]
    assert {entry["rule"].split("/")[0] for entry in listed} == {"notice"}
    for entry in (
        json.loads(line) for line in cli("rules", "--side", "client", "--level", "error", "--json").out.splitlines()
    ):
        assert entry["side"] in ("client", "either")
        assert entry["level"] == "error"
    assert cli("rules", "--group", "nonsense").code == 2


def test_a_rule_is_explained(cli: Program) -> None:
    out = cli("rule", "notice/ungated").out
    assert out.startswith("# notice/ungated\n")
    assert "## Why it matters" in out
    assert "## Facts" in out
    ran = cli("rule", "notice/ungatd")
    assert ran.code == 2
    assert "did you mean notice/ungated" in ran.err


def test_the_documentation_lists_the_members_in_their_order(cli: Program, faulty: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "findings-json.md").read_text()
    table = page.partition("| member | type |")[2].partition("\n\n")[0]
    listed = [line.split("`")[1] for line in table.splitlines() if line.startswith("| `")]
    told = json.loads(page.partition("```json\n")[2].partition("\n")[0])
    assert listed == list(told) == list(json.loads(cli("check", faulty, "--format", "json").out)[0])
