"""The table of the filter language's operators: parser, help, completion and documentation are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple

from acp_inspect.trace.event import CONTROL_KINDS, MESSAGE_KINDS, Outcome
from acp_inspect.views.filter_language.nodes import (
    All,
    Levels,
    Node,
    Not,
    NumberField,
    Numbers,
    Pattern,
    Span,
    WordField,
    Words,
)
from acp_inspect.views.filter_language.quantity import COUNT, DURATION, MOMENT, SIZE, Quantity


class Takes(Enum):
    """What stands behind an operator's colon, in words for the documentation."""

    CHOICE = "one of its words"
    PATTERN = "a name; * stands for anything"
    SESSION = "a letter, or the beginning of an id"
    RULE = "a rule, its group or its name; * stands for anything"
    COUNT = "a number or a range"
    MOMENT = "a range of seconds since the start"
    DURATION = "a time to compare with, or a range"
    SIZE = "a number of bytes, or a range"
    ID = "a JSON-RPC id"
    TEXT = "a text"
    BYTES = "a text, taken exactly"


class Choice(NamedTuple):
    """A word that an operator knows."""

    help: str
    means: Node


class Operator(NamedTuple):
    """An operator, `name:value`."""

    name: str
    takes: Takes
    help: str
    """What it asks of an event, to be read after `Events …`."""
    examples: tuple[str, ...]
    also: tuple[str, ...] = ()
    """Other names it answers to."""
    choices: Mapping[str, Choice] = MappingProxyType({})
    word: WordField | None = None
    """The event's word that a PATTERN is about."""
    number: NumberField | None = None
    """The event's number that a quantity is about."""

    @property
    def quantity(self) -> Quantity | None:
        """How its numbers are read; None if it takes none."""
        return _QUANTITIES.get(self.takes)


class Flag(NamedTuple):
    """A word that stands alone for a whole filter."""

    help: str
    means: Node


_QUANTITIES: Final = {Takes.COUNT: COUNT, Takes.MOMENT: MOMENT, Takes.DURATION: DURATION, Takes.SIZE: SIZE}


def exactly(*words: str) -> tuple[Pattern, ...]:
    """The patterns that only these words meet."""
    return tuple(Pattern((word,)) for word in words)


def _kinds(*words: str) -> Node:
    return Words("kind", exactly(*words))


_KINDS: Final = {
    "request": Choice("has a method and an id", _kinds("request")),
    "response": Choice("answers a request", _kinds("response")),
    "notification": Choice("has a method and no id, session updates included", _kinds("notification")),
    "update": Choice("a session update", All((_kinds("notification"), Words("method", exactly("session/update"))))),
    "malformed": Choice("sent as a message, but no JSON-RPC", _kinds("malformed")),
    "message": Choice("request, response, notification or malformed", _kinds(*MESSAGE_KINDS)),
    "blank": Choice("white space only", _kinds("blank")),
    "stderr": Choice("a line the Agent wrote to stderr", _kinds("stderr")),
    "control": Choice("anything that the recorder says", _kinds(*CONTROL_KINDS)),
    **{word: Choice("said by the recorder", _kinds(word)) for word in CONTROL_KINDS},
}

_SIDES: Final = {
    "client": Choice("the Client sent it", Words("side", exactly("client"))),
    "agent": Choice("the Agent sent it, or wrote it to stderr", Words("side", exactly("agent"))),
    "recorder": Choice("neither: the recorder says it", Not(Words("side", exactly("client", "agent")))),
}

_STATUS_HELP: Final = {
    Outcome.OK: "answered with a result",
    Outcome.ERROR: "answered with an error",
    Outcome.CANCELLED: "answered as cancelled",
    Outcome.LATE: "answered normally although it had been cancelled",
    Outcome.DUPLICATE: "a second answer",
    Outcome.ORPHAN: "an answer nobody asked for",
}
PENDING: Final = "pending"

_STATUSES: Final = {
    **{word.value: Choice(said, Words("status", exactly(word.value))) for word, said in _STATUS_HELP.items()},
    PENDING: Choice("a request nobody has answered", Words("status", exactly(PENDING))),
}

_LEVELS: Final = {
    "error": Choice("the specification says MUST, and it is certain", Levels(("error",))),
    "warning": Choice("SHOULD, or repaired silently, or probable", Levels(("warning",))),
    "info": Choice("legal, but worth knowing", Levels(("info",))),
}

OPERATORS: Final = {
    operator.name: operator
    for operator in (
        Operator("kind", Takes.CHOICE, "of that kind", ("kind:request", "kind:exited,signalled"), choices=_KINDS),
        Operator(
            "method",
            Takes.PATTERN,
            "with that method; a response has its request's",
            ("method:session/prompt", "method:fs/*,terminal/*"),
            word="method",
        ),
        Operator(
            "update",
            Takes.PATTERN,
            "that are a session update of that kind",
            ("update:tool_call*", "update:plan"),
            word="update",
        ),
        Operator(
            "session",
            Takes.SESSION,
            "of that session, named by its letter in the timeline or by the beginning of its id",
            ("session:A", "session:019c", 'session:"A"'),
        ),
        Operator("side", Takes.CHOICE, "sent by that side", ("side:agent",), ("from", "dir"), _SIDES),
        Operator(
            "status",
            Takes.CHOICE,
            "that are a request or response with that outcome",
            ("status:error", "status:pending", "not status:ok"),
            ("outcome",),
            _STATUSES,
        ),
        Operator(
            "latency",
            Takes.DURATION,
            "that are a request that was answered after that time, or its response",
            ("latency:>500ms", "latency:1s..1m30s"),
            ("duration",),
            number="latency",
        ),
        Operator("id", Takes.ID, 'that are a request or response with that id; 1 and "1" differ', ("id:1", 'id:"1"')),
        Operator(
            "finding",
            Takes.RULE,
            "about which such a rule says something",
            ("finding:*", "finding:notice*", "finding:framing"),
            ("rule",),
        ),
        Operator(
            "level", Takes.CHOICE, "with a finding of that level", ("level:error", "level:error,warning"), (), _LEVELS
        ),
        Operator(
            "text",
            Takes.TEXT,
            "whose line says that text, in any case, however JSON spells its characters",
            ('text:"rate limit"', "text:café"),
        ),
        Operator(
            "raw", Takes.BYTES, "whose line holds that text just so, as it crossed", (r'raw:"\\u00e9"', "raw:1.0")
        ),
        Operator("seq", Takes.COUNT, "with that number", ("seq:100..200", "seq:>900"), ("event",), number="seq"),
        Operator("line", Takes.COUNT, "in that line of the recording", ("line:7",), number="line"),
        Operator("at", Takes.MOMENT, "at that time", ("at:+12.5s..", "at:1m..1m30s"), ("time",), number="at"),
        Operator("size", Takes.SIZE, "whose line has that many bytes", ("size:>10kB",), number="size"),
    )
}
"""Every operator by its name, in the order of the documentation."""

FLAGS: Final = {
    "stderr": Flag("what the Agent wrote to stderr", _kinds("stderr")),
    "gap": Flag("where bytes are missing, or may be", _kinds("gap")),
    "malformed": Flag("what is no JSON-RPC message", _kinds("malformed")),
    "pending": Flag("requests nobody has answered", Words("status", exactly(PENDING))),
    "batch": Flag("messages that came in a batch", Numbers("part", (Span(0),))),
}

NAMES: Final = {name: operator for operator in OPERATORS.values() for name in (operator.name, *operator.also)}
"""Every name an operator answers to."""
