"""Our decoder agrees with the official TypeScript SDK's. Needs node and the npm package @agentclientprotocol/sdk.

The package is looked for in $ACP_SDK and in tests/protocol/node_modules; without it the corpus is still held against the
verdicts of the SDK that are recorded in it.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from pathlib import Path

import pytest

from acp_inspect.protocol.schema import VERSIONS, load_packaged_schema
from acp_inspect.wire.json_text import Json
from tests.protocol.differential import (
    CORPUS,
    Case,
    Explanation,
    corpus,
    differences,
    mutations,
    recorded_verdicts,
    sdk_answers,
)
from tests.protocol.test_formats import NO_TIMES, NO_URIS, TIMES, URIS

PACKAGE = Path("node_modules", "@agentclientprotocol", "sdk")
MUTATIONS = 12_000

MEANT: dict[Explanation, Case] = {
    Explanation.DEFAULT: Case(1, False, "InitializeResponse", {"protocolVersion": 1, "agentCapabilities": {}}),
    Explanation.UNKNOWN_MEMBER: Case(1, False, "AuthenticateRequest", {"methodId": "m", "colour": "red"}),
    Explanation.ROUNDED: Case(2, False, "CancelRequestNotification", {"requestId": 2**53 + 1}),
    Explanation.TRIMMED: Case(2, False, "ResourceLink", {"name": "n", "uri": " file:///a"}),
    Explanation.DOMAIN: Case(2, False, "ResourceLink", {"name": "n", "uri": "http://xn--/"}),
}
EDGES: list[tuple[int, str, Json]] = [
    (1, "MessageMcpResponse", {}),
    (1, "MessageMcpResponse", {"error": {"code": 1, "message": "m", "more": []}, "result": None}),
    (2, "SetSessionConfigOptionRequest", {"sessionId": "s", "configId": "c", "type": "_x"}),
    (2, "SetSessionConfigOptionRequest", {"sessionId": "s", "configId": "c", "type": "id", "value": True}),
    (1, "AuthMethod", {"type": "terminal", "id": "i", "name": "n", "args": 5}),
    (2, "MultiSelectItems", {"type": "string", "enum": [], "anyOf": [{"const": "a", "title": "A"}]}),
    (2, "Cost", {"amount": int("9" * 400), "currency": "EUR"}),
    (1, "SessionConfigSelectOptions", [{"group": "g", "name": "n", "options": 5}]),
    (2, "StateUpdate", {"state": "idle", "stopReason": "error", "error": {"code": "x"}}),
]


@pytest.fixture(scope="module")
def sdk() -> Path:
    """The folder of the npm package."""
    folder = Path(os.environ.get("ACP_SDK") or Path(__file__).parent / PACKAGE)
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    if not (folder / "package.json").is_file():
        pytest.skip("no @agentclientprotocol/sdk: npm install it and set ACP_SDK to its folder")
    packaged = load_packaged_schema(1, False).package_version
    version = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    if version != packaged:
        pytest.skip(f"the npm package is {version}, the packaged schema {packaged}")
    return folder


@pytest.mark.timeout(900)
def test_no_difference_but_explained_ones(sdk: Path) -> None:
    cases = corpus()
    cases += mutations(cases, seed=20_261_102, count=MUTATIONS)
    cases += [Case(version, True, definition, value) for version, definition, value in EDGES]
    cases += [Case(2, False, "ResourceLink", {"name": "n", "uri": uri}) for uri in URIS + NO_URIS]
    cases += [Case(2, False, "SessionInfoUpdate", {"updatedAt": time}) for time in TIMES + NO_TIMES]
    answers = sdk_answers(sdk, cases)
    assert len(answers) == len(cases) >= 10_000
    assert Counter(answer["ok"] for answer in answers).keys() == {True, False}
    found = [item for pair in zip(cases, answers, strict=True) for item in differences(*pair)]
    assert [item for item in found if item.explanation is None] == []


@pytest.mark.parametrize("explanation", MEANT)
def test_every_explanation_is_needed(sdk: Path, explanation: Explanation) -> None:
    case = MEANT[explanation]
    (answer,) = sdk_answers(sdk, [case])
    assert explanation in {item.explanation for item in differences(case, answer)}


@pytest.mark.parametrize("version", VERSIONS)
def test_the_verdicts_recorded_from_the_sdk(version: int) -> None:
    for case, accepted in recorded_verdicts(CORPUS / f"v{version}.jsonl", version):
        decoded = load_packaged_schema(version, case.unstable).decode(case.definition, case.value)
        assert decoded.lost is not accepted, case


@pytest.mark.parametrize(("version", "unstable"), [(version, flag) for version in VERSIONS for flag in (False, True)])
def test_the_corpus_has_every_method_and_every_session_update(version: int, unstable: bool) -> None:
    schema = load_packaged_schema(version, unstable)
    cases = [case for case in corpus() if (case.version, case.unstable) == (version, unstable)]
    wanted = {name for method in schema.methods for name in (method.params, method.result) if name}
    assert {case.definition for case in cases} >= wanted
    updates = [case.value.get("update") for case in cases if case.definition.endswith("SessionNotification")]
    kinds = {update.get("sessionUpdate") for update in updates if isinstance(update, dict)}
    variants = schema.variants("SessionUpdate")
    assert variants is not None
    assert kinds >= set(variants.tags)


CASE = Case(1, False, "AuthenticateRequest", {"methodId": "m"})


@pytest.mark.parametrize(
    "answer",
    [
        {"ok": None},
        {"ok": False},
        {"ok": True, "value": {"methodId": "n"}},
        {"ok": True, "value": {"methodId": 5}},
        {"ok": True, "value": {}},
        {"ok": True, "value": {"methodId": "m", "more": 1}},
        {"ok": True, "value": [{"methodId": "m"}]},
    ],
)
def test_a_real_difference_is_found(answer: dict[str, Json]) -> None:
    assert [item.explanation for item in differences(CASE, answer)] == [None]


def test_agreement_is_no_difference() -> None:
    assert differences(CASE, {"ok": True, "value": {"methodId": "m"}}) == []
