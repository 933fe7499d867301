"""What an error with id null is about: which rule speaks of it, and what proves it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.memory.jsonrpc_said import Said, is_null_id_error
from acp_inspect.trace.event import Outcome
from acp_inspect.wire.json_text import write_json
from acp_inspect.wire.rpc import ABSENT, Response, RpcId


class About(StrEnum):
    """What a response with id null is about."""

    UNREAD = "unread"
    """Something that its sender could not read: what such errors are for."""
    NOTIFICATION = "notification"
    NOTHING = "nothing"
    """There is nothing that it could answer."""
    RESULT = "result"
    """It is no error, and nobody asked with that id."""
    OTHER_CODE = "other-code"
    """An error that presupposes that the message was read."""


class NullId(NamedTuple):
    """A response with id null, explained."""

    about: About
    related: tuple[int, ...] = ()
    method: str = ""
    """Of the notification."""


_UNREADABLE: Final = (-32700, -32600)
_OF_METHODS: Final = (-32601, -32602, -32603)


def null_id(case: Case) -> NullId | None:
    """What a response with id null is about; None for any other event, and for the answer to a request with that id.

    A response without an id counts where it answers a notification.
    """
    body = case.event.body
    if not isinstance(body, Response) or (isinstance(body.id, RpcId) and body.id.key is not None):
        return None
    orphan = case.event.outcome in (Outcome.ORPHAN, Outcome.DUPLICATE)
    if not orphan or case.event.part is not None or case.sender is None:
        return None
    peer = case.known(Said).of(case.sender.peer)
    text = write_json(body.error)[:2000] if body.error is not ABSENT else ""
    named = [(seq, method) for seq, method in peer.notifications if method and method in text]
    if body.id is ABSENT:
        return NullId(About.NOTIFICATION, (named[-1][0],), named[-1][1]) if named else None
    if not is_null_id_error(case):
        return NullId(About.RESULT)
    code = at(body.error, "code")
    if peer.unread:
        return NullId(About.UNREAD if code in _UNREADABLE else About.OTHER_CODE, peer.unread[:1])
    if code in _OF_METHODS and not named:
        named = list(peer.notifications[-1:]) or [(peer.updates, "session/update")] * (peer.updates > 0)
    if named:
        return NullId(About.NOTIFICATION, (named[-1][0],), named[-1][1])
    if code in _UNREADABLE:
        return NullId(About.NOTHING, (peer.response,)) if peer.only_answered else NullId(About.UNREAD)
    return NullId(About.OTHER_CODE)


def code_of(case: Case) -> str:
    """The code of a response's error, for people."""
    code = at(case.message, "error", "code")
    return "an error without code" if code is ABSENT else f"error {found(code)}"
