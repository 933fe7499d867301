"""What the Agent asks through the Client in v2: permissions and elicitations, and how they end."""

from __future__ import annotations

from collections.abc import Callable

from acp_inspect.protocol.entities import ELICITATION, PERMISSION, Answer, Elicitation, Mention, Permission, Ref
from acp_inspect.protocol.holdings import Ask
from acp_inspect.protocol.v2.conversation import tool_call_update
from acp_inspect.protocol.v2.held import Held, changed, session_of, with_session
from acp_inspect.protocol.v2.state import Session
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


def permission_asked(held: Held, ask: Ask) -> Held:
    """A question for permission."""
    params = ask.params
    session = session_of(held, params["sessionId"])
    subject: Json = params.get("subject")
    call = None
    touched: tuple[Ref, ...] = ()
    match subject:
        case {"type": "tool_call"}:
            # The subject is an update of its call, and applies before the question is shown.
            session = tool_call_update(session, subject["toolCall"], ask.seq)
            touched = session.touched
            call = subject["toolCall"]["toolCallId"]
            subject = {"type": "tool_call", "toolCallId": call}
        case {"type": "command"}:
            call = subject.get("toolCallId")
    ref = Ref(PERMISSION, str(ask.seq))
    permission = Permission(
        ask.seq, ask.id, tuple(params["options"]), params["title"], params.get("description"), subject, call
    )
    return with_session(
        held,
        session._replace(
            permissions=session.permissions.set(ask.seq, permission),
            timeline=session.timeline.append(Mention(ref, ask.seq)),
            touched=(*touched, ref),
        ),
    )


def permission_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    """The Client decided, or the question came to nothing."""

    def decided(session: Session) -> Session:
        permission = session.permissions.get(ask.seq)
        if permission is None:
            return session
        permissions = session.permissions.set(ask.seq, permission.with_answer(answer))
        return session._replace(permissions=permissions, touched=(Ref(PERMISSION, str(ask.seq)),))

    return changed(held, ask.session, decided)


def elicitation_asked(held: Held, ask: Ask) -> Held:
    """A question to the user."""
    elicitation = Elicitation.asked(ask.seq, ask.id, ask.params)
    where = ask.session
    address = ask.params.get("elicitationId")
    if isinstance(address, str):
        held = held._replace(addresses=held.addresses.set(address, (where, ask.seq)))
    if where is None:
        return held._replace(elicitations=held.elicitations.set(ask.seq, elicitation))
    session = session_of(held, where)
    ref = Ref(ELICITATION, str(ask.seq))
    return with_session(
        held,
        session._replace(
            elicitations=session.elicitations.set(ask.seq, elicitation),
            timeline=session.timeline.append(Mention(ref, ask.seq)),
            touched=(ref,),
        ),
    )


def elicitation_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    """The user answered, or the question came to nothing."""
    return _elicitation(held, ask.session, ask.seq, lambda elicitation: elicitation.with_answer(answer))


def elicitation_completed(held: Held, params: dict[str, Json], seq: int, sender: Side) -> Held:
    """What the user was sent to an address for is done. For an unknown id nothing happens."""
    where = held.addresses.get(params["elicitationId"])
    if where is None:
        return held
    return _elicitation(held, *where, lambda elicitation: elicitation._replace(completed=True))


def _elicitation(held: Held, session: str | None, seq: int, change: Callable[[Elicitation], Elicitation]) -> Held:
    if session is None:
        known = held.elicitations.get(seq)
        return held if known is None else held._replace(elicitations=held.elicitations.set(seq, change(known)))

    def with_change(session: Session) -> Session:
        known = session.elicitations.get(seq)
        if known is None:
            return session
        elicitations = session.elicitations.set(seq, change(known))
        return session._replace(elicitations=elicitations, touched=(Ref(ELICITATION, str(seq)),))

    return changed(held, session, with_change)
