"""The demo: records the sample Client and Agent through the real tee, then shows what was recorded."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from acp_inspect.store.library import catch_up, library_folder

_SCENARIOS = {
    "tour": "a session as it should be",
    "faults": "an agent that breaks the protocol",
}


def main(argv: Sequence[str]) -> int:
    """Record, then view (in a terminal) or print. Exit code 0, or 1 if a conversation failed."""
    parser = argparse.ArgumentParser(
        prog="acp-inspect demo",
        description="Record a sample agent and client, then show the recordings. Needs no model and no network.",
    )
    parser.add_argument("--v2", action="store_true", help="let them speak version 2 of the protocol")
    parser.add_argument(
        "--scenario",
        choices=[*_SCENARIOS, "both"],
        default="both",
        help="; ".join(f"{name}: {what}" for name, what in _SCENARIOS.items()),
    )
    parser.add_argument("--no-view", action="store_true", help="print the timelines, also in a terminal")
    parser.add_argument("--fast", action="store_true", help="do not wait as people and models do")
    options = parser.parse_args(argv)
    scenarios = [*_SCENARIOS] if options.scenario == "both" else [options.scenario]
    patience = "a second" if options.fast else "five seconds"
    sys.stderr.write(f"Recording a sample agent and client; this takes about {patience} …\n")
    recordings = record(scenarios, 2 if options.v2 else 1, pace=0.05 if options.fast else 1.0)
    if recordings is None:
        return 1
    viewing = sys.stdout.isatty() and not options.no_view
    if viewing:
        return _run("view", str(recordings[0]))
    for scenario, path in zip(scenarios, recordings, strict=True):
        sys.stdout.write(f"\n{scenario}: {_SCENARIOS[scenario]} ({path})\n\n")
        sys.stdout.flush()
        if code := _run("show", str(path)):
            return code
    return 0


def record(scenarios: Sequence[str], version: int, *, pace: float) -> list[Path] | None:
    """Play the scenarios at the same time, each recorded: the recordings in that order, None if one failed.

    What goes wrong in a conversation is told on stderr; StoreError where it could not be recorded.
    `version`: of the protocol; `pace`: 1 is made for the eye.
    """
    playing = [_play(scenario, version, pace) for scenario in scenarios]
    failed = False
    for scenario, (_, process) in zip(scenarios, playing, strict=True):
        _, log = process.communicate()
        if process.returncode:
            sys.stderr.write(f"The scenario {scenario} failed (exit code {process.returncode}):\n{log}")
            failed = True
    if failed:
        return None
    paths = [path for path, _ in playing]
    for path in paths:
        catch_up(path)
    return paths


def _play(scenario: str, version: int, pace: float) -> tuple[Path, subprocess.Popen[str]]:
    """Start the sample Client with an agent command in which the tee stands before the agent, as in an editor."""
    path = library_folder() / f"{time.strftime('%Y%m%d-%H%M%S')}-demo-{scenario}-{os.getpid()}.acprec"
    python = [sys.executable, "-m"]
    tee = [*python, "acp_inspect", "record", "--quiet", "--name", f"demo-{scenario}", "--output", str(path), "--"]
    agent = [*python, "acp_inspect.demo.agent", "--pace", str(pace)]
    client = [*python, "acp_inspect.demo.client", "--scenario", scenario, "--pace", str(pace)]
    client += ["--v2"] * (version == 2) + ["--no-notices"] * (scenario == "faults")
    process = subprocess.Popen(
        [*client, "--", *tee, *agent],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    return path, process


def _run(*arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", "acp_inspect", *arguments], check=False).returncode
