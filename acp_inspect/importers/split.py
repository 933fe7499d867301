"""Import NDJSON in one file a direction, as `client | tee c2a.ndjson | agent | tee a2c.ndjson` writes it.

The bytes of each direction are exact, times are unknown, and how the two directions interleave is not in the files.
What is certain is kept: an answer comes after its request. For the rest the Client is taken to wait: for the answers to
its requests before it asks again, and not with an answer that the Agent waits for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from acp_inspect.importers.captured import CapturedLine, Source, control_line
from acp_inspect.wire.control import Note
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.rpc import ABSENT, Request, Response, decode_line

INTERLEAVED = Note("the order between the directions is inferred; certain is only that answers follow their requests")


class _Message(NamedTuple):
    """A line with what it asks and answers: keys of ids."""

    raw: bytes
    asks: list[Hashable]
    answers: list[Hashable]


class _Direction:
    """One file: its next line, and what its earlier lines asked that nobody has answered yet."""

    def __init__(self, source: Source) -> None:
        self._file = source.file
        self.next: _Message | None = None
        self.asked: Counter[Hashable] = Counter()
        """Ids of requests of this side that nobody has answered yet."""
        self.to_ask: Counter[Hashable] = Counter()
        """Ids that the lines still to come will ask."""
        self.to_answer: Counter[Hashable] = Counter()
        """Ids that the lines still to come will answer."""
        for raw in self._file:
            message = _message(raw)
            self.to_ask.update(message.asks)
            self.to_answer.update(message.answers)
        self._file.seek(0)
        self._read()

    def _read(self) -> None:
        raw = self._file.readline()
        self.next = _message(raw) if raw else None

    def take(self, peer: _Direction) -> bytes:
        """The next line, which goes out now."""
        message = self.next
        assert message is not None
        self.asked.update(message.asks)
        _take_away(self.to_ask, message.asks)
        _take_away(self.to_answer, message.answers)
        _take_away(peer.asked, message.answers)
        self._read()
        return message.raw

    def must_wait(self, peer: _Direction) -> bool:
        """Whether the next line answers what the peer has not yet asked, but will."""
        return self.next is not None and any(not peer.asked[key] and peer.to_ask[key] for key in self.next.answers)

    def waits_for(self, peer: _Direction) -> bool:
        """Whether an answer to something this side asked is still to come."""
        return any(peer.to_answer[key] for key in self.asked)


def read_split(client: Source, agent: Source, stderr: Source | None) -> Iterator[CapturedLine]:
    """The lines of two files, one a direction, and of the Agent's stderr, whose place is unknown: it comes last."""
    yield control_line(INTERLEAVED)
    to_agent, to_client = _Direction(client), _Direction(agent)
    while to_agent.next is not None or to_client.next is not None:
        if _client_is_next(to_agent, to_client):
            yield CapturedLine(Stream.CLIENT_TO_AGENT, to_agent.take(to_client))
        else:
            yield CapturedLine(Stream.AGENT_TO_CLIENT, to_client.take(to_agent))
    if stderr is not None:
        for raw in stderr.file:
            yield CapturedLine(Stream.STDERR, raw)


def _client_is_next(client: _Direction, agent: _Direction) -> bool:
    if client.next is None or agent.next is None:
        return agent.next is None
    if client.must_wait(agent) or agent.must_wait(client):
        return not client.must_wait(agent)
    if client.next.answers:
        return True
    if client.next.asks:
        return not client.waits_for(agent)
    # A notification, such as a cancellation, goes before the answer that it may have brought about.
    return bool(agent.next.answers) or not client.waits_for(agent)


def _take_away(counts: Counter[Hashable], keys: list[Hashable]) -> None:
    for key in keys:
        if counts[key] > 1:
            counts[key] -= 1
        else:
            del counts[key]


def _message(raw: bytes) -> _Message:
    bodies = decode_line(raw)
    return _Message(
        raw,
        [body.id.key for body in bodies if isinstance(body, Request)],
        [body.id.key for body in bodies if isinstance(body, Response) and body.id is not ABSENT],
    )
