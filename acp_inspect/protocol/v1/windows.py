"""A session/load or session/resume from request to response: what a replay empties, and what a refusal brings back."""

from __future__ import annotations

from collections.abc import Callable

from immutables import Map

from acp_inspect.protocol.entities import EVERYTHING, GONE, SETUP, Activity, Answer, Ref, Span
from acp_inspect.protocol.holdings import Ask
from acp_inspect.protocol.v1.state import Session, Window
from acp_inspect.trace.chain import Chain
from acp_inspect.wire.json_text import Json


def begun(session: Session | None, ask: Ask, replays: bool) -> Session:
    """The session when the Client asks to load or resume it. A replay empties it at once."""
    saved = session
    if session is None:
        session = Session(ask.params["sessionId"], "load" if replays else "resume")
    elif session.status == GONE:
        session = session._replace(activity=Activity("idle", runs=session.activity.runs, since=ask.seq))
    elif session.window is not None:
        saved = _before(session, session.window)
    window = Window(ask.seq, replays, saved)
    if replays:
        return _emptied(session)._replace(status="loading", window=window)
    return session._replace(status="resuming", window=window, touched=(Ref(SETUP),))


def gone(session: Session) -> Session:
    """The session when another agent process begins: as it was, but nobody will answer what waits in it."""
    lost = {seq: session.prompts[seq]._replace(status="lost") for seq in session.turns if seq in session.prompts}
    return session._replace(
        status=GONE,
        prompts=session.prompts.update(lost),
        turns=Map(),
        asking=Map(),
        changing=Map(),
        run=None,
        window=None,
        touched=(Ref(EVERYTHING),),
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
        run=None,
        tool_calls=Map(),
        unmarked=Map(),
        terminals=Map(),
        plans=Map(),
        compactions=Map(),
        notices=Chain(),
        permissions=Map(),
        asking=Map(),
        elicitations=Map(),
        subagents=Map(),
        prompts=Map({seq: session.prompts[seq] for seq in session.turns if seq in session.prompts}),
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
            run=None,
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
        activity=session.activity if since else before.activity,
        prompts=before.prompts.update(since),
        turns=session.turns,
        prompt=session.prompt,
        files=session.files,
        run=None,
        counted=session.counted,
        replays=session.replays.append(Span(ask.seq, answer.seq)),
        touched=(Ref(EVERYTHING),),
    )


def with_setup(session: Session, result: dict[str, Json]) -> Session:
    """The session with the lists that a new, loaded or resumed session's result brings."""
    config, modes = result.get("configOptions"), result.get("modes")
    if config is not None:
        session = session._replace(config=tuple(config))
    if modes is not None:
        session = session._replace(mode=modes["currentModeId"], modes=tuple(modes["availableModes"]))
    return session


def in_both(session: Session, change: Callable[[Session], Session]) -> Session:
    """A change by an answer, which must also reach the state that a refused replay would bring back."""
    session = change(session)
    window = session.window
    if window is not None and window.saved is not None:
        session = session._replace(window=window._replace(saved=change(window.saved)))
    return session
