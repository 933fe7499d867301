"""Offers what may be typed next in a filter, behind the cursor."""

from __future__ import annotations

from collections.abc import Callable

from textual.suggester import Suggester

from acp_inspect.views.filter_language.complete import Known, complete


class FilterSuggester(Suggester):
    """Completes with the likeliest candidate. `known` gives the names there are, None while they are being read."""

    def __init__(self, known: Callable[[], Known | None]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._known = known

    async def get_suggestion(self, value: str) -> str | None:
        """Textual: the whole text as it may go on; None = nothing begins so."""
        known = self._known()
        if known is None:
            return None
        found = complete(value, len(value), known)
        typed = value[found.start : found.end]
        for candidate in found.candidates:
            if typed and candidate.text != typed and candidate.text.startswith(typed):
                return value[: found.start] + candidate.text
        return None
