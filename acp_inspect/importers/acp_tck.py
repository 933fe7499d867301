"""Import the report of acp-tck, the official test kit: each test with a transcript is a connection.

    {"requirements": [{"id": …, "tests": [{"transcript": [{"dir": "sent", "t": 1.5, "raw": "…"}], "stderr": "…"}]}]}

The kit is the Client: sent goes to the Agent. It keeps transcripts of failed tests only, and the end of stderr.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import (
    Found,
    assembled,
    document,
    items,
    members,
    nanoseconds,
    remark,
    text_lines,
)
from acp_inspect.importers.captured import Part, Source
from acp_inspect.wire.control import Gap, Note
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json

_ABOUT: Final = (
    "the transcript of a failed test of acp-tck: texts are as they crossed, except for line ends; of stderr the end is"
    " known, not its place, so it comes last"
)
_STREAMS: Final = {"sent": Stream.CLIENT_TO_AGENT, "received": Stream.AGENT_TO_CLIENT}


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format."""
    return head.lstrip().startswith(b"{") and b'"requirements"' in head and b'"tests"' in head


def read_parts(source: Source) -> list[Part]:
    """The tests of a report that have a transcript. Raises ImportFault."""
    parts: list[Part] = []
    for requirement in map(members, items(members(document(source)).get("requirements"))):
        for test in map(members, items(requirement.get("tests"))):
            transcript = items(test.get("transcript"))
            if transcript:
                name = next((one for one in (test.get("id"), test.get("name"), requirement.get("id")) if one), "test")
                parts.append(Part(str(name), assembled(_found(test, transcript), _ABOUT)))
    if not parts:
        raise source.fault(None, "is a report of acp-tck without a transcript: it keeps those of failed tests only")
    return parts


def _found(test: dict[str, Json], transcript: list[Json]) -> Iterator[Found]:
    for entry in map(members, transcript):
        at, raw = nanoseconds(entry.get("t"), 10**9), entry.get("raw")
        stream = _STREAMS.get(str(entry.get("dir")))
        if stream is None or not isinstance(raw, str):
            yield remark(Gap(stream, None, "an entry of the transcript that is no message"), at)
        else:
            yield from (Found(stream, line, at) for line in text_lines(raw))
    stderr = test.get("stderr")
    if isinstance(stderr, str) and stderr:
        yield remark(Note("the end of the Agent's stderr, with unknown times"))
        yield from (Found(Stream.STDERR, line) for line in text_lines(stderr))
