"""Files that look like captures and are none."""

from __future__ import annotations

import pytest

from acp_inspect.importers.captured import ImportFault
from acp_inspect.importers.formats import detect
from tests.importers.reading import sample, source


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"event_type":"SessionUpdate","data":{}}\n', "holds AutoDev's events"),
        (b'{"resourceSpans":[{"scopeSpans":[]}]}\n', "holds OpenTelemetry spans"),
        (b'{\n  "resourceSpans": [\n', "holds OpenTelemetry spans"),
        (b"--> initialize (id=0) params={'protocolVersion': 1...\n", "holds gptme's summaries"),
        (sample("acpx.json"), "import the .stream.ndjson beside it"),
    ],
)
def test_the_reason_is_said(data: bytes, reason: str) -> None:
    with pytest.raises(ImportFault) as caught:
        detect(source(data))
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
