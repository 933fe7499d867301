"""Whether work ends when its session is closed or archived, as rules of several names ask."""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level
from acp_inspect.rules.memory.session_closing import Closing, Closings


def closing_of_prompt(case: Case) -> Closing | None:
    """The closing of the session whose prompt is answered, where the prompt waited when that was asked for."""
    now = case.known(Closings).sessions.get(case.session) if case.session is not None else None
    return now if now is not None and case.event.answers in now.prompts else None


def not_cancelled(case: Case, method: str) -> Iterator[Hit]:
    """v1: a prompt in flight that does not end with `cancelled`, although `method` cancels it; or that never ends."""
    if case.kind != "response":
        yield from unanswered(case, method)
        return
    now = closing_of_prompt(case)
    reason = at(case.wire, "stopReason")
    if now is None or now.method != method or reason == "cancelled":
        return
    answer = f"stopReason {found(reason)}" if isinstance(reason, str) else "an error"
    words = f"{method} (#{now.request}) cancels the prompt, but it ends with {answer}"
    level = None
    if not now.answered:
        # Before the answer to the closing nothing proves that the Agent had read it.
        level = Level.INFO if isinstance(reason, str) else Level.WARNING
        words += "; the two may have crossed"
    yield Hit(words, "/result/stopReason" if isinstance(reason, str) else "/error", related=(now.request,), level=level)


def unanswered(case: Case, method: str) -> Iterator[Hit]:
    """At the end of the Agent's output: prompts that `method` ended, and that were never answered."""
    if case.before.closed is not None or case.after.closed is None:
        return
    for session, now in case.known(Closings).sessions.items():
        if now.method == method and now.answered and now.prompts:
            words = f"{method} of session {found(session)} is answered, and a prompt of it never was"
            yield Hit(words, seq=now.answered, related=(*sorted(now.prompts), case.seq))
