"""The ways to log in that an Agent offers, as rules about them read them."""

from __future__ import annotations

import re
from typing import Final

from acp_inspect.rules.answers import error_code
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.memory.auth_said import AuthSaid
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Response

AUTH_REQUIRED: Final = -32000
_ABOUT_AUTH: Final = re.compile(r"\b(?:un|o)?auth(?!ors?\b)|log.?in\b|sign.?in\b|credential|api.?key", re.IGNORECASE)
_LOOKED_AT: Final = 200


def method_id(version: int) -> str:
    """The member that names a method to log in."""
    return "id" if version == 1 else "methodId"


def kept_methods(case: Case) -> dict[str, dict[str, Json]]:
    """The methods that the Client keeps of the last answer to initialize, by id."""
    name = method_id(case.version)
    methods = case.before.auth_methods
    return {
        method[name]: method for method in methods if isinstance(method, dict) and isinstance(method.get(name), str)
    }


def dropped_method(case: Case, name: str) -> bool:
    """Whether the Agent offered a method in a form that Clients drop."""
    methods = case.known(AuthSaid).methods
    kept = kept_methods(case)
    return name not in kept and any(
        at(method, member) == name for method in (methods if isinstance(methods, list) else ()) for member in _IDS
    )


_IDS: Final = ("id", "methodId")


def asks_for_login(case: Case) -> bool:
    """Whether a response says that the Client must log in. Its code is free for other errors, so the text decides."""
    body = case.event.body
    if error_code(case) != AUTH_REQUIRED or not isinstance(body, Response):
        return False
    message = at(body.error, "message")
    return isinstance(message, str) and _ABOUT_AUTH.search(message[:_LOOKED_AT]) is not None
