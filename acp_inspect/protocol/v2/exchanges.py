"""What v2's requests, their answers and its other notifications do to what the Client holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from acp_inspect.protocol.entities import (
    ACTIVITY,
    CONFIG,
    EVERYTHING,
    INFO,
    PROMPT,
    REQUEST_CANCELLED,
    SETUP,
    TERMINAL,
    TOOL_CALL,
    Activity,
    Answer,
    Prompt,
    Ref,
)
from acp_inspect.protocol.holdings import (
    Ask,
    Exchange,
    Notified,
    archived,
    auth_answered,
    auth_notified,
    logged_in,
    logged_out,
    mcp_answered,
    mcp_asked,
    mcp_notified,
    nothing_notified,
    provider_disabled,
    provider_set,
    providers_listed,
    sessions_listed,
    status_told,
    unarchived,
    unlisted,
)
from acp_inspect.protocol.v2.held import Held, changed, session_of, with_session
from acp_inspect.protocol.v2.questions import (
    elicitation_answered,
    elicitation_asked,
    elicitation_completed,
    permission_answered,
    permission_asked,
)
from acp_inspect.protocol.v2.reduce import shown_cancelled, updated
from acp_inspect.protocol.v2.state import Session
from acp_inspect.protocol.v2.windows import begun, ended, with_setup
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side

_NO_SUCH_SESSION: Final = -32002
"""Error code: resource not found. For closing and deleting that is as good as done."""


def _session_update(held: Held, params: dict[str, Json], seq: int, sender: Side) -> Held:
    session, update = params["sessionId"], params["update"]
    held = with_session(held, updated(session_of(held, session), update, seq))
    if update["sessionUpdate"] == "subagent_update" and update["sessionId"] != session:
        child = session_of(held, update["sessionId"])
        held = with_session(held, child._replace(origin="child", parent=session, touched=(Ref(SETUP),)))
    return held


def _new_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    return _created(held, ask, answer, "new", None)


def _fork_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    return _created(held, ask, answer, "fork", ask.session)


def _created(held: Held, ask: Ask, answer: Answer, origin: str, source: str | None) -> Held:
    if answer.result is None:
        return held
    session = with_setup(session_of(held, answer.result["sessionId"]), answer.result)
    # A state that was reported before this response stands.
    reported = session.activity.since > 0
    return with_session(
        held,
        session._replace(
            origin=origin,
            status="open",
            forked_from=source,
            cwd=ask.text("cwd"),
            roots=ask.texts("additionalDirectories"),
            activity=session.activity if reported else Activity("idle", since=answer.seq),
            touched=(Ref(EVERYTHING),),
        ),
    )


def _resume_asked(held: Held, ask: Ask) -> Held:
    return with_session(held, begun(held.sessions.get(ask.params["sessionId"]), ask))


def _resume_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    if ask.session is None or (answer.result is None and ask.session not in held.sessions):
        return held
    return with_session(held, ended(session_of(held, ask.session), ask, answer))


def _close_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    if ask.session is None or (answer.result is None and answer.code != _NO_SUCH_SESSION):
        return held
    activity = Activity("closed", runs=session_of(held, ask.session).activity.runs, since=answer.seq)
    closed = session_of(held, ask.session)._replace(
        status="closed", activity=activity, touched=(Ref(SETUP), Ref(ACTIVITY))
    )
    return with_session(held, closed)


def _delete_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    if ask.session is None or (answer.result is None and answer.code != _NO_SUCH_SESSION):
        return held
    if ask.session in held.sessions:
        held = with_session(held, held.sessions[ask.session]._replace(status="deleted", touched=(Ref(SETUP),)))
    return unlisted(held, ask.session)


def _config_asked(held: Held, ask: Ask) -> Held:
    session = session_of(held, ask.params["sessionId"])
    changing = session.changing.set(ask.seq, ask.params["configId"])
    return with_session(held, session._replace(changing=changing, touched=(Ref(CONFIG),)))


def _config_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    def confirmed(session: Session) -> Session:
        changing = session.changing.delete(ask.seq) if ask.seq in session.changing else session.changing
        config = session.config if answer.result is None else tuple(answer.result["configOptions"])
        return session._replace(changing=changing, config=config, touched=(Ref(CONFIG),))

    return changed(held, ask.session, confirmed)


def _title_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    if ask.session is None or answer.result is None:
        return held
    session = session_of(held, ask.session)
    info = session.info._replace(title=answer.result["title"])
    return with_session(held, session._replace(info=info, touched=(Ref(INFO),)))


def _prompt_asked(held: Held, ask: Ask) -> Held:
    # No message yet: the Agent inserts it, and says so.
    session = session_of(held, ask.params["sessionId"])
    prompt = Prompt(ask.seq, ask.id, tuple(ask.params["prompt"]))
    touched = (Ref(PROMPT, str(ask.seq)),)
    return with_session(held, session._replace(prompts=session.prompts.set(ask.seq, prompt), touched=touched))


def _prompt_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    def done(session: Session) -> Session:
        prompt = session.prompts.get(ask.seq)
        if prompt is None:
            return session
        if answer.result is not None:
            prompt = prompt._replace(status="accepted", message_id=answer.result.get("messageId"))
        else:
            status = "cancelled" if answer.code == REQUEST_CANCELLED else "rejected"
            prompt = prompt._replace(status=status, error=answer.error)
        prompts = session.prompts.set(ask.seq, prompt._replace(answered=answer.seq))
        return session._replace(prompts=prompts, touched=(Ref(PROMPT, str(ask.seq)),))

    return changed(held, ask.session, done)


def _cancel(held: Held, params: dict[str, Json], seq: int, sender: Side) -> Held:
    session = session_of(held, params["sessionId"])
    activity = session.activity._replace(cancel_requested=True)
    return with_session(held, shown_cancelled(session._replace(activity=activity, touched=(Ref(ACTIVITY),))))


def _tool_call_cancelled(held: Held, ask: Ask, answer: Answer) -> Held:
    # Accepted is not cancelled: the call itself changes by its own update.
    def accepted(session: Session) -> Session:
        call = session.tool_calls.get(ask.text("toolCallId") or "")
        if call is None or answer.result is None:
            return session
        calls = session.tool_calls.set(call.id, call._replace(cancel_accepted=True, last=answer.seq))
        return session._replace(tool_calls=calls, touched=(Ref(TOOL_CALL, call.id),))

    return changed(held, ask.session, accepted)


def _terminal_cancelled(held: Held, ask: Ask, answer: Answer) -> Held:
    def accepted(session: Session) -> Session:
        terminal = session.terminals.get(ask.text("terminalId") or "")
        if terminal is None or answer.result is None:
            return session
        terminals = session.terminals.set(terminal.id, terminal._replace(cancel_accepted=True, last=answer.seq))
        return session._replace(terminals=terminals, touched=(Ref(TERMINAL, terminal.id),))

    return changed(held, ask.session, accepted)


EXCHANGES: Final[Mapping[str, Exchange[Session]]] = {
    "auth/login": Exchange(answered=logged_in),
    "auth/logout": Exchange(answered=logged_out),
    "auth/status": Exchange(answered=auth_answered),
    "elicitation/create": Exchange(elicitation_asked, elicitation_answered),
    # `connection` reads it, for both versions.
    "initialize": Exchange(),
    "mcp/message": Exchange(mcp_asked, mcp_answered),
    "providers/disable": Exchange(answered=provider_disabled),
    "providers/list": Exchange(answered=providers_listed),
    "providers/set": Exchange(answered=provider_set),
    # A proxy's own link: what it forwards is not this connection's.
    "proxy/initialize": Exchange(),
    "proxy/successor": Exchange(),
    "session/archive": Exchange(answered=archived),
    "session/close": Exchange(answered=_close_answered),
    "session/delete": Exchange(answered=_delete_answered),
    "session/fork": Exchange(answered=_fork_answered),
    "session/list": Exchange(answered=sessions_listed),
    "session/new": Exchange(answered=_new_answered),
    "session/prompt": Exchange(_prompt_asked, _prompt_answered),
    "session/request_permission": Exchange(permission_asked, permission_answered),
    "session/resume": Exchange(_resume_asked, _resume_answered),
    "session/set_config_option": Exchange(_config_asked, _config_answered),
    "session/set_title": Exchange(answered=_title_answered),
    "session/status": Exchange(answered=status_told),
    "session/unarchive": Exchange(answered=unarchived),
    "terminal/cancel": Exchange(answered=_terminal_cancelled),
    "tool_call/cancel": Exchange(answered=_tool_call_cancelled),
}
"""What each request does, and its answer; the keys are the schema's methods."""

NOTIFICATIONS: Final[Mapping[str, Notified[Session]]] = {
    "$/cancel_request": nothing_notified,
    "auth/status_update": auth_notified,
    "elicitation/complete": elicitation_completed,
    "mcp/message": mcp_notified,
    "proxy/successor": nothing_notified,
    "session/cancel": _cancel,
    "session/update": _session_update,
}
"""What each notification does; the keys are the schema's methods."""
