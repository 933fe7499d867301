"""The nearest event of a kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from acp_inspect.store.findings import judge_recording
from acp_inspect.store.reader import Recording
from acp_inspect.store.seek import Seek
from tests.store.tables import AGENT, CLIENT, STDERR, recorded

LINES = [
    (STDERR, b"INFO\n"),
    (CLIENT, b'{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}\n'),
    (AGENT, b'{"jsonrpc":"2.0","method":"session/prompt"}\n'),
    (STDERR, b"WARN\n"),
    (AGENT, b"no json\n"),
    (AGENT, b"\n"),
    (CLIENT, b'{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}\n'),
]


@pytest.mark.parametrize(("what", "seqs"), [(Seek.MESSAGE, [2, 3, 5, 7]), (Seek.TURN, [2, 7])])
def test_the_nearest_one_in_either_direction(tmp_path: Path, what: Seek, seqs: list[int]) -> None:
    with Recording.open(recorded(tmp_path / "a.acprec", LINES)) as recording:
        for here in range(9):
            after = [seq for seq in seqs if seq > here]
            before = [seq for seq in seqs if seq < here]
            assert recording.seek(what, here, forward=True) == (after[0] if after else None)
            assert recording.seek(what, here, forward=False) == (before[-1] if before else None)


def test_findings_are_found_where_they_are(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.acprec", LINES)
    judge_recording(path)
    with Recording.open(path) as recording:
        seqs = sorted({finding.seq for finding in recording.findings()})
        assert 5 in seqs
        assert recording.seek(Seek.FINDING, 0, forward=True) == seqs[0]
        assert recording.seek(Seek.FINDING, seqs[0], forward=False) is None
