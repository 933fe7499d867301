"""Runs the tee with a stand-in for the recorder: `launch.py RECORDER record ...`.

The tee starts its recorder with `sys.executable`, so this is the place where a test can put another program, and with
it keep the journal from being read and removed while the test looks at it.
"""

from __future__ import annotations

import sys

from acp_inspect.__main__ import main

if __name__ == "__main__":
    sys.executable = sys.argv.pop(1)
    main()
