"""The things of a session that v1 and v2 both have, as immutable values. What an update does to them: `v1`, `v2`.

Named tuples: the fold makes several for each event, and `dataclasses.replace` costs eight times as much.
JSON inside them (content blocks, options, `_meta`) is as the decoder left it and is never changed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from acp_inspect.trace.chain import Chain
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Absent

# Kinds of entities, as in `Ref.kind`.
MESSAGE: Final = "message"
TOOL_CALL: Final = "tool_call"
TERMINAL: Final = "terminal"
PLAN: Final = "plan"
NOTICE: Final = "notice"
PERMISSION: Final = "permission"
ELICITATION: Final = "elicitation"
PROMPT: Final = "prompt"
COMPACTION: Final = "compaction"
SUBAGENT: Final = "subagent"
FILE: Final = "file"
UNKNOWN: Final = "unknown"
# Of these a session has one each; their key is empty.
ACTIVITY: Final = "activity"
COMMANDS: Final = "commands"
CONFIG: Final = "config"
INFO: Final = "info"
MODES: Final = "modes"
SETUP: Final = "setup"
"""Where the session comes from, whether it is open, its folders."""
USAGE: Final = "usage"
EVERYTHING: Final = "everything"
"""A replay emptied or restored the session."""

GONE: Final = "gone"
"""The status of a session whose agent process ended before another one began in the same recording."""

CLOSED_CALLS: Final = frozenset({"completed", "failed", "cancelled"})
"""Tool call states after which nothing more is expected. Any other, also one that nobody knows, is open."""


class Ref(NamedTuple):
    """Names an entity of a session."""

    kind: str
    key: str = ""
    """A message's: `role:id`. A permission's, elicitation's, prompt's: its request's `seq`. A notice's: its place."""


class Mention(NamedTuple):
    """An entry of the timeline: an entity, at its first mention."""

    ref: Ref
    seq: int


class Route(NamedTuple):
    """Between which sessions a session message went. All are ids."""

    sender: str | None = None
    recipient: str | None = None
    sender_message: str | None = None
    recipient_message: str | None = None


class Message(NamedTuple):
    """A message or thought."""

    role: str
    """`user`, `agent`, `thought` or `session`."""
    id: str | None
    """None where the peers gave none (v1)."""
    content: Chain[Json]
    """Content blocks, one an item; streamed ones as they came."""
    meta: Json = None
    first: int = 0
    """`seq` of the event that mentioned it first."""
    last: int = 0
    """`seq` of the event that changed it last."""
    prompt: int | None = None
    """v1, user messages: `seq` of the prompt that the message is, or that it may echo."""
    echo: bool = False
    """v1: it came from the Agent while `prompt` was the latest one."""
    route: Route | None = None
    """Of a session message."""

    @property
    def text(self) -> str:
        """The text blocks as one text."""
        return text_of(self.content)


class ToolCall(NamedTuple):
    """A tool call."""

    id: str
    title: str | None = None
    kind: str = "other"
    status: str = "pending"
    content: Chain[Json] = Chain()
    locations: tuple[Json, ...] = ()
    name: str | None = None
    raw_input: Json | Absent = ABSENT
    raw_output: Json | Absent = ABSENT
    capabilities: Json = None
    meta: Json = None
    shown_as: str | None = None
    """`cancelled`: how a Client shows it from a cancellation to its next update. `status` is what the Agent said."""
    implicit: bool = False
    """v1: never announced by a `tool_call`."""
    cancel_accepted: bool = False
    """v2: the Agent accepted to cancel it."""
    first: int = 0
    last: int = 0

    @property
    def open(self) -> bool:
        """Whether more is expected of it."""
        return self.status not in CLOSED_CALLS


class Plan(NamedTuple):
    """A plan, replaced as a whole by each update."""

    id: str
    """Empty for v1's one plan without id."""
    type: str
    """`items`, `file`, `markdown`, or a type that nobody knows."""
    content: Json
    """The members of the last update, without `planId` and `type`."""
    first: int = 0
    last: int = 0


class Notice(NamedTuple):
    """A notice: an event of its own, never merged, not part of the conversation."""

    severity: str
    title: str
    description: str | None
    meta: Json
    seq: int
    window: int | None = None
    """`seq` of the request in whose replay it came; None = it came live."""
    history_before: int = 0
    """How many history updates that replay had brought before it."""

    @property
    def origin(self) -> str:
        """`live` or `replay window`."""
        return "live" if self.window is None else "replay window"


class Compaction(NamedTuple):
    """A compaction of the conversation's context."""

    id: str
    status: str = "in_progress"
    summary: Chain[Json] = Chain()
    error: str | None = None
    meta: Json = None
    first: int = 0
    last: int = 0


class Subagent(NamedTuple):
    """A child session, as its parent tells of it."""

    session: str
    title: str | None = None
    description: str | None = None
    capabilities: Json = None
    state: Json = None
    """As in a state update; None = unconfirmed, which is not idle."""
    cwd: str | None = None
    """None = the parent's."""
    roots: tuple[str, ...] | None = None
    meta: Json = None
    first: int = 0
    last: int = 0


class Answer(NamedTuple):
    """A response, as its receiver reads it: a result, or an error."""

    seq: int
    result: dict[str, Json] | None
    error: dict[str, Json] | None

    @property
    def code(self) -> int | None:
        """The error code, where it is a number."""
        code = self.error.get("code") if self.error is not None else None
        return code if isinstance(code, int) and not isinstance(code, bool) else None


REQUEST_CANCELLED: Final = -32800


class Permission(NamedTuple):
    """A question for permission, and what the Client answered."""

    seq: int
    """Of the request."""
    id: str
    """The request's id, as JSON text."""
    options: tuple[Json, ...]
    title: str | None = None
    description: str | None = None
    subject: Json = None
    tool_call: str | None = None
    status: str = "pending"
    """`pending`, `selected`, `cancelled`, `failed`, or an outcome that nobody knows."""
    option: str | None = None
    approved: bool | None = None
    """None while pending, or when the chosen option's kind says neither allow nor reject."""
    error: Json = None
    cancel_requested: bool = False
    answered: int | None = None

    def with_answer(self, answer: Answer) -> Permission:
        """The permission after the Client's response. An option that was not offered approves nothing."""
        if answer.result is None:
            status = "cancelled" if answer.code == REQUEST_CANCELLED else "failed"
            return self._replace(status=status, error=answer.error, approved=False, answered=answer.seq)
        outcome = answer.result["outcome"]
        chosen = outcome.get("optionId") if outcome["outcome"] == "selected" else None
        return self._replace(
            status=outcome["outcome"],
            option=chosen,
            approved=self._approves(chosen),
            cancel_requested=False,
            answered=answer.seq,
        )

    def _approves(self, chosen: str | None) -> bool | None:
        for option in self.options:
            if chosen is not None and option["optionId"] == chosen:
                return {"allow_once": True, "allow_always": True, "reject_once": False, "reject_always": False}.get(
                    option["kind"]
                )
        return False


class Elicitation(NamedTuple):
    """A question to the user, and the answer."""

    seq: int
    id: str
    request: dict[str, Json]
    """The request's params without `_meta`: mode, message, schema or address, scope."""
    status: str = "pending"
    """`pending`, `accept`, `decline`, `cancel`, `cancelled` or `failed`."""
    content: Json = None
    completed: bool | None = None
    """Of an accepted address: whether the Agent said that it is done. Accepting is consent only."""
    error: Json = None
    answered: int | None = None

    @classmethod
    def asked(cls, seq: int, id_text: str, params: dict[str, Json]) -> Elicitation:
        """A new one, from the decoded params of its request."""
        return cls(seq, id_text, {name: value for name, value in params.items() if name != "_meta"})

    def with_answer(self, answer: Answer) -> Elicitation:
        """The elicitation after the Client's response. An action that nobody knows counts as cancel."""
        if answer.result is None:
            status = "cancelled" if answer.code == REQUEST_CANCELLED else "failed"
            return self._replace(status=status, error=answer.error, answered=answer.seq)
        action = answer.result["action"]
        accepted = action == "accept"
        mode = self.request["mode"]
        return self._replace(
            status=action if action in ("accept", "decline", "cancel") else "cancel",
            content=answer.result.get("content") if accepted and mode == "form" else None,
            completed=bool(self.completed) if accepted and mode == "url" else self.completed,
            answered=answer.seq,
        )


class Prompt(NamedTuple):
    """What the user asked, and what became of it."""

    seq: int
    id: str
    content: tuple[Json, ...]
    status: str = "pending"
    """v1: `pending`, `done`, `failed`. v2: `pending`, `accepted`, `rejected`, `cancelled`. Or `lost`."""
    stop_reason: str | None = None
    usage: Json = None
    message_id: str | None = None
    """v2: the message that the Agent inserted for it."""
    error: Json = None
    answered: int | None = None


class Activity(NamedTuple):
    """Whether a session works, waits or rests."""

    state: str
    """`idle`, `running`, `requires_action`, `unknown`, `closed`, or one that nobody knows, which is never idle."""
    stop_reason: str | None = None
    error: Json = None
    usage: Json = None
    background: tuple[Json, ...] | None = None
    """Work that goes on beside it; None = the Agent does not report it, which is not "none"."""
    cancel_requested: bool = False
    runs: int = 0
    """How often work came to its end, replay not counted."""
    since: int = 0
    """`seq` of the event that began this state."""


class Info(NamedTuple):
    """What a session is called, and when it changed, in the Agent's words."""

    title: str | None = None
    updated_at: str | None = None
    meta: Json = None


class Usage(NamedTuple):
    """How much of the context is used, and what it cost so far."""

    used: Json
    size: Json
    cost: Json = None


class Span(NamedTuple):
    """From one event to another, both included."""

    begin: int
    end: int


def text_of(content: Chain[Json]) -> str:
    """The text blocks of a content as one text."""
    return "".join([block["text"] for block in content if block["type"] == "text"])
