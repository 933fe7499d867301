"""Where notices came in a session's history, live and in replays: the evidence that a notice is an old one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import Memory, remember
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Side

_PREFIX: Final = 80
"""Characters of a text that tell it from others."""
_MOST: Final = 1000
"""Notices in a row, without history between them, that are told apart."""


class Piece(NamedTuple):
    """By what a piece of history is recognised when it comes again."""

    kind: str
    id: str | None
    """None where the peers gave none."""
    text: str = ""
    """How it begins, where it has text and no id."""

    def same(self, other: Piece) -> bool:
        """Whether both are the same piece, as far as can be told."""
        if self.kind != other.kind:
            return False
        if self.id is not None and other.id is not None:
            return self.id == other.id
        shorter, longer = sorted((self.text, other.text), key=len)
        return bool(shorter) and longer.startswith(shorter)


class Words(NamedTuple):
    """What a notice says."""

    severity: str
    title: str
    description: str | None


class Seen(NamedTuple):
    """A notice in its place."""

    words: Words
    meta: Json
    seq: int
    """0 where it was in another recording."""
    before: Piece | None
    """The piece of history before it; in a replay, None = the replay had brought none."""
    after: Piece | None = None
    """The next piece of history."""
    source: str | None = None
    """The recording it was in; None = this one."""


class Window(NamedTuple):
    """A request that may replay history, until its answer."""

    request: int
    """Its `seq`."""
    at: int
    """When it was sent: nanoseconds since the recording's start, -1 = unknown."""
    replays: bool
    """False where the protocol lets it replay nothing."""
    notices: tuple[Seen, ...] = ()


class Track(NamedTuple):
    """One session."""

    last: Piece | None = None
    """The last piece of history."""
    open: tuple[Words, ...] = ()
    """Live notices after which no history came yet."""
    live: Map[Words, Seen] = Map()
    """Each notice as it was first seen live."""
    replayed: Map[Words, Seen] = Map()
    """Each notice as it was last seen in a replay that is over."""
    window: Window | None = None


class NoticeHistory(NamedTuple):
    """All sessions of a connection, and what other recordings tell of them."""

    tracks: Map[str, Track] = Map()
    started: int | None = None
    """Unix time of the recording's start in nanoseconds; None = unknown."""


class Earlier(NamedTuple):
    """A notice of another recording."""

    session: str
    seen: Seen
    live: bool


def notices_of(memory: Memory, source: str) -> tuple[Earlier, ...]:
    """The notices of a recording that was followed to its end, as evidence for others. `source`: what to call it."""
    history: NoticeHistory = memory.get(NoticeHistory, NoticeHistory())
    return tuple(
        Earlier(session, seen._replace(seq=0, source=seen.source or source), live)
        for session, track in history.tracks.items()
        for live, place in ((True, track.live), (False, track.replayed))
        for seen in place.values()
    )


def with_earlier(memory: Memory, notices: Iterable[Earlier], started: int | None = None) -> Memory:
    """A memory that knows notices of other recordings. `started`: Unix time of this one's start in nanoseconds."""
    history: NoticeHistory = memory.get(NoticeHistory, NoticeHistory())
    tracks = history.tracks
    for session, seen, live in notices:
        track = tracks.get(session, Track())
        if live:
            track = track._replace(live=track.live.set(seen.words, seen))
        else:
            track = track._replace(replayed=track.replayed.set(seen.words, seen))
        tracks = tracks.set(session, track)
    return memory.set(NoticeHistory, history._replace(tracks=tracks, started=started))


@remember(
    NoticeHistory,
    On(kinds=("notification",), methods=("session/update",)),
    On(kinds=("request",), methods=("session/prompt", "session/load", "session/resume")),
    On(kinds=("response",), methods=("session/load", "session/resume")),
)
def grow(known: NoticeHistory, case: Case) -> NoticeHistory:
    """The history after an update, a prompt, or an end of a window."""
    session = case.session
    if session is None:
        return known
    track = known.tracks.get(session, _NEW)
    after = _answered(track, case) if case.kind == "response" else _sent(track, case)
    return known if after is track else known._replace(tracks=known.tracks.set(session, after))


_NEW: Final = Track()


def _sent(track: Track, case: Case) -> Track:
    if case.sender is Side.AGENT:
        update = at(case.held, "update")
        if not isinstance(update, dict):
            return track
        if update["sessionUpdate"] == "notice":
            return _with_notice(track, update, case.seq)
        piece = _piece(track.last, update)
        return track if piece is None or (piece is track.last and not _waits(track)) else _with_piece(track, piece)
    if case.method == "session/prompt":
        return _with_piece(track, Piece("user", None, _text(at(case.wire, "prompt"))))
    replays = case.method == "session/load" or isinstance(at(case.held, "replayFrom"), dict)
    if case.version == 2 and not replays:
        # In v2 what comes during such a resume is live.
        return track
    return track._replace(window=Window(case.seq, case.event.at, replays), last=None, open=())


def _answered(track: Track, case: Case) -> Track:
    window = track.window
    if window is None or window.request != case.event.answers:
        return track
    replayed = track.replayed
    if window.replays:
        replayed = replayed.update({seen.words: seen for seen in window.notices})
    return track._replace(window=None, replayed=replayed, open=())


def _with_notice(track: Track, update: dict[str, Json], seq: int) -> Track:
    words = Words(update["severity"], update["title"], update.get("description"))
    seen = Seen(words, update.get("_meta"), seq, track.last)
    window = track.window
    if window is not None:
        if len(window.notices) == _MOST:
            return track
        return track._replace(window=window._replace(notices=(*window.notices, seen)))
    if words in track.live:
        return track
    return track._replace(live=track.live.set(words, seen), open=(*track.open, words)[:_MOST])


def _waits(track: Track) -> bool:
    window = track.window
    return bool(track.open) or (window is not None and bool(window.notices) and window.notices[-1].after is None)


def _with_piece(track: Track, piece: Piece) -> Track:
    """The track after a piece of history, which is what comes after the notices that wait for one."""
    live = track.live
    for words in track.open:
        live = live.set(words, live[words]._replace(after=piece))
    window = track.window
    if window is not None and window.notices and window.notices[-1].after is None:
        notices = tuple(seen if seen.after is not None else seen._replace(after=piece) for seen in window.notices)
        window = window._replace(notices=notices)
    return track._replace(last=piece, open=(), live=live, window=window)


def _piece(last: Piece | None, update: dict[str, Json]) -> Piece | None:
    """The piece of history that an update begins or goes on with; None where it tells only how things are."""
    kind = update["sessionUpdate"]
    named = _NAMES.get(kind)
    if named is None:
        return None
    what, member = named
    value = update.get(member) if member else None
    name = value if isinstance(value, str) else None
    if last is not None and last.kind == what and last.id == name and (name is not None or len(last.text) >= _PREFIX):
        return last
    text = _text(update.get("content") or at(update, "entries"))
    if last is not None and last.kind == what and name is None and last.id is None and kind.endswith("_chunk"):
        text = (last.text + text)[:_PREFIX]
    return Piece(what, name, text)


_NAMES: Final = {
    "user_message_chunk": ("user", "messageId"),
    "user_message": ("user", "messageId"),
    "agent_message_chunk": ("agent", "messageId"),
    "agent_message": ("agent", "messageId"),
    "agent_thought_chunk": ("thought", "messageId"),
    "agent_thought": ("thought", "messageId"),
    "tool_call": ("tool call", "toolCallId"),
    "tool_call_update": ("tool call", "toolCallId"),
    "tool_call_content_chunk": ("tool call", "toolCallId"),
    "terminal_update": ("terminal", "terminalId"),
    "terminal_output_chunk": ("terminal", "terminalId"),
    "compaction_update": ("compaction", "compactionId"),
    "compaction_summary_chunk": ("compaction", "compactionId"),
    "plan": ("plan", None),
    "plan_update": ("plan", None),
    "session_message": ("session message", "messageId"),
    "session_message_chunk": ("session message", "messageId"),
    "subagent_update": ("subagent", "sessionId"),
}
"""Updates that tell history → what they are about, and the member that names it."""


def _text(content: Json) -> str:
    """How the text of a content block, or of a list of them, begins."""
    blocks = content if isinstance(content, list) else [content]
    texts = []
    for block in blocks[:_PREFIX]:
        text = at(block, "text")
        if text is ABSENT:
            text = at(block, "content")
        if isinstance(text, str):
            texts.append(text[:_PREFIX])
    return "".join(texts)[:_PREFIX]
