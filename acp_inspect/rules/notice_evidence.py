"""How sure it is that a notice in a replay is an old one: evidence E0 to E5."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Final, NamedTuple

from acp_inspect.rules.declare import Evidence
from acp_inspect.rules.memory.notice_history import Piece, Seen, Track, Window
from acp_inspect.wire.json_text import ExactNumber, Json

_MARKS: Final = re.compile(r"(?:.*[/._-])?(?:is_?)?(?:replay(?:ed|ing)?|from_?history|historical)", re.IGNORECASE)
_TIMES: Final = re.compile(
    r"(?:.*[/._-])?(?:(?:created|sent|emitted|occurred|raised|issued)_?(?:at|on|time)?|time_?(?:stamp)?|date)(?:_?ms)?",
    re.IGNORECASE,
)
_MILLISECOND: Final = 1_000_000
_SECOND: Final = 1_000_000_000
_DEEPEST: Final = 3


class Grade(NamedTuple):
    """What speaks for a replayed notice."""

    evidence: Evidence
    sure: bool
    """Whether it is more than a possibility."""
    words: str
    related: tuple[int, ...] = ()


def grade(seen: Seen, window: Window, track: Track, started: int | None) -> Grade:
    """The strongest evidence that a notice of a window is an old one. `started`: as in `NoticeHistory`."""
    twin = track.live.get(seen.words)
    if (told := _told_by_itself(seen, twin, window, started)) is not None:
        return told
    again = track.replayed.get(seen.words)
    inside = seen.before is not None and seen.after is not None
    if again is not None and inside and _same(seen.before, again.before) and _same(seen.after, again.after):
        return Grade(Evidence.E5, True, f"an earlier replay had it at the same place{_place(again)}", _seqs(again))
    if twin is None:
        return _by_place(inside, seen)
    where, seqs = _place(twin), _seqs(twin)
    if inside and _same(seen.before, twin.before) and _same(seen.after, twin.after):
        return Grade(Evidence.E3, True, f"it stands where the same notice stood live{where}", seqs)
    if inside:
        return Grade(Evidence.E1_E2, True, f"it stands inside the history, and the same was live before{where}", seqs)
    if seen.after is not None and _same(seen.after, twin.after):
        return Grade(Evidence.E2, True, f"the same was live before{where}, and what followed it follows here", seqs)
    return Grade(Evidence.E2, False, f"the same was live before{where}, but the reason for it may still be there", seqs)


def _by_place(inside: bool, seen: Seen) -> Grade:
    if inside:
        return Grade(Evidence.E1, False, "history comes before and after it, but it may be new")
    where = (
        "after the history" if seen.before is not None else "before the history" if seen.after else "without history"
    )
    return Grade(Evidence.E0, False, f"it comes {where}, so it may be new")


def _same(one: Piece | None, other: Piece | None) -> bool:
    return one is not None and other is not None and one.same(other)


def _place(seen: Seen) -> str:
    return f" (#{seen.seq})" if seen.source is None else f" (in {seen.source})"


def _seqs(seen: Seen) -> tuple[int, ...]:
    return (seen.seq,) if seen.source is None else ()


def _told_by_itself(seen: Seen, twin: Seen | None, window: Window, started: int | None) -> Grade | None:
    """E4: its own `_meta` marks it as replayed, or carries a time from before the request."""
    asked = None if started is None or window.at < 0 else started + window.at
    earlier = dict(_members(twin.meta)) if twin is not None else {}
    for name, value in _members(seen.meta):
        if value is True and _MARKS.fullmatch(name):
            return Grade(Evidence.E4, True, f"its _meta says so ({name})")
        if not _TIMES.fullmatch(name) or (time := _time(value)) is None:
            continue
        if twin is not None and _time(earlier.get(name)) == time:
            words = f"its _meta has the time ({name}) that the same notice had live{_place(twin)}"
            return Grade(Evidence.E4, True, words, _seqs(twin))
        if asked is not None and time < asked - _SECOND:
            return Grade(Evidence.E4, True, f"its _meta has a time ({name}) from before the request")
    return None


def _members(meta: Json, depth: int = 0) -> Iterator[tuple[str, Json]]:
    """The members of `_meta` and of the objects in it."""
    if isinstance(meta, dict) and depth < _DEEPEST:
        for name, value in meta.items():
            yield name, value
            yield from _members(value, depth + 1)


def _time(value: Json) -> int | None:
    """Unix time in nanoseconds: of an RFC 3339 text, or of a number of seconds or milliseconds of our days."""
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
            return None if moment.tzinfo is None else int(moment.timestamp() * 1000) * _MILLISECOND
        except (OverflowError, ValueError):
            return None
    if isinstance(value, bool) or not isinstance(value, int | float | ExactNumber):
        return None
    if 1e9 <= value < 1e10:
        return int(value * 1000) * _MILLISECOND
    return int(value) * _MILLISECOND if 1e12 <= value < 1e13 else None
