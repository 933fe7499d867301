"""Import the `.traffic` files of acp.el: one Lisp datum, a list of what crossed, as Emacs prints it.

    (((:direction . outgoing) (:kind . request) (:object . ((jsonrpc . "2.0") (id . 1) (method . "initialize") …))) …)

Emacs is the Client. There are no times. What it sent, it made of `nil` an empty object; what it got as `nil` was null,
false or an empty object, and which one is told by the member's name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.importers.assemble import Found, assembled, members, message_line, remark, whole
from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.importers.lisp import Lisp, LispError, List, as_json, pairs, read_lisp
from acp_inspect.wire.control import Gap
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json

_ABOUT: Final = (
    "saved by acp.el: messages are written anew, of what the Agent sent null, false and empty objects cannot be told"
    " apart for certain, stderr is not in it, and times are unknown"
)
_BOOLEANS: Final = frozenset({"loadSession", "image", "audio", "embeddedContext", "http", "sse"})
"""Members of capabilities that are true or false; the others are objects."""
_STREAMS: Final = {"outgoing": Stream.CLIENT_TO_AGENT, "incoming": Stream.AGENT_TO_CLIENT}


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format."""
    return head.lstrip().startswith((b"(", b"#", b";")) and b"(:direction" in head and b"(:object" in head


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of a file. Raises ImportFault for what is no such datum."""
    try:
        value = read_lisp(whole(source).decode(errors="replace"))
    except LispError as error:
        raise source.fault(None, f"no Lisp datum: {error}") from None
    if value is not None and not isinstance(value, List):
        raise source.fault(None, "no list of messages")
    return assembled(_found([] if value is None else value.items), _ABOUT, reserialised=True)


def _found(entries: list[Lisp]) -> Iterator[Found]:
    for entry in map(pairs, entries):
        stream = _STREAMS.get(str(entry.get("direction")))
        try:
            nil = _sent if stream is Stream.CLIENT_TO_AGENT else _got
            message = members(as_json(entry.get("object"), nil))
        except LispError as error:
            yield remark(Gap(stream, None, f"a message that cannot be read: {error}"))
            continue
        if stream is None or not message:
            yield remark(Gap(stream, None, "an entry that is no message"))
        else:
            yield Found(stream, message_line(message))


def _sent(parent: str, name: str) -> Json:
    return {}


def _got(parent: str, name: str) -> Json:
    if name in _BOOLEANS:
        return False
    capability = parent.lower().endswith("capabilities") or name.lower().endswith("capabilities")
    return {} if capability or name in ("params", "result", "_meta") else None
