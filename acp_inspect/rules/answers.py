"""Whether a response answers its request for certain, and with what."""

from __future__ import annotations

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.faults import is_ambiguous
from acp_inspect.wire.rpc import ABSENT, Response

INVALID_PARAMS = -32602
METHOD_NOT_FOUND = -32601


def succeeded(case: Case) -> bool:
    """Whether a response, the first one to a request that it answers for certain, carries a result."""
    body = case.event.body
    return (
        isinstance(body, Response)
        and case.step.ask is not None
        and body.error is ABSENT
        and body.result is not ABSENT
        and not is_ambiguous(case)
    )


def error_code(case: Case) -> int | None:
    """The error code of a response, the first one to a request that it answers for certain; None without one."""
    body = case.event.body
    if not isinstance(body, Response) or body.error is ABSENT or case.step.ask is None or is_ambiguous(case):
        return None
    code = at(body.error, "code")
    return code if isinstance(code, int) and not isinstance(code, bool) else None
