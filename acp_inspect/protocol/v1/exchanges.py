"""What v1's requests, their answers and its other notifications do to what the Client holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from immutables import Map

from acp_inspect.protocol.entities import (
    ACTIVITY,
    CONFIG,
    EVERYTHING,
    INFO,
    MESSAGE,
    MODES,
    PERMISSION,
    PROMPT,
    SETUP,
    Activity,
    Answer,
    Mention,
    Message,
    Prompt,
    Ref,
)
from acp_inspect.protocol.holdings import (
    Answered,
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
from acp_inspect.protocol.v1 import terminals
from acp_inspect.protocol.v1.conversation import shown_cancelled
from acp_inspect.protocol.v1.held import Held, changed, session_of, with_session
from acp_inspect.protocol.v1.questions import (
    elicitation_answered,
    elicitation_asked,
    elicitation_completed,
    permission_answered,
    permission_asked,
)
from acp_inspect.protocol.v1.reduce import updated
from acp_inspect.protocol.v1.state import Session
from acp_inspect.protocol.v1.windows import begun, ended, with_setup
from acp_inspect.trace.chain import Chain
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
    return with_session(
        held,
        session._replace(
            origin=origin,
            status="open",
            forked_from=source,
            cwd=ask.text("cwd"),
            roots=ask.texts("additionalDirectories"),
            touched=(Ref(EVERYTHING),),
        ),
    )


def _load_asked(held: Held, ask: Ask) -> Held:
    return with_session(held, begun(held.sessions.get(ask.params["sessionId"]), ask, replays=True))


def _resume_asked(held: Held, ask: Ask) -> Held:
    return with_session(held, begun(held.sessions.get(ask.params["sessionId"]), ask, replays=False))


def _reopened(held: Held, ask: Ask, answer: Answer) -> Held:
    if ask.session is None or (answer.result is None and ask.session not in held.sessions):
        return held
    return with_session(held, ended(session_of(held, ask.session), ask, answer))


def _close_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    if ask.session is None or (answer.result is None and answer.code != _NO_SUCH_SESSION):
        return held
    session = session_of(held, ask.session)
    activity = Activity("closed", runs=session.activity.runs, since=answer.seq)
    return with_session(held, session._replace(status="closed", activity=activity, touched=(Ref(SETUP), Ref(ACTIVITY))))


def _delete_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    if ask.session is None or (answer.result is None and answer.code != _NO_SUCH_SESSION):
        return held
    if ask.session in held.sessions:
        held = with_session(held, held.sessions[ask.session]._replace(status="deleted", touched=(Ref(SETUP),)))
    return unlisted(held, ask.session)


def _set(held: Held, ask: Ask, what: str) -> Held:
    session = session_of(held, ask.params["sessionId"])
    return with_session(held, session._replace(changing=session.changing.set(ask.seq, what), touched=(Ref(CONFIG),)))


def _unset(session: Session, ask: Ask) -> Session:
    if ask.seq not in session.changing:
        return session
    return session._replace(changing=session.changing.delete(ask.seq), touched=(Ref(CONFIG),))


def _config_asked(held: Held, ask: Ask) -> Held:
    return _set(held, ask, ask.params["configId"])


def _config_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    def confirmed(session: Session) -> Session:
        session = _unset(session, ask)
        if answer.result is None:
            return session
        return session._replace(config=tuple(answer.result["configOptions"]), touched=(Ref(CONFIG),))

    return changed(held, ask.session, confirmed)


def _mode_asked(held: Held, ask: Ask) -> Held:
    return _set(held, ask, "mode")


def _mode_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    def confirmed(session: Session) -> Session:
        session = _unset(session, ask)
        mode = ask.text("modeId")
        if answer.result is None or mode is None:
            return session
        return session._replace(mode=mode, touched=(Ref(MODES), Ref(CONFIG)))

    return changed(held, ask.session, confirmed)


def _title_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    if ask.session is None or answer.result is None:
        return held
    session = session_of(held, ask.session)
    info = session.info._replace(title=answer.result["title"])
    return with_session(held, session._replace(info=info, touched=(Ref(INFO),)))


def _prompt_asked(held: Held, ask: Ask) -> Held:
    """The user's message is what the Client sent: v1 Agents do not repeat it. The turn begins."""
    session = session_of(held, ask.params["sessionId"])
    content = tuple(ask.params["prompt"])
    counted = session.counted + 1
    message = Ref(MESSAGE, f"user:~p{counted}")
    activity = session.activity
    if activity.state != "running":
        activity = Activity("running", runs=activity.runs, since=ask.seq)
    return with_session(
        held,
        session._replace(
            prompts=session.prompts.set(ask.seq, Prompt(ask.seq, ask.id, content)),
            turns=session.turns.set(ask.seq, None),
            prompt=ask.seq,
            messages=session.messages.set(
                message.key, Message("user", None, Chain(content), None, ask.seq, ask.seq, ask.seq)
            ),
            timeline=session.timeline.append(Mention(message, ask.seq)),
            run=None,
            counted=counted,
            activity=activity,
            touched=(message, Ref(PROMPT, str(ask.seq)), Ref(ACTIVITY)),
        ),
    )


def _prompt_answered(held: Held, ask: Ask, answer: Answer) -> Held:
    def over(session: Session) -> Session:
        session = session._replace(run=None, touched=(Ref(PROMPT, str(ask.seq)), Ref(ACTIVITY)))
        prompt = session.prompts.get(ask.seq)
        reason = None if answer.result is None else answer.result["stopReason"]
        usage = None if answer.result is None else answer.result.get("usage")
        if prompt is not None:
            status = "failed" if answer.result is None else "done"
            prompt = prompt._replace(
                status=status, stop_reason=reason, usage=usage, error=answer.error, answered=answer.seq
            )
            session = session._replace(prompts=session.prompts.set(ask.seq, prompt))
        turns = session.turns.delete(ask.seq) if ask.seq in session.turns else session.turns
        session = session._replace(turns=turns)
        if not turns and session.activity.state != "closed":
            runs = session.activity.runs + 1
            activity = Activity("idle", reason, answer.error, usage, runs=runs, since=answer.seq)
            session = session._replace(activity=activity)
        return shown_cancelled(session) if reason == "cancelled" else session

    return changed(held, ask.session, over)


def _cancel(held: Held, params: dict[str, Json], seq: int, sender: Side) -> Held:
    """The Client will answer the permissions that wait with `cancelled`, and shows open calls so."""
    session = session_of(held, params["sessionId"])
    asked = {
        asking: session.permissions[asking]._replace(cancel_requested=True)
        for asking in session.asking
        if asking in session.permissions
    }
    touched = (Ref(ACTIVITY), *(Ref(PERMISSION, str(asking)) for asking in asked))
    session = session._replace(
        activity=session.activity._replace(cancel_requested=True),
        permissions=session.permissions.update(asked),
        asking=Map(),
        touched=touched,
    )
    return with_session(held, shown_cancelled(session))


def _of_terminals(change: Callable[[Session, Ask, Answer], Session]) -> Answered[Session]:
    def answered(held: Held, ask: Ask, answer: Answer) -> Held:
        return changed(held, ask.session, lambda session: change(session, ask, answer))

    return answered


EXCHANGES: Final[Mapping[str, Exchange[Session]]] = {
    "auth/status": Exchange(answered=auth_answered),
    "authenticate": Exchange(answered=logged_in),
    "elicitation/create": Exchange(elicitation_asked, elicitation_answered),
    "fs/read_text_file": Exchange(answered=_of_terminals(terminals.file_read)),
    "fs/write_text_file": Exchange(answered=_of_terminals(terminals.file_written)),
    # `connection` reads it, for both versions.
    "initialize": Exchange(),
    "logout": Exchange(answered=logged_out),
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
    "session/load": Exchange(_load_asked, _reopened),
    "session/new": Exchange(answered=_new_answered),
    "session/prompt": Exchange(_prompt_asked, _prompt_answered),
    "session/request_permission": Exchange(permission_asked, permission_answered),
    "session/resume": Exchange(_resume_asked, _reopened),
    "session/set_config_option": Exchange(_config_asked, _config_answered),
    "session/set_mode": Exchange(_mode_asked, _mode_answered),
    "session/set_title": Exchange(answered=_title_answered),
    "session/status": Exchange(answered=status_told),
    "session/unarchive": Exchange(answered=unarchived),
    "terminal/create": Exchange(answered=_of_terminals(terminals.created)),
    "terminal/kill": Exchange(answered=_of_terminals(terminals.killed)),
    "terminal/output": Exchange(answered=_of_terminals(terminals.output_told)),
    "terminal/release": Exchange(answered=_of_terminals(terminals.released)),
    "terminal/wait_for_exit": Exchange(answered=_of_terminals(terminals.exit_told)),
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
