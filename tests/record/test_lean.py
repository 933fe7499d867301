"""The tee's start path imports only what costs nothing; a look at `sys.modules` in fresh processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.record.running import PATIENCE, python

ROOT = str(Path(__file__).parents[2])
OURS = {"", ".__main__", ".version", ".record"} | {
    f".record.{name}" for name in ("tee", "relay", "journal", "options", "place", "pump", "spawn")
}
ALLOWED = {"_signal", "_thread", "time"} | {f"acp_inspect{name}" for name in OURS}


def fresh(code: str) -> list[str]:
    """What `code` prints in an interpreter that has nothing but itself loaded."""
    line = [sys.executable, "-I", "-S", "-c", f"import sys\nsys.path.insert(0, {ROOT!r})\n{code}"]
    return subprocess.run(line, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout.split()


def test_importing_the_tee_loads_only_its_own() -> None:
    code = "import os, time\nbefore = set(sys.modules)\nimport acp_inspect.record.tee, acp_inspect.record.relay\n"
    loaded = set(fresh(code + "print(*set(sys.modules) - before)"))
    assert {"acp_inspect.record.tee", "acp_inspect.record.journal"} <= loaded
    assert loaded <= ALLOWED


def test_importing_the_entry_loads_nothing_else_of_ours() -> None:
    assert set(fresh("import acp_inspect.__main__\nprint(*[m for m in sys.modules if m.startswith('acp')])")) == {
        "acp_inspect",
        "acp_inspect.__main__",
    }


def test_a_whole_run_loads_only_its_own(tmp_path: Path) -> None:
    """From the entry to the exit, in a run where nothing goes wrong."""
    code = f"""
import os, time
before = set(sys.modules)
sys.argv = ["acp-inspect", "record", "--output", {str(tmp_path / "r")!r}, "--", *{python("os._exit(0)")!r}]
sys.executable = "/nonexistent"
leave = os._exit
def tell(status):
    os.write(9, " ".join(set(sys.modules) - before).encode())
    leave(status)
os._exit = tell
from acp_inspect.__main__ import main
os.dup2(2, 9, inheritable=False)
main()
"""
    line = [sys.executable, "-I", "-S", "-c", f"import sys\nsys.path.insert(0, {ROOT!r})\n{code}"]
    done = subprocess.run(line, capture_output=True, text=True, check=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
    loaded = set(done.stderr.split())
    assert "acp_inspect.record.relay" in loaded
    assert loaded <= ALLOWED
