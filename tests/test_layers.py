"""What importing a part pulls in: only a look at `sys.modules` can tell an eager import from a deferred one."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"textual", "rich", "sqlite3", "sqlite_utils", "asyncio", "anyio", "click", "subprocess", "socket", "pydantic"}
CORE = ["wire.transcript", "wire.rpc", "trace.correlate", "trace.handshake", "analysis"]


@pytest.mark.parametrize("module", CORE)
def test_the_core_loads_nothing_of_the_outside(module: str) -> None:
    script = f"import sys, acp_inspect.{module}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    assert f"acp_inspect.{module}" in loaded
    assert HEAVY.isdisjoint(loaded)
