"""Which methods a side has to handle, by what it advertised or because every peer has them."""

from __future__ import annotations

from typing import Final

from acp_inspect.protocol.connection import Connection
from acp_inspect.protocol.holdings import Ask
from acp_inspect.rules.case import at
from acp_inspect.wire.rpc import ABSENT, Side

_BASELINE: Final = "every peer has it"

_AGENT_V1: Final[dict[str, tuple[str, ...]]] = {
    "initialize": (),
    "session/new": (),
    "session/prompt": (),
    "session/load": ("loadSession",),
    "session/list": ("sessionCapabilities", "list"),
    "session/resume": ("sessionCapabilities", "resume"),
    "session/close": ("sessionCapabilities", "close"),
    "session/delete": ("sessionCapabilities", "delete"),
    "session/fork": ("sessionCapabilities", "fork"),
    "session/archive": ("sessionCapabilities", "archive"),
    "session/unarchive": ("sessionCapabilities", "archive"),
    "session/status": ("sessionCapabilities", "status"),
    "session/set_title": ("sessionCapabilities", "title"),
    "logout": ("auth", "logout"),
    "auth/status": ("auth", "status"),
    "providers/list": ("providers",),
    "providers/set": ("providers",),
    "providers/disable": ("providers",),
}
_AGENT_V2: Final[dict[str, tuple[str, ...]]] = {
    "initialize": (),
    "session/new": ("session",),
    "session/list": ("session",),
    "session/resume": ("session",),
    "session/close": ("session",),
    "session/prompt": ("session",),
    "session/delete": ("session", "delete"),
    "session/fork": ("session", "fork"),
    "session/archive": ("session", "archive"),
    "session/unarchive": ("session", "archive"),
    "session/status": ("session", "status"),
    "session/set_title": ("session", "title"),
    "auth/status": ("auth", "status"),
    "providers/list": ("providers",),
    "providers/set": ("providers",),
    "providers/disable": ("providers",),
}
_CLIENT_V1: Final[dict[str, tuple[str, ...]]] = {
    "session/request_permission": (),
    "fs/read_text_file": ("fs", "readTextFile"),
    "fs/write_text_file": ("fs", "writeTextFile"),
    "terminal/create": ("terminal",),
    "terminal/output": ("terminal",),
    "terminal/wait_for_exit": ("terminal",),
    "terminal/kill": ("terminal",),
    "terminal/release": ("terminal",),
}
_CLIENT_V2: Final[dict[str, tuple[str, ...]]] = {"session/request_permission": ()}
_OF_AGENT: Final = {1: _AGENT_V1, 2: _AGENT_V2}
_OF_CLIENT: Final = {1: _CLIENT_V1, 2: _CLIENT_V2}
_LOGIN: Final = {1: "authenticate", 2: "auth/login"}


def advertised(connection: Connection, ask: Ask) -> str:
    """Why the receiver of a request has to handle its method, in words; empty when it need not."""
    version = connection.surface.version
    names = connection.surface.names
    if ask.sender is Side.CLIENT:
        if ask.method == _LOGIN.get(version):
            inside = any(at(method, "type") in (ABSENT, "agent") for method in connection.auth_methods)
            return "authMethods offers a login that it handles" if inside else ""
        path = _OF_AGENT[version].get(ask.method)
        root, capabilities = names.agent_capabilities, connection.agent.capabilities
    else:
        if ask.method == "elicitation/create":
            mode = ask.text("mode")
            path = ("elicitation", mode) if mode in ("form", "url") else None
        else:
            path = _OF_CLIENT[version].get(ask.method)
        root, capabilities = names.client_capabilities, connection.client.capabilities
    if path is None:
        return ""
    if not path:
        return _BASELINE
    value = at(capabilities, *path)
    supported = value is True or isinstance(value, dict)
    return f"{'.'.join((root, *path))} is advertised" if supported else ""
