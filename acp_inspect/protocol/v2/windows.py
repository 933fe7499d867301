"""A session/resume from request to response: what a replay empties, begins anew, and what a refusal brings back."""

from __future__ import annotations

from collections.abc import Callable

from immutables import Map

from acp_inspect.protocol.entities import EVERYTHING, GONE, SETUP, Activity, Answer, Ref, Span
from acp_inspect.protocol.holdings import Ask
from acp_inspect.protocol.v2.state import Session, Window
from acp_inspect.trace.chain import Chain
from acp_inspect.wire.json_text import Json


def begun(session: Session | None, ask: Ask) -> Session:
    """The session when the Client asks to resume it. A replay from the start empties it at once."""
    start = ask.params.get("replayFrom")
    saved = session
    if session is None:
        session = Session(ask.params["sessionId"], "resume")
    elif session.status == GONE:
        session = session._replace(activity=Activity("unknown", runs=session.activity.runs))
    elif session.window is not None:
        saved = _before(session, session.window)
    if start is None:
        window = Window(ask.seq, False, saved)
        return session._replace(status="resuming", window=window, touched=(Ref(SETUP),))
    if start["type"] == "start":
        return _emptied(session)._replace(status="resuming", window=Window(ask.seq, True, saved))
    window = Window(ask.seq, True, saved, Map())
    return session._replace(status="resuming", window=window, touched=(Ref(SETUP),))


def gone(session: Session) -> Session:
    """The session when another agent process begins: as it was, but nobody will answer what waits in it."""
    lost = {
        seq: prompt._replace(status="lost") for seq, prompt in session.prompts.items() if prompt.status == "pending"
    }
    return session._replace(
        status=GONE, prompts=session.prompts.update(lost), changing=Map(), window=None, touched=(Ref(EVERYTHING),)
    )


def _before(session: Session, window: Window) -> Session | None:
    """What a refusal restores when another attempt was not yet answered: the state before both, and what came live."""
    if window.replays or window.saved is None:
        return window.saved
    return session._replace(status=window.saved.status, window=None)


def _emptied(session: Session) -> Session:
    """The session without what a replay rebuilds. Prompts that wait for their answer belong to the live world."""
    return session._replace(
        timeline=Chain(),
        messages=Map(),
        tool_calls=Map(),
        unmarked=Map(),
        terminals=Map(),
        plans=Map(),
        compactions=Map(),
        notices=Chain(),
        permissions=Map(),
        elicitations=Map(),
        subagents=Map(),
        prompts=Map({seq: prompt for seq, prompt in session.prompts.items() if prompt.status == "pending"}),
        usage=None,
        touched=(Ref(EVERYTHING),),
    )


def ended(session: Session, ask: Ask, answer: Answer) -> Session:
    """The session when the Agent answers: open, or, refused, as it was before."""
    window = session.window
    mine = window is not None and window.request == ask.seq
    if answer.result is not None:
        session = with_setup(session, answer.result)._replace(
            status="open",
            cwd=ask.text("cwd"),
            roots=ask.texts("additionalDirectories"),
            window=None if mine else window,
            touched=(Ref(SETUP),),
        )
        if window is not None and mine and window.replays:
            session = session._replace(replays=session.replays.append(Span(ask.seq, answer.seq)))
        return session
    if window is None or not mine:
        return session
    status = "failed" if window.saved is None else window.saved.status
    if not window.replays:
        return session._replace(status=status, window=None, touched=(Ref(SETUP),))
    before = window.saved if window.saved is not None else Session(session.id, session.origin)
    since = {seq: prompt for seq, prompt in session.prompts.items() if seq > window.request}
    return before._replace(
        status=status,
        prompts=before.prompts.update(since),
        unknown=session.unknown,
        replays=session.replays.append(Span(ask.seq, answer.seq)),
        touched=(Ref(EVERYTHING),),
    )


def with_setup(session: Session, result: dict[str, Json]) -> Session:
    """The session with the lists that a new or resumed session's result brings."""
    config, commands = result.get("configOptions"), result.get("availableCommands")
    return session._replace(
        config=session.config if config is None else tuple(config),
        commands=session.commands if commands is None else tuple(commands),
    )


def in_both(session: Session, change: Callable[[Session], Session]) -> Session:
    """A change by an answer, which must also reach the state that a refused replay would bring back."""
    session = change(session)
    window = session.window
    if window is not None and window.saved is not None:
        session = session._replace(window=window._replace(saved=change(window.saved)))
    return session


def afresh(session: Session, ref: Ref) -> tuple[Session, bool]:
    """Whether this is the first mention of `ref` in a partial replay, which then begins it anew in its old place."""
    window = session.window
    if window is None or window.seen is None or ref in window.seen:
        return session, False
    return session._replace(window=window._replace(seen=window.seen.set(ref, None))), True
