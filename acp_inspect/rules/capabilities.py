"""What a peer advertised, as rules ask for it: only what the recording shows for certain."""

from __future__ import annotations

from acp_inspect.rules.case import Case, at


def agent_is_known(case: Case) -> bool:
    """Whether the recording shows what the Agent advertised. Without that nothing may be called unadvertised."""
    return case.before.state == "ready" and not case.partial


def agent_advertises(case: Case, *path: str) -> bool:
    """Whether a capability of the Agent counts as advertised: an object, or true, after salvaging."""
    value = at(case.before.agent.capabilities, *path)
    return isinstance(value, dict) or value is True


def client_is_known(case: Case) -> bool:
    """Whether the recording shows what the Client advertised to the Agent."""
    return case.before.client.capabilities is not None and not case.partial


def client_advertises(case: Case, *path: str) -> bool:
    """The same of the Client."""
    value = at(case.before.client.capabilities, *path)
    return isinstance(value, dict) or value is True


def session_capability(case: Case, name: str) -> tuple[str, ...]:
    """The path of one of the Agent's capabilities for sessions, which v1 and v2 keep in different places."""
    return ("sessionCapabilities", name) if case.version == 1 else ("session", name)


def dotted_capability(case: Case, path: tuple[str, ...]) -> str:
    """A path as people write it, from the result of initialize on."""
    return ".".join(("agentCapabilities" if case.version == 1 else "capabilities", *path))
