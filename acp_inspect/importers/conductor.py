"""Import the trace of the Rust SDK's conductor (`--trace`, `*.jsons`): each pair of neighbours is a connection.

    {"type": "request", "ts": 0.01, "protocol": "acp", "from": "Client", "to": "Proxy(0)", "id": …, "method": …, …}
    {"type": "response", "ts": 0.02, "from": "Proxy(0)", "to": "Client", "id": …, "is_error": false, "payload": …}

The conductor's picture is an ideal one: messages are written anew and their ids are its own. MCP messages that it
carries are left out. `ts` counts seconds since the start.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Final

from acp_inspect.importers.assemble import Found, assembled, cut_off, message_line, nanoseconds, records, remark
from acp_inspect.importers.captured import Part, Source
from acp_inspect.importers.first_object import first_object
from acp_inspect.wire.control import Gap, Note
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json, write_json
from acp_inspect.wire.rpc import RpcId

_ABOUT: Final = (
    "a conductor's trace: messages are written anew, their ids are the conductor's own, and stderr is not in it; times"
    " are since its start"
)
_TYPES: Final = frozenset({"request", "response", "notification", "trace"})
_PROXY = re.compile(r"proxy[(:]?(\d{1,9})\)?", re.IGNORECASE)
_MOST_CONNECTIONS: Final = 1_000

_Pair = tuple[str, str]


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format."""
    fields = first_object(head)
    ends = "from" in fields and "to" in fields
    return "ts" in fields and str(fields.get("type")) in _TYPES and (ends or "component" in fields)


def read_parts(source: Source) -> list[Part]:
    """The connections of a trace, from the Client's on. Raises ImportFault."""
    trace = _Trace(source)
    for record in records(source):
        if record.fields is None:
            trace.everywhere(cut_off(record))
        else:
            trace.take(record.fields, record.number)
    pairs = sorted(trace.pairs, key=lambda pair: (_rank(pair[0]), _rank(pair[1]), pair))
    return [Part(f"{pair[0]}-{pair[1]}", assembled(trace.pairs[pair], _ABOUT, reserialised=True)) for pair in pairs]


class _Trace:
    """What was read so far, for each pair: the end that is nearer to the Client, and the other."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.pairs: dict[_Pair, list[Found]] = {}
        self._left_out: set[tuple[_Pair, str, Hashable]] = set()
        """Requests of another protocol, by who sent them: their answers are left out too."""

    def everywhere(self, line: Found) -> None:
        for found in self.pairs.values():
            found.append(line)

    def take(self, fields: dict[str, Json], number: int) -> None:
        at = nanoseconds(fields.get("ts"), 10**9)
        kind, sender, receiver = fields.get("type"), fields.get("from"), fields.get("to")
        if kind == "trace":
            words = [str(fields.get(name, "")) for name in ("component", "level", "message")]
            self.everywhere(remark(Note("conductor: " + " ".join(words)), at, number))
            return
        if not isinstance(sender, str) or not isinstance(receiver, str):
            raise self._source.fault(number, "needs from and to, two strings")
        upstream = _rank(sender) < _rank(receiver) or (_rank(sender) == _rank(receiver) and sender <= receiver)
        pair = (sender, receiver) if upstream else (receiver, sender)
        if pair not in self.pairs and len(self.pairs) >= _MOST_CONNECTIONS:
            raise self._source.fault(number, f"has more than {_MOST_CONNECTIONS:,} pairs of components")
        found = self.pairs.setdefault(pair, [])
        stream = Stream.CLIENT_TO_AGENT if upstream else Stream.AGENT_TO_CLIENT
        key = RpcId.of(fields.get("id")).key
        if fields.get("protocol", "acp") != "acp":
            if kind == "request":
                self._left_out.add((pair, sender, key))
            method = write_json(fields.get("method"))
            found.append(remark(Note(f"a message of {fields['protocol']} is left out: {method}"[:300]), at, number))
        elif kind == "response" and (pair, receiver, key) in self._left_out:
            self._left_out.discard((pair, receiver, key))
        elif (message := _message(kind, fields)) is None:
            found.append(remark(Gap(stream, None, "a record of the trace that is no message"), at, number))
        else:
            found.append(Found(stream, message_line(message), at, number))


def _message(kind: Json, fields: dict[str, Json]) -> Json:
    start = {"jsonrpc": "2.0"}
    params = {"params": fields["params"]} if fields.get("params") is not None else {}
    match kind:
        case "request":
            return {**start, "id": fields.get("id"), "method": fields.get("method"), **params}
        case "notification":
            return {**start, "method": fields.get("method"), **params}
        case "response":
            outcome = "error" if fields.get("is_error") is True else "result"
            return {**start, "id": fields.get("id"), outcome: fields.get("payload")}
    return None


def _rank(component: str) -> int:
    """How far a component is from the Client."""
    proxy = _PROXY.fullmatch(component)
    if proxy is not None:
        return int(proxy[1])
    return {"client": -1, "agent": 10**9 + 1}.get(component.lower(), 10**9)
