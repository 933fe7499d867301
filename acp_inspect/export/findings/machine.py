"""Findings for programs: JSON, JSON lines, GitHub annotations, JUnit XML and SARIF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

import orjson

from acp_inspect.export.findings.judged import Judged, as_object
from acp_inspect.rules.declare import Finding
from acp_inspect.rules.page import read_page
from acp_inspect.rules.registry import rules_by_id
from acp_inspect.version import VERSION
from acp_inspect.views.visible import visible

_SARIF_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}
_GITHUB_LEVELS: Final = {"error": "error", "warning": "warning", "info": "notice"}


def json_report(judged: Sequence[Judged]) -> Iterator[str]:
    """One array of all findings."""
    found = [as_object(one, finding) for one in judged for finding in one.findings]
    yield orjson.dumps(found, option=orjson.OPT_INDENT_2).decode()


def jsonl_report(judged: Sequence[Judged]) -> Iterator[str]:
    """One object a line."""
    for one in judged:
        for finding in one.findings:
            yield orjson.dumps(as_object(one, finding)).decode()


def github_report(judged: Sequence[Judged]) -> Iterator[str]:
    """Workflow commands, which GitHub shows as annotations."""
    for one in judged:
        for finding in one.findings:
            line = one.source_line(finding.seq)
            place = f"file={_property(one.name)}" + (f",line={line}" if line else "")
            title = _property(f"{finding.rule} ({finding.side.value})")
            text = _data(f"#{finding.seq}: {visible(finding.message)}")
            yield f"::{_GITHUB_LEVELS[finding.level.value]} {place},title={title}::{text}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(visible(text)).replace(":", "%3A").replace(",", "%2C")


def junit_report(judged: Sequence[Judged]) -> Iterator[str]:
    """One suite for each checked thing, one case for each rule that was broken in it; information is no failure."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    failures = sum(one.count("error") + one.count("warning") for one in judged)
    yield f'<testsuites name="acp-inspect" failures="{failures}">'
    for one in judged:
        broken: dict[tuple[str, str], list[Finding]] = {}
        for finding in one.findings:
            broken.setdefault((finding.rule, finding.side.value), []).append(finding)
        failed = sum(any(finding.level.value != "info" for finding in found) for found in broken.values())
        suite = _attribute(one.name)
        yield f'  <testsuite name={suite} tests="{len(broken) or 1}" failures="{failed}">'
        if not broken:
            yield f'    <testcase classname={suite} name="conforms"/>'
        for (rule, side), found in broken.items():
            yield f"    <testcase classname={suite} name={_attribute(f'{rule} ({side})')}>"
            text = "\n".join(f"#{finding.seq} {finding.pointer} {finding.message}" for finding in found)
            worst = [finding for finding in found if finding.level.value != "info"]
            if worst:
                first = worst[0]
                yield (
                    f"      <failure type={_attribute(first.level.value)} message={_attribute(first.message)}>"
                    f"{_xml(text)}</failure>"
                )
            else:
                yield f"      <system-out>{_xml(text)}</system-out>"
            yield "    </testcase>"
        yield "  </testsuite>"
    yield "</testsuites>"


def _xml(text: str) -> str:
    # `visible` also takes away the control characters that XML cannot hold.
    return escape("\n".join(visible(line) for line in text.split("\n")))


def _attribute(text: str) -> str:
    return quoteattr(visible(text))


def sarif_report(judged: Sequence[Judged]) -> Iterator[str]:
    """SARIF 2.1.0. A location is the file's line where it is known; the message's place in the recording always is."""
    used = sorted({finding.rule for one in judged for finding in one.findings})
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {"name": "acp-inspect", "version": VERSION, "rules": [_sarif_rule(rule) for rule in used]}
                },
                "results": [_sarif_result(one, finding) for one in judged for finding in one.findings],
            }
        ],
    }
    yield orjson.dumps(log, option=orjson.OPT_INDENT_2).decode()


def _sarif_rule(rule_id: str) -> dict[str, Any]:
    rule = rules_by_id().get(rule_id)
    if rule is None:
        return {"id": rule_id}
    page = read_page(rule.page)
    return {
        "id": rule_id,
        "shortDescription": {"text": page.summary},
        "help": {"text": page.text, "markdown": page.text},
        "defaultConfiguration": {"level": _SARIF_LEVELS[rule.level.value]},
    }


def _sarif_result(judged: Judged, finding: Finding) -> dict[str, Any]:
    line = judged.source_line(finding.seq)
    physical: dict[str, Any] = {"artifactLocation": {"uri": judged.name}}
    if line:
        physical["region"] = {"startLine": line}
    return {
        "ruleId": finding.rule,
        "level": _SARIF_LEVELS[finding.level.value],
        "message": {"text": finding.message},
        "locations": [
            {
                "physicalLocation": physical,
                "logicalLocations": [{"fullyQualifiedName": f"#{finding.seq}{finding.pointer}", "kind": "member"}],
            }
        ],
        "properties": {
            name: value for name, value in as_object(judged, finding).items() if name not in ("file", "rule", "message")
        },
    }
