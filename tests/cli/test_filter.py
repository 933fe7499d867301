"""Filters on the command line."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from acp_inspect.store.findings import judge_recording
from tests.cli.conftest import Program, process
from tests.cli.test_show import numbers


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["sample", "status:error"], [6, 8]),
        (["status:error"], [6, 8]),
        (["1", "stderr"], [5]),
        (["not", "side:agent"], [1, 3, 6, 9]),
        (["(kind:response)", "or", "stderr"], [2, 4, 5, 8]),
        (["!kind:message"], [5, 9]),
        (["1", "latency:>1s or malformed", "side:client"], [6]),
        (["--filter", "kind:request"], [1, 3, 6]),
        (["kind:request or stderr", "--filter", "session:A or stderr"], [5, 6]),
        (["1", "loading"], [7]),
        (["side:agent", "--from", "3", "--to", "+9.25"], [4, 5, 7, 8]),
        (["side:agent", "--from", "7", "--to", "7"], [7]),
        (["status:pending"], []),
        (["--filter", " "], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (["finding:stdio"], [7]),
        (["--follow", "level:error", "kind:malformed"], [7]),
    ],
)
def test_show_prints_what_meets_the_filter(
    cli: Program, recording: Path, arguments: list[str], shown: list[int]
) -> None:
    ran = cli("show", *arguments)
    assert (ran.code, ran.err) == (0, "")
    assert numbers(ran.out) == shown


def test_a_file_is_a_recording_even_if_its_name_reads_as_a_filter(cli: Program, recording: Path) -> None:
    other = recording.rename(Path("status:error"))
    assert len(numbers(cli("show", other).out)) == 9


def test_filtered_json_has_only_what_was_found(cli: Program, recording: Path) -> None:
    events = [json.loads(line) for line in cli("show", "kind:response", "--json").out.splitlines()]
    assert [event["seq"] for event in events] == [2, 4, 8]


@pytest.mark.parametrize(
    "command", [["show", "--filter"], ["export", "--format", "acp", "--filter"], ["check", "--filter"]]
)
def test_a_wrong_filter_is_a_mistake_that_says_where(cli: Program, recording: Path, command: list[str]) -> None:
    ran = cli(*command, "stderr stauts:error")
    assert (ran.code, ran.out) == (2, "")
    assert f"{command[0]}: in the filter, at “stauts”: there is no operator “stauts”; did you mean status?" in ran.err
    ended = cli(*command, "(stderr or")
    assert "in the filter, at its end: a condition is missing here" in ended.err


def test_a_filtered_export_says_what_it_leaves_out(cli: Program, recording: Path) -> None:
    out = cli("export", "--format", "acp", "--filter", "kind:request").out.splitlines()
    assert [line.split()[0] for line in out] == ["C", "=", "C", "=", "C", "="]
    assert "left out by a filter" in out[1]


def test_a_filtered_export_without_stderr_leaves_no_gap(cli: Program, recording: Path) -> None:
    whole = cli("export", "--format", "jsonl").out.splitlines()
    assert cli("export", "--format", "jsonl", "--filter", "not stderr").out.splitlines() == whole[:4] + whole[5:]
    assert cli("export", "--format", "jsonl", "--filter", "").out.splitlines() == whole


def test_what_is_left_out_is_not_taken_for_missing(cli: Program, recording: Path, tmp_path: Path) -> None:
    file = tmp_path / "part.jsonl"
    assert cli("export", "--format", "jsonl", "--filter", "method:initialize or kind:response", "-o", file).code == 0

    def rules(file: Path) -> set[str]:
        return {json.loads(line)["rule"] for line in cli("check", "--format", "jsonl", file).out.splitlines()}

    assert "jsonrpc/response-unknown-id" not in rules(file)
    without_gaps = tmp_path / "without.jsonl"
    without_gaps.write_text("".join(line for line in file.read_text().splitlines(True) if '"control"' not in line))
    assert "jsonrpc/response-unknown-id" in rules(without_gaps)
    assert cli("import", file).code == 0
    assert "gap" in cli("show").out


def test_raw_has_the_lines_of_the_stream_that_meet_the_filter(recording: Path) -> None:
    exporting = process(
        "export", recording, "--format", "raw", "--stream", "a2c", "--filter", "malformed or side:client"
    )
    assert exporting.communicate(timeout=60) == (b"Loading\x1b]0;title\x07\n", b"")


def test_check_reports_findings_about_what_meets_the_filter(cli: Program, recording: Path, sample: Path) -> None:
    def found(*arguments: str) -> list[tuple[str, int]]:
        out = cli("check", "--format", "jsonl", *arguments, sample).out
        return [(finding["rule"], finding["seq"]) for finding in map(json.loads, out.splitlines())]

    everything = found()
    assert {seq for _, seq in everything} > {7}
    assert found("--filter", "malformed") == [one for one in everything if one[1] == 7] != []
    # Asked of what this check finds: nothing is stored yet.
    assert found("--filter", "finding:stdio") == [one for one in everything if one[1] == 7]
    assert found("--filter", "not finding:*") == []
    assert found("--filter", "session:A or text:loading") == [
        one for one in everything if one[1] in (4, 5, 6, 7, 8) and one[1] != 5
    ]
    assert cli("check", "--filter", "stderr", sample).code == 0


def test_the_language_is_explained(cli: Program) -> None:
    ran = cli("filters")
    assert (ran.code, ran.err) == (0, "")
    assert "\n  latency:" in ran.out


def test_filters_are_completed(recording: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def completed(words: str) -> list[str]:
        monkeypatch.setenv("_ACP_INSPECT_COMPLETE", "zsh_complete")
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
        out, errors = process().communicate(timeout=60)
        assert errors == b""
        # zsh's script wants colons escaped.
        return [line.replace("\\:", ":") for line in out.decode().splitlines()[1::3]]

    assert completed("acp-inspect show sample stat") == ["status:"]
    assert completed("acp-inspect show sample status:er") == ["status:error"]
    assert completed("acp-inspect check --filter finding:notice/unga") == ["finding:notice/ungated"]


def test_a_long_search_shows_how_far_it_is_in_a_terminal(recording: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = (
        "import acp_inspect.commands.filtering as filtering; filtering._QUIET_SECONDS = -1\n"
        "import sys; from acp_inspect.cli import main; main(sys.argv[1:])"
    )
    judge_recording(recording)
    master, slave = pty.openpty()
    command = [sys.executable, "-c", script, "show", str(recording), "text:zzz"]
    showing = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=slave)
    os.close(slave)
    told = b""
    try:
        while piece := os.read(master, 65536):
            told += piece
    except OSError:
        pass
    finally:
        os.close(master)
    out, _ = showing.communicate(timeout=60)
    assert (showing.returncode, out) == (0, b"")
    assert told == "\rsearching … 100 %\r\x1b[K".encode()


def test_following_shows_findings_once_the_rules_have_spoken(tmp_path: Path) -> None:
    agent = "import sys; [print('noise', flush=True) for line in sys.stdin]"
    path = tmp_path / "live.acprec"
    recording = process("record", "--output", path, "--", sys.executable, "-c", agent, stdin=subprocess.PIPE)
    assert recording.stdin is not None
    recording.stdin.write(b'{"jsonrpc":"2.0","method":"hello"}\n')
    recording.stdin.flush()
    while not path.exists():
        assert recording.poll() is None
    following = process("show", "--follow", path, "finding:stdio", "text:noise")
    out, errors = recording.communicate(timeout=60)
    assert (recording.returncode, errors) == (0, b"")
    assert out == b"noise\n"
    shown, errors = following.communicate(timeout=60)
    assert (following.returncode, errors) == (0, b"")
    assert [line.split()[4] for line in shown.decode().splitlines()] == ["malformed"]
