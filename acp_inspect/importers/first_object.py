"""The first line of a file that has one JSON object a line: what tells such formats apart."""

from __future__ import annotations

from acp_inspect.importers.assemble import members
from acp_inspect.wire.json_text import Json, JsonFault, read_json


def first_object(head: bytes) -> dict[str, Json]:
    """The members of the object on the first line that is not blank; none where there is no object."""
    for line in head.split(b"\n"):
        if line.strip():
            read = read_json(line)
            return {} if isinstance(read, JsonFault) else members(read.value)
    return {}
