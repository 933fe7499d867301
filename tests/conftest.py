"""Hypothesis profiles: `fast` for every run, `deep` for CI nights and hunts (HYPOTHESIS_PROFILE=deep); and signals."""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

# No deadlines: the suite runs on loaded machines, and a slow example is not a wrong one.
_CALM = [HealthCheck.too_slow]
settings.register_profile("fast", max_examples=60, deadline=None, suppress_health_check=_CALM)
settings.register_profile("deep", max_examples=2_000, deadline=None, suppress_health_check=_CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))

# A suite that is started in the background inherits ignored signals, and would hand them on to the processes it tests.
signal.signal(signal.SIGINT, signal.default_int_handler)
for _ignored in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
    signal.signal(_ignored, signal.SIG_DFL)
