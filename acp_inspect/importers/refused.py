"""Files that look like captures and cannot be imported: why."""

from __future__ import annotations

import re

from acp_inspect.importers.acpx import SESSION
from acp_inspect.importers.first_object import first_object

_GPTME = re.compile(rb"^(?:-->|<--) [\w/$.]+ \((?:id=|notification)", re.MULTILINE)


def reason(head: bytes) -> str | None:
    """Why a file that starts with `head` is refused, where it is of a kind that is known; None for any other."""
    first = first_object(head)
    if "event_type" in first:
        return "holds AutoDev's events, not messages: what crossed cannot be told from them"
    if "resourceSpans" in first or "resourceSpans" in head[:1_000].decode(errors="replace"):
        return "holds OpenTelemetry spans, not messages: what crossed cannot be told from them"
    if _GPTME.search(head):
        return "holds gptme's summaries of messages, which are cut off: what crossed cannot be told from them"
    if f'"{SESSION}"'.encode() in head:
        return "is acpx's record of a session, not its traffic; import the .stream.ndjson beside it"
    return None
