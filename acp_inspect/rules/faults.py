"""What decoding found in the message of a case, as rules want it: by effect, with its place in the message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.connection import Basis
from acp_inspect.protocol.problem import Decoded, Effect, Problem, ProblemKind
from acp_inspect.protocol.surface import Surface
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Notification, Request, Response, Side

MOST: Final = 50
"""Faults of one message that are reported one by one: hostile ones have millions."""


def faults(case: Case, *effects: Effect) -> list[Problem]:
    """The faults with one of these effects, but for `KEPT`, in the order of the message; at most `MOST`.

    While nothing tells which version is spoken, only what both versions find fault with.
    """
    decoded = case.decoded
    if decoded is None or not decoded.problems or answers_several(case):
        return []
    chosen = [problem for problem in decoded.problems if problem.effect in effects][:MOST]
    if chosen and case.after.basis is Basis.ASSUMED:
        other = _by(case, case.after.surfaces.v1)
        same = {(problem.pointer, problem.effect) for problem in other.problems} if other is not None else set()
        return [problem for problem in chosen if (problem.pointer, problem.effect) in same]
    return chosen


def answers_several(case: Case) -> bool:
    """Whether a response may answer any of several open requests with one id, so that nobody can tell what it means."""
    body = case.event.body
    if not isinstance(body, Response) or body.id is ABSENT or case.sender is None:
        return False
    return len(case.before.exchanges.open.get((case.sender.peer, body.id.key), ())) > 1


def reaches(case: Case, effect: Effect) -> Iterator[tuple[str, list[Problem]]]:
    """The faults with an effect, together with the member or item that goes with them: its pointer, its faults."""
    together: dict[str, list[Problem]] = {}
    for problem in faults(case, effect):
        together.setdefault(problem.reach, []).append(problem)
    yield from together.items()


def body(case: Case) -> str:
    """The JSON pointer from the message to what was decoded: its params or its result."""
    return "/result" if case.kind == "response" else "/params"


def in_update(pointer: str) -> bool:
    """Whether a pointer into params leads to the update of a session/update or into it."""
    return pointer == "/update" or pointer.startswith("/update/")


def hit(case: Case, problem: Problem, price: str) -> Hit:
    """The hit for a fault. `price`: what the receiver does because of it, after the words "the receiver"."""
    pointer = body(case) + problem.pointer
    return Hit(f"{words(problem, pointer)}; the receiver {price}", pointer, effect=problem.effect.value)


def words(problem: Problem, pointer: str) -> str:
    """What is wrong, for people. `pointer`: where it is in the message."""
    name = dotted(pointer)
    if problem.kind is ProblemKind.MISSING:
        return f"{name} is missing ({problem.expected})"
    return f"{name} is {problem.found} instead of {problem.expected}"


def dotted(pointer: str) -> str:
    """A JSON pointer as people write places: `params.update.content[2].text`."""
    text = ""
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        text += f"[{name}]" if name.isdecimal() else f".{name}" if text else name
    return text or "the message"


def _by(case: Case, surface: Surface) -> Decoded | None:
    """The message decoded by the rules of another surface; None where that knows no such message."""
    event = case.event
    sender = event.sender
    if sender is None or event.method is None:
        return None
    incoming = surface.agent if sender is Side.CLIENT else surface.client
    outgoing = surface.client if sender is Side.CLIENT else surface.agent
    match event.body:
        case Notification(params=params) if event.method in incoming.notifications:
            return surface.schema.decode(incoming.notifications[event.method].params, _object(params))
        case Request(params=params) if event.method in incoming.requests:
            return surface.schema.decode(incoming.requests[event.method].params, _object(params))
        case Response(result=result) if event.method in outgoing.requests:
            return surface.schema.decode(outgoing.requests[event.method].result, _object(result))
    return None


def _object(value: Json) -> Json:
    return {} if value is ABSENT or value is None else value
