"""Hypothesis profiles: `fast` for every run, `deep` for CI nights and hunts (HYPOTHESIS_PROFILE=deep)."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# No deadlines: the suite runs on loaded machines, and a slow example is not a wrong one.
_CALM = [HealthCheck.too_slow]
settings.register_profile("fast", max_examples=60, deadline=None, suppress_health_check=_CALM)
settings.register_profile("deep", max_examples=2_000, deadline=None, suppress_health_check=_CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))
