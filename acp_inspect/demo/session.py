"""A session as the sample agent keeps it, with the history that a replay tells again."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from acp_inspect.demo.connection import INVALID_PARAMS, SESSION_NOT_FOUND, RpcError
from acp_inspect.wire.json_text import Json

MODELS = {"sample-large": "Sample Large", "sample-small": "Sample Small"}


@dataclass(slots=True)
class Session:
    """One session of the sample agent."""

    cwd: str
    id: str = field(default_factory=lambda: "sess_" + secrets.token_hex(6))
    model: str = "sample-large"
    title: str | None = None
    history: list[Json] = field(default_factory=list)
    """Session updates, in order of first appearance."""
    cancelled: threading.Event = field(default_factory=threading.Event)
    withdraw: Callable[[], None] | None = None
    """What a cancellation does besides, such as taking back a question to the user."""
    cancellations: int = 0
    turn: threading.Lock = field(default_factory=threading.Lock)
    """Held while the foreground works (v2)."""
    background: list[Json] = field(default_factory=list)
    """Work that goes on outside of turns (v2)."""
    tool_calls: int = 0

    def cancel(self) -> None:
        """Do what `session/cancel` asks; the work sees it soon."""
        self.cancelled.set()
        self.cancellations += 1
        if self.withdraw is not None:
            self.withdraw()

    def next_tool_call(self) -> str:
        """A new tool call id."""
        self.tool_calls += 1
        return f"call_{self.tool_calls}"

    def remember(self, update: Json) -> None:
        """Add an update to the history. One for an entity that is there already patches it."""
        for known in self.history:
            if _entity(known) is not None and _entity(known) == _entity(update):
                known |= update | {"sessionUpdate": known["sessionUpdate"]}
                return
        self.history.append(dict(update))


class Sessions:
    """All sessions of the agent process, by id. A closed one can be loaded or resumed."""

    def __init__(self) -> None:
        self._all: dict[str, Session] = {}
        self._closed: set[str] = set()

    def open(self, params: Json) -> Session:
        """A new session."""
        session = Session(params["cwd"])
        self._all[session.id] = session
        return session

    def active(self, params: Json) -> Session:
        """The session that a request is about; RpcError if it is not active."""
        session = self.known(params)
        if session.id in self._closed:
            raise RpcError(SESSION_NOT_FOUND, "The session is closed", {"sessionId": session.id})
        return session

    def known(self, params: Json) -> Session:
        """The session that a request names, active or not; RpcError if there is none."""
        name = params.get("sessionId")
        if name not in self._all:
            raise RpcError(SESSION_NOT_FOUND, "No such session", {"sessionId": name})
        return self._all[name]

    def close(self, session: Session) -> None:
        """End a session, its running work first."""
        session.cancel()
        self._closed.add(session.id)

    def reopen(self, session: Session) -> None:
        """Make a session active again."""
        self._closed.discard(session.id)

    def listed(self) -> list[Json]:
        """What `session/list` tells."""
        return [
            {"sessionId": session.id, "cwd": session.cwd} | ({"title": session.title} if session.title else {})
            for session in self._all.values()
        ]


def choose_model(session: Session, params: Json) -> None:
    """Do what `session/set_config_option` asks; RpcError for an option or value that does not exist."""
    if params.get("configId") != "model" or params.get("value") not in MODELS:
        raise RpcError(INVALID_PARAMS, "No such option or value", {"configId": params.get("configId")})
    session.model = params["value"]


def model_option(session: Session, id_name: str) -> list[Json]:
    """The config options of a session. The member that names one is `id` in v1 and `configId` in v2."""
    return [
        {
            id_name: "model",
            "name": "Model",
            "category": "model",
            "type": "select",
            "currentValue": session.model,
            "options": [{"value": value, "name": name} for value, name in MODELS.items()],
        }
    ]


def _entity(update: Json) -> tuple[str, str] | None:
    """What makes two updates be about the same thing; None for those that stand alone, such as v1's chunks."""
    match update:
        case {"toolCallId": call}:
            return "tool call", call
        case {"terminalId": terminal}:
            return "terminal", terminal
        case {"sessionUpdate": "plan" | "plan_update"}:
            return "plan", ""
        case {"sessionUpdate": kind, "messageId": message}:
            return kind, message
    return None
